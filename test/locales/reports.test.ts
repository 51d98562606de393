import { describe, expect, test } from 'vitest'
import { honestSheet, simulatedBasis } from '../../scripts/simulation/debrief-basis.ts'
import { type ReportTexts, reportTexts, reportTextsAbout } from '../../src/content/report.ts'
import { locales } from '../../src/contract/locale.ts'
import { coreSentence } from '../../src/domain/report/core.ts'
import { discSentence, repeatSentence, wheelSentence } from '../../src/domain/report/disc.ts'
import { buildHeadline } from '../../src/domain/report/headline.ts'
import { summarizeReport } from '../../src/domain/report/report-summary.ts'
import type { PersonResults } from '../../src/domain/report/results.ts'
import { translated } from './texts.ts'

/** People who completed all three, and each of them with one or two parts alone. */
const people: readonly PersonResults[] = Array.from({ length: 150 }, (_, at) => {
  const { parts } = simulatedBasis(honestSheet(500 + at), `person ${at}`)
  const { disc, focus, core } = Object.fromEntries(
    parts.map(({ assessment, result }) => [assessment, result]),
  ) as PersonResults
  return (
    [{ disc, focus, core }, { disc, focus, core }, { focus }, { core }, { disc, core }, { focus, core }][
      at % 6
    ] ?? {}
  )
})

/** Whole words, also between letters that `\\b` doesn't count as such. */
const word = (words: string, flags = 'iu') => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, flags)

/** Forms of address, and pronouns that have a sex. */
const refused: Readonly<Record<string, RegExp>> = {
  de: word('Sie|Ihnen|Ihr|Ihre[mnrs]?|seine[mnrs]?|ihm|ihn|er', 'u'),
  es: word('usted|él|ella'),
  fr: word('vous|votre|vos|vôtres?|il|elle'),
  jp: /あなた|ご自身|彼/,
  ko: /당신|귀하|여러분|그녀/,
  nl: word('u|uw|uzelf|hij|zij|zijn|haar|hem'),
  pt_BR: word('você|ele|ela|dele|dela'),
  zh_CN: /您|他|她/,
}

/** Such words where they are about things, or mean nobody. */
const notThePerson = /fala dele|dá energia a ela|s’il y a|ce qu’il faut|kunnen zijn|其他/

describe.each(translated)('headlines about the person in %s', (locale) => {
  const texts = reportTextsAbout(locale) as ReportTexts
  const [styles, facets, values] = [texts.headline.styles, texts.facets, texts.values]

  test('name the person once, and need no other word for them', () => {
    const parts = [
      ...Object.values(styles).flatMap(({ sure, unsure, accent }) => [sure, unsure, accent]),
      ...Object.values(facets).flatMap(({ high, ...rest }) => ('low' in rest ? [high, rest.low] : [high])),
      ...Object.values(values).flatMap(({ first, inside }) => [first, inside]),
      ...[...Object.values(texts.headline.focus), texts.headline.core, texts.headline.coreAmong],
      // On share cards.
      ...Object.values(texts.disc.sentences),
    ]
    expect(parts.length).toBeGreaterThan(120)
    const plain = parts.map((text) => text.replace(notThePerson, ''))
    expect(plain.filter((text) => refused[locale]?.test(text) || /[<>@|]/.test(text))).toEqual([])
    expect(parts.filter((text) => text.split('{name}').length > 2)).toEqual([])
  })

  test('say the same as those to the person, of each of them', () => {
    for (const results of people) {
      const [to, about] = [buildHeadline(results, reportTexts(locale)), buildHeadline(results, texts)]
      expect(about?.facets).toEqual(to?.facets)
      expect(about?.text).not.toContain('{accent}')
      if (named.includes(locale)) expect(about?.text).toContain('{name}')
    }
  })
})

/** Japanese and Korean headlines have no subject. */
const named = ['de', 'es', 'fr', 'nl', 'pt_BR', 'zh_CN']

describe.each(locales)('the sentences of a results page in %s', (locale) => {
  const texts = reportTexts(locale)
  const reports = people.map((results) => {
    const first = buildHeadline(results, texts)
    return [
      first?.text ?? '',
      ...summarizeReport(results, first?.facets ?? [], texts),
      ...(results.disc
        ? [
            discSentence(results.disc, texts),
            repeatSentence(results.disc, texts),
            wheelSentence(results.disc, texts),
          ]
        : []),
      ...(results.core ? [coreSentence(results.core, texts)] : []),
    ]
  })
  const sentences = [...new Set(reports.flat())]

  test('have no unfilled slot and no doubled punctuation or space', () => {
    expect(sentences.length).toBeGreaterThan(100)
    expect(
      sentences.filter((text) => /[{}]|undefined|[.,;:!?。、;,]{2}|[ \u00a0]{2}| [.,]/u.test(text)),
    ).toEqual([])
  })

  test('start with a capital letter if the script has them, and end with punctuation', () => {
    const opening = /^[«“„‘「《¿¡]?[\p{Lu}\p{Lo}\d]/u
    expect(sentences.filter((text) => !opening.test(text) || !/[.。!?]$/u.test(text))).toEqual([])
  })

  test('do not repeat themselves for one person', () => {
    expect(reports.filter((own) => new Set(own).size !== own.length)).toEqual([])
  })
})
