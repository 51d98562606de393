import { reportTexts } from '../../content/report.ts'
import type { Locale } from '../../contract/locale.ts'
import type { DebriefBasis } from '../debrief/facts.ts'
import { type Takeaway, takeawaysBelow } from '../debrief/takeaways.ts'
import { buildHeadline } from './headline.ts'
import { verbPhrase } from './leanings.ts'
import { summaryFacets } from './report-summary.ts'
import type { PersonResults } from './results.ts'

/**
 * The takeaways of a person's results, which don't repeat the headline, nor, where there is something else to say, the
 * sentences after it. The English texts decide, so that they are about the same in every language.
 */
export function takeawaySentences(results: PersonResults, basis: DebriefBasis, locale: Locale): Takeaway[] {
  const texts = reportTexts('en')
  const headline = buildHeadline(results, texts)
  if (!headline) return []
  const above = {
    style: results.disc !== undefined,
    facets: headline.facets,
    touched: summaryFacets(results, headline.facets, texts),
    mayBeginWith: (facet: Parameters<typeof verbPhrase>[1]) => verbPhrase(texts, facet) !== undefined,
  }
  return takeawaysBelow(above, basis, locale)
}
