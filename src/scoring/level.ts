import { normalCdf } from './normal.ts'
import type { Level } from './results.ts'

/**
 * The level of a T score: below 35 veryLow, below 45 low, up to and including 55 baseline, up to and including
 * 65 high, above that veryHigh. The middle is the IPIP's own advice (half a standard deviation each way), the
 * outer cuts are one and a half standard deviations.
 */
export function levelOf(t: number): Level {
  if (t < 35) return 'veryLow'
  if (t < 45) return 'low'
  if (t <= 55) return 'baseline'
  if (t <= 65) return 'high'
  return 'veryHigh'
}

/**
 * What edition 1.0.0 stated as the probability (0..1) that the true T is in the level of the observed one: with an error
 * around the observed T that is normal with the standard error `sem` (in T), whoever the person is. At the ends that is
 * too much, because people with extreme scores are on average less extreme than their scores.
 */
export function levelConfidence(t: number, sem: number): number {
  const [from, to] = bounds[levelOf(t)]
  return normalCdf((to - t) / sem) - normalCdf((from - t) / sem)
}

/** Probabilities (0..1) of statements about a true T. */
export type TrueScore = { readonly confidence: number; readonly sideConfidence: number }

/**
 * The true T that can be expected of someone of the norm with this T: normal with mean 50 + ρ(T - 50) and variance
 * 100ρ(1 - ρ), for the reliability ρ of the scale (T. L. Kelley 1947, Fundamentals of statistics; F. M. Lord and M. R.
 * Novick 1968, Statistical theories of mental test scores, chapter 3). `confidence`: it is in the level of `t`.
 * `sideConfidence`: it is on the same side of 50, or in the middle band if `t` is.
 */
export function trueScore(t: number, reliability: number): TrueScore {
  const mean = 50 + reliability * (t - 50)
  const sd = 10 * Math.sqrt(reliability * (1 - reliability))
  const below = (limit: number) => normalCdf((limit - mean) / sd)
  const level = levelOf(t)
  const [from, to] = bounds[level]
  const confidence = below(to) - below(from)
  if (level === 'baseline') return { confidence, sideConfidence: confidence }
  return { confidence, sideConfidence: t > 50 ? 1 - below(50) : below(50) }
}

const bounds: Readonly<Record<Level, readonly [number, number]>> = {
  veryLow: [-Infinity, 35],
  low: [35, 45],
  baseline: [45, 55],
  high: [55, 65],
  veryHigh: [65, Infinity],
}
