import { describe, expect, test } from 'vitest'
import { honestSheet, simulatedBasis } from '../../scripts/simulation/debrief-basis.ts'
import { reportTexts } from '../../src/content/report.ts'
import { locales } from '../../src/contract/locale.ts'
import { coreSentence } from '../../src/domain/report/core.ts'
import { discSentence, repeatSentence, wheelSentence } from '../../src/domain/report/disc.ts'
import { buildHeadline } from '../../src/domain/report/headline.ts'
import { summarizeReport } from '../../src/domain/report/report-summary.ts'
import type { PersonResults } from '../../src/domain/report/results.ts'

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
