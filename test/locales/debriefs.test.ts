import { describe, expect, test } from 'vitest'
import { readDebriefWords, wordsFound } from '../../src/content/debrief-words.ts'
import { type Locale, locales } from '../../src/contract/locale.ts'
import { debriefByRules } from '../../src/domain/debrief/by-rules.ts'
import { checkWording } from '../../src/domain/debrief/check-wording.ts'
import { countWords } from '../../src/domain/debrief/count-words.ts'
import { detectLanguage } from '../../src/domain/debrief/detect-language.ts'
import { lengthsIn } from '../../src/domain/debrief/lengths.ts'
import { createDebriefBrief } from '../../src/domain/debrief/prompt.ts'
import { samplePeople } from '../../src/domain/debrief/sample.ts'
import { translated } from './texts.ts'

/** Of the ordinary people and of the odd ones. */
const some = samplePeople.filter((_, at) => at % 4 === 0)

describe('of a quarter of the sample people', () => check(some))
describe('of all sample people', { tags: 'long' }, () => check(samplePeople))

function check(people: typeof samplePeople): void {
  const known = new Map<Locale, readonly ReturnType<typeof debriefByRules>[]>()
  const writtenIn = (locale: Locale) => {
    const written = known.get(locale) ?? people.map(({ facts }) => debriefByRules({ facts, locale }))
    known.set(locale, written)
    return written
  }

  describe.each(locales)('debriefs in %s', (locale) => {
    test('say that they are in it, and are', () => {
      expect(new Set(writtenIn(locale).map((debrief) => debrief.locale))).toEqual(new Set([locale]))
      const sentenceLists = writtenIn(locale).flatMap(({ sections }) =>
        sections.map(({ sentences }) => sentences),
      )
      const foreign = sentenceLists
        .map((sentences) => sentences.map(({ text }) => text).join(' '))
        .filter((text) => detectLanguage(text) !== locale)
      expect(foreign).toEqual([])
    })

    test('are as long as the English ones, by the words that the language takes', () => {
      const [least, most] = lengthsIn(locale).whole
      const lengths = writtenIn(locale).map(({ content }) => countWords(content))
      expect(lengths.filter((words) => words < least || words > most)).toEqual([])
    })

    test('leave no slot unfilled, and join their sentences as the language does', () => {
      const faulty = writtenIn(locale).flatMap(({ content }) =>
        content.split('\n').filter((line) => /[{}]|\.\.|。。| {2}| [,.;:](?!\S)|。 |\.\p{L}/u.test(line)),
      )
      expect(faulty).toEqual([])
    })

    test('use no forbidden word, and no number in words', () => {
      const { banned, numbers } = readDebriefWords(locale)
      const reviewed = writtenIn(locale).flatMap(({ sections }) =>
        sections.filter(({ id }) => id !== 'limits'),
      )
      const found = distinctTexts(reviewed).flatMap((text) =>
        wordsFound(text, [...banned, ...numbers]).map((word) => `${word}: ${text}`),
      )
      expect(found).toEqual([])
    })

    test('consist of letters, words and marks that a model may use too', () => {
      const brief = createDebriefBrief(
        { facts: (samplePeople[0] as (typeof samplePeople)[number]).facts, locale },
        'canary',
      )
      // The section on limits names what must not be claimed.
      const reviewed = writtenIn(locale).flatMap(({ sections }) =>
        sections.filter(({ id }) => id !== 'limits'),
      )
      const refused = distinctTexts(reviewed)
        .flatMap((text) => checkWording(text, brief).map(({ code }) => ({ code, text })))
        // In some languages the text of one English sentence reads better as two.
        .filter(({ code }) => code !== 'sentence')
      expect(refused).toEqual([])
    })
  })

  describe.each(translated)('a person who reads %s', (locale) => {
    test('gets the same content as in English, with the same evidence', () => {
      for (const at of people.keys()) {
        const [one, other] = (['en', locale] as const).map((language) =>
          writtenIn(language)[at]?.sections.map(({ id, sentences }) => ({
            id,
            evidence: sentences.map(({ evidence }) => evidence),
          })),
        )
        expect(other).toEqual(one)
      }
    })
  })
}

/** The sentences that say something of the person, each once: most are in many debriefs. */
function distinctTexts(
  sections: readonly { sentences: readonly { text: string; evidence: readonly string[] }[] }[],
): string[] {
  const sentences = sections.flatMap((section) => section.sentences)
  return [
    ...new Set(
      sentences.filter(({ evidence }) => !evidence.includes('quality.outcome')).map(({ text }) => text),
    ),
  ]
}
