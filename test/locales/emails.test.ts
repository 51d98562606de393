import { describe, expect, test } from 'vitest'
import { type Locale, languageTags, locales } from '../../src/contract/locale.ts'
import { renderInviteEmail } from '../../src/domain/invite/invite-email.ts'
import { formatDateTime } from '../../src/domain/message/date-time.ts'
import { smtpTransport } from '../../src/platform/smtp.ts'
import { startMailServer } from '../support/mail-server.ts'
import { textsOf } from './texts.ts'

/** 23:30 UTC: another day in Tokyo and in Berlin, an earlier hour in São Paulo. */
const night = new Date('2026-11-28T23:30:00Z')

/** The day and hour in each zone, written by hand: weekday, day and month, then the hour. */
const days: Record<Locale, { saturday: string; sunday: string; of28: RegExp; of29: RegExp }> = {
  de: { saturday: 'Samstag', sunday: 'Sonntag', of28: /28\. November 2026/, of29: /29\. November 2026/ },
  en: { saturday: 'Saturday', sunday: 'Sunday', of28: /28 November 2026/, of29: /29 November 2026/ },
  es: {
    saturday: 'sábado',
    sunday: 'domingo',
    of28: /28 de noviembre de 2026/,
    of29: /29 de noviembre de 2026/,
  },
  fr: { saturday: 'samedi', sunday: 'dimanche', of28: /28 novembre 2026/, of29: /29 novembre 2026/ },
  jp: { saturday: '土曜日', sunday: '日曜日', of28: /2026年11月28日/, of29: /2026年11月29日/ },
  ko: { saturday: '토요일', sunday: '일요일', of28: /2026년 11월 28일/, of29: /2026년 11월 29일/ },
  nl: { saturday: 'zaterdag', sunday: 'zondag', of28: /28 november 2026/, of29: /29 november 2026/ },
  pt_BR: {
    saturday: 'sábado',
    sunday: 'domingo',
    of28: /28 de novembro de 2026/,
    of29: /29 de novembro de 2026/,
  },
  zh_CN: { saturday: '星期六', sunday: '星期日', of28: /2026年11月28日/, of29: /2026年11月29日/ },
}

/** A zone's name or its offset from UTC. */
const zone = /UTC|GMT|JST|BRT|CES?T|MES?Z/

describe.each(locales)('the expiry of a link in %s', (locale) => {
  const { saturday, sunday, of28, of29 } = days[locale]

  test.each([
    ['UTC', saturday, of28, /23:30/],
    ['Asia/Tokyo', sunday, of29, /0?8:30/],
    ['America/Sao_Paulo', saturday, of28, /20:30/],
    ['Europe/Berlin', sunday, of29, /\b0?0:30/],
    ['Not/A_Zone', saturday, of28, /23:30/],
  ] as const)(
    'in %s has its own date format, 24-hour time and the time zone',
    (timezone, weekday, date, hour) => {
      const words = formatDateTime(night, locale, timezone)
      expect(words).toContain(weekday)
      expect(words).toMatch(date)
      expect(words).toMatch(hour)
      expect(words).toMatch(zone)
    },
  )

  test('the hour that occurs twice in autumn is distinguished by its time zone', () => {
    const [first, second] = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map((at) =>
      formatDateTime(new Date(at), locale, 'Europe/Berlin'),
    )
    expect(first).toMatch(/2:30/)
    expect(second).toMatch(/2:30/)
    expect(first).not.toBe(second)
  })
})

describe.each(locales)('the email in %s', (locale) => {
  const invite = (destination: 'questions' | 'results' | 'thanks', personName?: string) =>
    renderInviteEmail({
      locale,
      destination,
      personName,
      accountName: 'Nordlicht',
      minutes: 24,
      link: 'https://timbre.example/t/eu.tmb_invite_abc',
      expiresAt: night,
      timezone: 'Asia/Tokyo',
    })

  test.each(['questions', 'results', 'thanks'] as const)(
    'about %s states its language, the expiry in both forms, and nothing in English',
    (destination) => {
      const { html, text, subject } = invite(destination, 'Noor')
      expect(html).toContain(`<html lang="${languageTags[locale]}" dir="ltr"`)
      const end = formatDateTime(night, locale, 'Asia/Tokyo')
      expect(html).toContain(end)
      expect(text).toContain(end)
      for (const written of [html, text, subject]) expect(written).not.toMatch(/\{\w+\}/)
      if (locale === 'en') return
      const english = [...textsOf('letters', 'en').values()]
        .flatMap((one) => one.split(/\{\w+\}/))
        .map((words) => words.trim())
        .filter((words) => words.split(' ').length >= 3)
      expect(english.filter((words) => text.includes(words) || html.includes(words))).toEqual([])
    },
  )

  test('arrives through a real mail server with its subject and texts intact, with its language', async () => {
    const { received, url } = await startMailServer()
    const letter = invite('questions', '田中さくら')
    const { send, close } = smtpTransport({ mailUrl: url, mailFrom: 'no-reply@timbre.example' })
    await send({
      channel: 'email',
      to: 'noor@northwind.test',
      fromName: '노르트리히트 (Nordlicht)',
      locale,
      ...letter,
      messageId: '<1@timbre.example>',
    })
    close()
    const [head = '', ...rest] = (received[0]?.raw ?? '').split('\r\n\r\n')
    expect(head.split('\r\n').filter((line) => line.length > 998 || !/^[\x20-\x7e\t]*$/.test(line))).toEqual(
      [],
    )
    expect(decoded(header(head, 'Subject'))).toBe(letter.subject)
    expect(decoded(header(head, 'From'))).toContain('노르트리히트 (Nordlicht)')
    expect(header(head, 'Content-Language')).toBe(languageTags[locale])
    const plain = partOf(rest.join('\r\n\r\n'), head)
    expect(plain.replaceAll('\r\n', '\n').trim()).toBe(letter.text.trim())
  })
})

/** A header, unfolded (RFC 5322, section 2.2.3). */
function header(head: string, name: string): string {
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  return lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
}

/** Decodes encoded words (RFC 2047); white space between two of them is dropped. */
function decoded(text: string): string {
  return text.replaceAll(/\?=\s+=\?/g, '?==?').replaceAll(/(?:=\?utf-8\?[bq]\?[^?]*\?=)+/gi, (run) => {
    const words = [...run.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)]
    return Buffer.concat(
      words.map(([, kind = '', word = '']) =>
        kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64') : quoted(word.replaceAll('_', ' ')),
      ),
    ).toString()
  })
}

function quoted(text: string): Buffer {
  return Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  )
}

/** The plain text of a multipart email. */
function partOf(body: string, head: string): string {
  const boundary = /boundary="?([^";\r\n]+)/.exec(head)?.[1] ?? ''
  const part = body.split(`--${boundary}`).find((one) => one.includes('text/plain')) ?? ''
  const [own = '', ...text] = part.trimStart().split('\r\n\r\n')
  const content = text.join('\r\n\r\n')
  if (/base64/i.test(own)) return Buffer.from(content, 'base64').toString()
  if (/quoted-printable/i.test(own)) return quoted(content.replaceAll(/=\r\n/g, '')).toString()
  return content
}
