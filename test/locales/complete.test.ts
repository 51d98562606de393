import { describe, expect, test } from 'vitest'
import { detectLanguage } from '../../src/domain/debrief/detect-language.ts'
import { byCharacters, files, textsOf, translated } from './texts.ts'

describe.each(translated)('the texts of %s', (locale) => {
  test.each(files)('%s has every text of the English file, and no other', (file) => {
    expect([...textsOf(file, locale).keys()].sort()).toEqual([...textsOf(file, 'en').keys()].sort())
  })

  test.each(files)('%s has the slots of the English texts', (file) => {
    const english = textsOf(file, 'en')
    const others = [...textsOf(file, locale)].filter(
      ([path, text]) => slots(text).join() !== slots(english.get(path) ?? '').join(),
    )
    expect(others).toEqual([])
  })

  test.each(files)('%s has no text that was left in English', (file) => {
    const english = textsOf(file, 'en')
    const left = [...textsOf(file, locale)].filter(
      ([path, text]) =>
        (text === english.get(path) && !isSameEverywhere(text)) ||
        (file !== 'site' && text.length > 60 && detectLanguage(text) === 'en'),
    )
    expect(left).toEqual([])
  })

  test.each(files)(
    '%s has no empty text, no white space to spare and no typewriter quotation marks',
    (file) => {
      const odd = [...textsOf(file, locale).values()].filter(
        (text) => text.trim() !== text || text === '' || /[ \t]{2}|"/.test(text),
      )
      expect(odd).toEqual([])
    },
  )

  test('texts that are shown side by side differ', () => {
    for (const file of ['items', 'scales', 'reportFixtures', 'debrief'] as const) {
      const english = textsOf(file, 'en')
      const seen = new Map<string, string>()
      const twice = [...textsOf(file, locale)].filter(([path, text]) => {
        const former = seen.get(text)
        seen.set(text, path)
        return former !== undefined && english.get(former) !== english.get(path)
      })
      expect(twice).toEqual([])
    }
  })
})

describe.each(byCharacters)('the texts of %s', (locale) => {
  test('is written in its own script', () => {
    const own =
      locale === 'ko' ? /\p{Script=Hangul}/u : /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
    const others = files.flatMap((file) =>
      [...textsOf(file, locale).values()].filter((text) => !own.test(text) && !isSameEverywhere(text)),
    )
    expect(others).toEqual([])
  })
})

function slots(text: string): string[] {
  return [...new Set(text.match(/\{\w+\}/g))].sort()
}

/** Names, units, letters and slots, and single words that several languages share, such as "Version" or "Region". */
function isSameEverywhere(text: string): boolean {
  const words = text.replace(/\{\w+\}/g, '').match(/\p{L}+/gu) ?? []
  return words.length <= 1 || words.every((word) => shared.has(word))
}

const shared = new Set([
  ...[
    'Timbre',
    'DISC',
    'Focus',
    'Core',
    'JSON',
    'PDF',
    'API',
    'MCP',
    'OAuth',
    'ID',
    'D',
    'I',
    'S',
    'C',
    'T',
    'min',
  ],
  ...['Claude', 'Cursor', 'VS', 'Code', 'Enter', 'Backspace'],
])
