import { describe, expect, test } from 'vitest'
import { type InviteEmail, renderInviteEmail } from './invite-email.ts'

const link = 'https://timbre.example/t/tmb_link_aBcDeF'

function render(changes: Partial<InviteEmail> = {}) {
  return renderInviteEmail({
    locale: 'en',
    accountName: 'Northwind',
    personName: 'Noor',
    link,
    expiresAt: new Date('2026-11-28T02:26:00Z'),
    timezone: 'Europe/Amsterdam',
    minutes: 24,
    destination: 'questions',
    ...changes,
  })
}

describe('renderInviteEmail', () => {
  test('says who invites, what for, how long it takes, until when, and why the recipient gets it', () => {
    const { subject, text } = render()
    expect(subject).toBe('Northwind invites you to take an assessment')
    expect(text).toBe(`Hello Noor,

Northwind would like to learn what you’re usually like and what matters to you. There are no right or wrong answers.

It takes about 24 minutes on a phone or computer. You can stop and pick it up later with the same link.

Start the assessment
${link}

The link works until Saturday, 28 November 2026 at 03:26 CET. This link is just for you. Anyone who opens it can answer as you, so please don’t forward it.

-- 
You’re receiving this because Northwind invited you with this email address. If you don’t know Northwind or don’t want to take part, just ignore this email.
We don’t track whether you open this email.`)
  })

  test('says the same in HTML, with the link in a button and in full', () => {
    const { html } = render()
    for (const words of [
      'Hello Noor,',
      'Northwind would like to learn',
      'about 24 minutes',
      'until Saturday, 28 November 2026',
    ]) {
      expect(html).toContain(words)
    }
    expect(html.match(new RegExp(`href="${link}"`, 'g'))).toHaveLength(2)
    expect(html).toContain(`>${link}</a>`)
    expect(html).toContain('<html lang="en" dir="ltr">')
    expect(html.indexOf('It takes about 24 minutes. Your link works')).toBeLessThan(html.indexOf('<table'))
  })

  test('says one minute for one, and minutes for more', () => {
    const said = (minutes: number) => {
      const { html, text } = render({ minutes })
      return [...`${html}\n${text}`.matchAll(/about (\d+ minutes?)\b/g)].map(([, time]) => time)
    }
    expect(new Set(said(0.4))).toEqual(new Set(['1 minute']))
    expect(new Set(said(1))).toEqual(new Set(['1 minute']))
    expect(new Set(said(2))).toEqual(new Set(['2 minutes']))
    expect(said(1)).toHaveLength(3)
  })

  test('tells people who have completed everything that they can open their results', () => {
    const { subject, text, html } = render({ destination: 'results', minutes: 0 })
    expect(subject).toBe('Your results for Northwind are ready')
    expect(text).toBe(`Hello Noor,

You have answered everything that Northwind asked you. You can open your results with the link below, as often as you like.

Open my results
${link}

The link works until Saturday, 28 November 2026 at 03:26 CET. This link is just for you. Anyone who opens it can act as you, so please don’t forward it.

-- 
You’re receiving this because Northwind invited you with this email address. If you don’t know Northwind, just ignore this email.
We don’t track whether you open this email.`)
    expect(html).toContain('Open my results</a>')
  })

  test('says that they are done if the account shows no results', () => {
    const { subject, text } = render({ destination: 'thanks', minutes: 0 })
    expect(subject).toBe('Your assessment for Northwind is complete')
    expect(text).toContain('nothing is left to do. Northwind has your results and can share them with you.')
    expect(text).toContain('Open the page\nhttps:')
  })

  test.each(['results', 'thanks'] as const)(
    "asks for nothing if the link opens %s, even with the account's own subject",
    (destination) => {
      const { subject, text, html } = render({
        destination,
        minutes: 0,
        subject: 'Please answer our questions',
      })
      for (const part of [subject, text, html]) {
        expect(part).not.toMatch(
          /minute|invites you|would like to learn|asks you to|can answer as you|\{\w+\}/,
        )
      }
    },
  )

  test("shows the expiry in the account's time zone, or in UTC if the zone is unknown", () => {
    expect(render({ timezone: 'America/New_York' }).text).toContain('Friday, 27 November 2026 at 21:26 GMT-5')
    expect(render({ timezone: 'Mars/Olympus' }).text).toContain('at 02:26 UTC')
  })

  test('names the last day to answer, and a new link if the link ends before that day is over', () => {
    const of = (deadline: string) => {
      const { text, html } = render({ campaign: { senderName: null, note: null, deadline } })
      expect(text).toContain('Please finish by ')
      return { link: /The link works .*? CET([;.][^.]*)/.exec(text)?.[1], head: html.split('<table')[0] }
    }
    expect(of('2026-11-27').link).toBe('. This link is just for you')
    expect(of('2026-11-27').head).toContain('Your link works until')
    for (const deadline of ['2026-11-28', '2026-12-11']) {
      expect(of(deadline).link).toBe('; if you open it later, you can ask for a new one')
      expect(of(deadline).head).not.toContain('Your link works until')
    }
    expect(of('2026-12-11').head).toContain('24 minutes. Please finish by Friday, 11 December 2026.')
  })

  test('greets without a name when there is none', () => {
    for (const personName of [undefined, '', ' \u200b ']) {
      expect(render({ personName }).text).toMatch(/^Hello,\n/)
    }
  })

  test("uses the account's subject, on one line and without links", () => {
    const { subject, html } = render({ subject: 'Your place\r\nBcc: x@evil.example http://evil.example' })
    expect(subject).toBe('Your place Bcc: x @ evil. example evil. example')
    expect(html).toContain(`<title>${subject}</title>`)
  })

  test('shows markup in names as text and turns none into a link', () => {
    const hostile = '<a href="http://evil.example">win</a><script>'
    const { html, text, subject } = render({ accountName: hostile, personName: `"'&${hostile}` })
    expect(html).not.toContain('<script')
    expect(html.match(/<a /g)).toHaveLength(2)
    for (const part of [html, text, subject]) expect(part).not.toMatch(/http:\/\/evil|evil\.example/)
    expect(html).toContain('&quot;&#39;&amp;&lt;a href=')
  })

  test('leaves braces and dollar signs of a name alone', () => {
    expect(render({ personName: '{account} $& $1' }).text).toContain('Hello {account} $& $1,')
  })

  test('stays below 30 KB with the longest names', () => {
    const { html } = render({ accountName: '&'.repeat(9000), personName: '𠮷'.repeat(9000) })
    expect(Buffer.byteLength(html)).toBeLessThan(30_000)
    expect(Buffer.byteLength(render().html)).toBeLessThan(10_000)
  })

  test('fetches nothing and has no tracking: the only URL is the link', () => {
    const { html } = render()
    expect(html).not.toMatch(/<img|<link|url\(|@import|src=/i)
    expect(html.replaceAll(link, '')).not.toMatch(/https?:/)
  })

  test('escapes the link and refuses one that is not http or https', () => {
    expect(render({ link: 'https://timbre.example/t/x?a=1&b="' }).html).toContain('/t/x?a=1&amp;b=%22"')
    expect(() => render({ link: 'javascript:alert(1)' })).toThrow('javascript:')
  })
})
