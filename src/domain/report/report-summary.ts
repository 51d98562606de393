import { fillSlots } from '../../content/fill-slots.ts'
import type { ReportTexts } from '../../content/report.ts'
import type { CoreResult } from '../../scoring/results.ts'
import { type FacetDeviation, facetDeviations, slowerPhrase, verbPhrase } from './leanings.ts'
import type { PersonResults } from './results.ts'

/**
 * Two sentences below the headline: what a person likes or also does, and where they are slower. Skips facets that the
 * headline mentions. If assessments are missing, it says which ones the page is based on.
 */
export function summarizeReport(
  results: PersonResults,
  named: readonly string[],
  texts: ReportTexts,
): string[] {
  const { focus, core } = results
  const open = focus ? facetDeviations(focus).filter(({ facet }) => !named.includes(facet)) : []
  const opening = core ? [likes(core, texts)] : focus ? [also(open, texts) ?? texts.lede.middle] : []
  const second = focus ? [slower(open, texts) ?? (core && also(open, texts)) ?? texts.lede.situation] : []
  return [...opening, ...second, ...partial(results, texts)].slice(0, 3)
}

/** The facets that these sentences mention. */
export function summaryFacets(
  { focus, core }: PersonResults,
  named: readonly string[],
  texts: ReportTexts,
): string[] {
  const open = focus ? facetDeviations(focus).filter(({ facet }) => !named.includes(facet)) : []
  const slow = slowest(open, texts)
  return [...slow, ...(core && slow.length > 0 ? [] : highest(open, texts))].map(({ facet }) => facet)
}

function likes(core: CoreResult, texts: ReportTexts): string {
  const words = texts.values as Record<string, { likes: string }>
  return fillSlots(texts.lede.likes, {
    first: words[core.first]?.likes ?? '',
    second: words[core.second]?.likes ?? '',
  })
}

function also(open: readonly FacetDeviation[], texts: ReportTexts): string | undefined {
  const [first, second] = highest(open, texts).flatMap((leaning) => verbPhrase(texts, leaning) ?? [])
  if (first && second) return fillSlots(texts.lede.also.two, { first, second })
  return first && fillSlots(texts.lede.also.one, { first })
}

function slower(open: readonly FacetDeviation[], texts: ReportTexts): string | undefined {
  const [first, second, third] = slowest(open, texts).flatMap((leaning) => slowerPhrase(texts, leaning) ?? [])
  const { one, two, three } = texts.lede.slower
  if (first && second && third) return fillSlots(three, { first, second, third })
  if (first && second) return fillSlots(two, { first, second })
  return first && fillSlots(one, { first })
}

function highest(open: readonly FacetDeviation[], texts: ReportTexts): FacetDeviation[] {
  const isSaid = (leaning: FacetDeviation) =>
    leaning.side === 'high' && verbPhrase(texts, leaning) !== undefined
  return open.filter(isSaid).slice(0, 2)
}

function slowest(open: readonly FacetDeviation[], texts: ReportTexts): FacetDeviation[] {
  return open.filter((leaning) => slowerPhrase(texts, leaning) !== undefined).slice(0, 3)
}

function partial({ disc, focus, core }: PersonResults, texts: ReportTexts): string[] {
  const names = [disc && 'DISC', focus && 'Focus', core && 'Core'].filter((name) => name !== undefined)
  const [first, second] = names
  const { one, two, rest } = texts.lede.partial
  if (names.length === 3 || !first) return []
  return [second ? fillSlots(two, { first, second }) : fillSlots(one, { first }), rest]
}
