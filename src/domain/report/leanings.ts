import type { ReportTexts } from '../../content/report.ts'
import type { FocusResult } from '../../scoring/results.ts'

/** A facet that clearly deviates from the baseline: its whole error band is outside T 45 to 55. */
export type FacetDeviation = { facet: string; side: 'high' | 'low'; distance: number }

/** Deviations, largest first; ties in the order of the instrument. */
export function facetDeviations(focus: FocusResult): FacetDeviation[] {
  return Object.values(focus)
    .flatMap((trait) => Object.entries(trait.facets))
    .map(([facet, { t, sem }]) => ({
      facet,
      side: t > 50 ? ('high' as const) : ('low' as const),
      distance: Math.abs(t - 50),
      clear: Math.abs(t - 50) - sem >= 5,
    }))
    .filter(({ clear }) => clear)
    .map(({ facet, side, distance }) => ({ facet, side, distance }))
    .sort((one, other) => other.distance - one.distance)
}

type Phrases = { high: string; low?: string; slower?: string }

/**
 * The verb phrase that continues "You …" for a deviation. Some sides have none: the first thing a page says about a
 * person must not be low mood or a readiness to use others.
 */
export function verbPhrase(
  texts: ReportTexts,
  { facet, side }: Pick<FacetDeviation, 'facet' | 'side'>,
): string | undefined {
  return phrasesOf(texts, facet)?.[side]
}

/** What a person low on a facet is slower to do; undefined where saying so would be unfair. */
export function slowerPhrase(texts: ReportTexts, { facet, side }: FacetDeviation): string | undefined {
  return side === 'low' ? phrasesOf(texts, facet)?.slower : undefined
}

function phrasesOf(texts: ReportTexts, facet: string): Phrases | undefined {
  return (texts.facets as Record<string, Phrases>)[facet]
}
