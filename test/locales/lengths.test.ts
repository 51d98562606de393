import { describe, expect, test } from 'vitest'
import { locales } from '../../src/contract/locale.ts'
import { renderInviteSms } from '../../src/domain/invite/invite-sms.ts'
import { segmentsOf } from '../../src/domain/message/gsm.ts'
import { byCharacters, textsOf } from './texts.ts'

/** The limits of a paragraph in a value's report, in words, or in characters for scripts without spaces. */
const paragraph: Readonly<Record<string, readonly [number, number]>> = {
  jp: [90, 190],
  ko: [80, 180],
  zh_CN: [64, 135],
}

describe.each(locales)('text lengths in %s', (locale) => {
  const items = textsOf('items', locale)
  const fixtures = textsOf('reportFixtures', locale)

  test('no Focus item has more than 90 characters', () => {
    const found = [...items].filter(([path, text]) => path.startsWith('focus.items.') && text.length > 90)
    expect(found).toEqual([])
  })

  test('no one-line text of a list has more than 90 characters', () => {
    const bullets = [...items, ...fixtures].filter(([path]) => /\.bullets?(\.|$)/.test(path))
    expect(bullets.length).toBeGreaterThan(100)
    expect(bullets.filter(([, text]) => text.length > 90)).toEqual([])
  })

  test('each of the four paragraphs on each value has 40 to 70 words, or as many characters as these need', () => {
    const [least, most] = paragraph[locale] ?? [40, 70]
    const sections = [...fixtures].filter(([path]) => /^core\.\w+\.sections\.\d$/.test(path))
    expect(sections).toHaveLength(13 * 4)
    const sized = sections.map(
      ([path, text]) => [path, sizeOf(text, paragraph[locale] !== undefined)] as const,
    )
    expect(sized.filter(([, size]) => size < least || size > most)).toEqual([])
  })

  test('the statements of a block are about equally long', () => {
    // The bank limits a set to three words; a translation may be about as wide on the screen.
    const lengths = [...items]
      .filter(([path]) => path.startsWith('disc.statements.'))
      .map(([, text]) => text.length)
    expect(lengths).toHaveLength(96)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(byCharacters.includes(locale) ? 30 : 64)
  })

  test('there are five answers, each short enough for a phone', () => {
    const answers = [...items].filter(([path]) => path.startsWith('focus.answers.')).map(([, text]) => text)
    expect(new Set(answers).size).toBe(5)
    expect(answers.filter((text) => text.length > 32)).toEqual([])
  })

  test.each(['questions', 'results', 'thanks'] as const)(
    "a text message about %s has at most two segments, and three if the account's name is in another script",
    (destination) => {
      // Regions and hosts as long as in real installations.
      for (const host of ['timbre.example', 'assessments.northwind-energy.com']) {
        const link = `https://${host}/t/eu.tmb_invite_${'x'.repeat(43)}`
        const segments = (accountName: string) => {
          const text = renderInviteSms({ locale, accountName, link, destination, days: 7 })
          expect(text).toContain(link)
          // No slot is left, and no surrogate pair is cut.
          expect(text).not.toMatch(/[{}]|[\ud800-\udbff](?![\udc00-\udfff])/)
          return segmentsOf(text)
        }
        for (const name of inTheAlphabet)
          expect([host, name, segments(name) <= 2]).toEqual([host, name, true])
        const most = byCharacters.includes(locale) ? 2 : 3
        for (const name of inAnother) expect([host, name, segments(name) <= most]).toEqual([host, name, true])
      }
    },
  )
})

/** Names in the GSM alphabet, or nearly. */
const inTheAlphabet = [
  ...['Nordlicht', 'X', 'Zürich Wärmepumpen GmbH & Co. KG, Abteilung Süd'],
  'Société Générale d’Équipement Çà et Là (Île-de-France)',
]

/** Names that force a message into another alphabet, which fits less than half as much. */
const inAnother = [
  ...['東京ガス株式会社', '株式会社日本語とても長い会社名東京本社人事部研修課採用担当窓口御中様'],
  ...['Оборонные Технологии и Партнёры Северо-Запад', '🌿 Grüne Wiese 🌿', '🌿'.repeat(60)],
]

function sizeOf(text: string, isByCharacters: boolean): number {
  return isByCharacters ? text.replace(/\s/g, '').length : text.split(/\s+/).length
}
