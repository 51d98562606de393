import { describe, expect, test } from 'vitest'
import { honestSheet, simulatedBasis } from '../../../scripts/simulation/debrief-basis.ts'
import { reportTexts } from '../../content/report.ts'
import type { DebriefBasis } from '../debrief/facts.ts'
import { buildHeadline } from './headline.ts'
import type { PersonResults } from './results.ts'
import { takeawaySentences } from './takeaway-sentences.ts'

describe('takeaways', () => {
  const people = Array.from({ length: 30 }, (_, at) => simulatedBasis(honestSheet(at + 1), `person ${at}`))

  test('are mostly three, and repeat neither the style nor the facet of the headline', () => {
    const counts = people.map((basis) => {
      const results = resultsOf(basis)
      const sentences = takeawaySentences(results, basis, 'en')
      const named = buildHeadline(results, reportTexts('en'))?.facets ?? []
      for (const { evidence } of sentences) {
        expect(evidence).not.toEqual(['disc.style'])
        for (const facet of named) expect(evidence).not.toEqual([expect.stringMatching(`\\.${facet}$`)])
      }
      return sentences.length
    })
    expect(Math.min(...counts)).toBeGreaterThan(0)
    expect(counts.filter((count) => count === 3).length).toBeGreaterThan(20)
  })

  test('are about the same in every language', () => {
    const [basis] = people
    if (!basis) return expect.unreachable()
    const aboutIn = (locale: 'en' | 'jp') =>
      takeawaySentences(resultsOf(basis), basis, locale).map(({ evidence }) => evidence)
    expect(aboutIn('jp')).toEqual(aboutIn('en'))
  })
})

function resultsOf({ parts, quality }: DebriefBasis): PersonResults {
  const results = Object.fromEntries(parts.map(({ assessment, result }) => [assessment, result]))
  return { ...results, quality: quality ?? undefined } as PersonResults
}
