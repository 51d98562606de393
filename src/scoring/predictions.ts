import type { Letter } from './results.ts'

/** `sign`: whether the letter should go with more of the facet, or with less. */
export type Prediction = { readonly letter: Letter; readonly facet: string; readonly sign: 1 | -1 }

/**
 * What would speak for DISC, written down in the manual (chapter 8) before anyone had looked. They never change: other
 * predictions would need a study of their own.
 */
export const predictions: readonly Prediction[] = [
  ...more('D', ['leadership']),
  ...less('D', ['trust', 'teamwork', 'humility']),
  ...more('I', ['friendliness', 'sociability', 'leadership', 'vigor', 'adventureSeeking', 'cheerfulness']),
  ...more('S', ['teamwork', 'compassion', 'composure']),
  ...less('S', ['vigor', 'adventureSeeking']),
  ...more('C', ['systemization', 'prudence']),
  ...less('C', ['sociability']),
]

/** The trait whose facets no letter should go with: each prediction should be larger than any of these. */
export const unrelatedTrait = 'flexibility'

function more(letter: Letter, facets: readonly string[]): Prediction[] {
  return facets.map((facet) => ({ letter, facet, sign: 1 }))
}

function less(letter: Letter, facets: readonly string[]): Prediction[] {
  return facets.map((facet) => ({ letter, facet, sign: -1 }))
}
