import { tOf } from '../../../src/charts/percentile.ts'
import type { Reading, TraitReading } from '../../../src/charts/reading.ts'
import { toneOrder } from '../../../src/charts/small-tone.ts'
import type { Focus, FocusFacet, LocalFocus, Scoring } from '../client/types.ts'
import { levelWords, scaleNames } from '../words/result-names.ts'
import { scaleMeanings } from '../words/scale-meanings.ts'

/** Standard errors in T points by trait and facet. */
type StandardErrors = Scoring['standardErrors']

/** Those of scoring 1.0.0, whose results don't name them. */
const firstErrors = { facet: 5.3, trait: 3.6 } as const

/**
 * Focus results as the charts take them, in the order of the instrument. The API has percentiles, from which T is
 * computed, and local percentiles if the account has a norm.
 */
export function focusReadings(focus: Focus, errors: StandardErrors, local?: LocalFocus): TraitReading[] {
  return toneOrder.map(({ trait, facets }) => {
    const inside: Readonly<Record<string, FocusFacet>> = focus[trait].facets
    const localFacets: Readonly<Record<string, { score: number }>> | undefined = local?.scores[trait].facets
    return {
      ...reading(trait, focus[trait], errors?.[trait] ?? firstErrors.trait, local?.scores[trait].score),
      facets: facets.flatMap((facet) => {
        const scale = inside[facet]
        if (!scale) return []
        return [reading(facet, scale, errors?.[facet] ?? firstErrors.facet, localFacets?.[facet]?.score)]
      }),
    }
  })
}

function reading(key: string, { score, level }: FocusFacet, sem: number, localScore?: number): Reading {
  return {
    key,
    label: scaleNames[key] ?? key,
    t: tOf(score),
    sem,
    score,
    level,
    levelWord: levelWords[level],
    ...(scaleMeanings[key] && { meaning: scaleMeanings[key] }),
    ...(localScore === undefined ? {} : { localScore }),
  }
}
