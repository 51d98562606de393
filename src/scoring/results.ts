/** The results of scoring. All values survive JSON. */

export type Level = 'veryLow' | 'low' | 'baseline' | 'high' | 'veryHigh'
export type Trait = 'flexibility' | 'organization' | 'communication' | 'understanding' | 'stability'
export type Letter = 'D' | 'I' | 'S' | 'C'
export type Family = 'disc' | 'focus' | 'core'

export const letters: readonly Letter[] = ['D', 'I', 'S', 'C']

/**
 * One Focus scale. `raw` is the sum of keyed answers in the direction of the norm (for stability and its
 * facets that is Neuroticism, which is why a high raw there means a low T). `t` has mean 50 and SD 10 in the
 * norm, two decimals. `score` is the percentile, one decimal, bounded to 1..99. `sem` is the standard error of
 * `t`. `confidence` (0..1) is the probability that the true T lies in `level`; `sideConfidence` that it lies on the
 * same side of 50 as `t`, or in the middle band if `level` is the baseline. Edition 1.0.0 has no `sideConfidence`.
 */
export type FocusScale = {
  readonly raw: number
  readonly t: number
  readonly score: number
  readonly level: Level
  readonly sem: number
  readonly confidence: number
  readonly sideConfidence?: number
}

export type FocusTrait = FocusScale & { readonly facets: Readonly<Record<string, FocusScale>> }
export type FocusResult = Readonly<Record<Trait, FocusTrait>>

/** Why an answer sheet cannot be scored, in one sentence. */
export type Unscored = { readonly unscored: string }

/**
 * `d`, `i`, `s`, `c` run from 0 to 100 and are relative to the person's own mean of 50. `styles` is the share of
 * each style over the draws from the error distribution, largest first; `confidence` is that of `style`.
 * `styleIsTied`: only the order D, I, S, C chose between two letters for the style. Edition 1.0.0 does not have it.
 */
export type DiscScores = {
  readonly style: string
  readonly d: number
  readonly i: number
  readonly s: number
  readonly c: number
  readonly most: Readonly<Record<Letter, number>>
  readonly least: Readonly<Record<Letter, number>>
}
export type DiscResult = DiscScores & {
  readonly styles: Readonly<Record<string, number>>
  readonly confidence: number
  readonly styleIsTied?: boolean
}

/**
 * A value's result: `utility` and `se` in logits, `most` how often it was chosen as the most important. `rank90` is the
 * best and the worst rank (1 to 13) of an interval that holds the true one in about nine of ten cases; edition 1.0.0
 * does not have it.
 */
export type RankedValue = {
  readonly key: string
  readonly utility: number
  readonly se: number
  readonly most: number
  readonly rank90?: readonly [best: number, worst: number]
}

/** `ranked` has all thirteen, best first; `close` the neighbors that differ by less than one standard error. */
export type CoreResult = {
  readonly first: string
  readonly second: string
  readonly third: string
  readonly fourth: string
  readonly fifth: string
  readonly ranked: readonly RankedValue[]
  readonly close: readonly (readonly [string, string])[]
}
