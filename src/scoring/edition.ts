/**
 * Editions of the scoring, oldest first. The same answers can give other figures in another one. A stored result names
 * its edition and is never computed anew; every edition stays, so that any result can be verified.
 *
 * - 1.0.0: `confidence` of a Focus level from the error around the observed T, one standard error for all facets.
 * - 1.1.0: `confidence` and `sideConfidence` from the true T that can be expected (Kelley), a standard error for each
 *   scale; intervals of ranks for Core; ties in DISC are marked. Scores, levels, styles and orders are those of 1.0.0.
 */
export const scoringEditions = ['1.0.0', '1.1.0'] as const
export type ScoringEdition = (typeof scoringEditions)[number]

/** The edition of new results. */
export const scoringVersion: ScoringEdition = '1.1.0'

export function isScoringEdition(version: string): version is ScoringEdition {
  return scoringEditions.some((edition) => edition === version)
}
