import { normalCdf } from '../../scoring/normal.ts'
import type { DiscFact, Facts, ScaleFact } from './facts.ts'

export type ScoreSide = 'high' | 'middle' | 'low'

/**
 * The side of a score that a text mentions. The distance from the middle affects which texts are selected, not their
 * words.
 */
export function scoreSideOf({ level }: ScaleFact): ScoreSide {
  if (level === 'baseline') return 'middle'
  return level === 'high' || level === 'veryHigh' ? 'high' : 'low'
}

/**
 * The probability (0..1) that the true score is on the stated side, as the result states it. Texts say high or low and
 * not how high, so this differs from the confidence of the level. Results of scoring 1.0.0 don't state it: theirs is
 * that of a true score beyond the middle band, from the error around the observed one.
 */
export function sideConfidence(scale: ScaleFact): number {
  const { t, sem } = scale
  if (scale.sideConfidence !== undefined) return scale.sideConfidence
  const side = scoreSideOf(scale)
  if (side === 'middle') return normalCdf((55 - t) / sem) - normalCdf((45 - t) / sem)
  return side === 'high' ? normalCdf((t - 55) / sem) : normalCdf((45 - t) / sem)
}

/**
 * From this probability a score is stated flatly; below it, the text hedges. Most flat statements are surer than the
 * limit. For scoring 1.0.0 it is .80: the error bar of one standard error in the charts is then almost entirely on the
 * stated side.
 */
export function sureThreshold(scale: ScaleFact): number {
  return scale.sideConfidence === undefined ? 0.8 : 0.85
}

/**
 * A style is stated flatly if clearly more draws than not give the same style; the results page uses the same
 * threshold.
 */
const sureStyleThreshold = 0.6

/** Doubtful answers make every statement uncertain, however clear the score. */
export function isSureOf(facts: Facts, ...scales: readonly ScaleFact[]): boolean {
  return facts.quality === 'ok' && scales.every(isSideSure)
}

/**
 * Whether the side is certain enough. A distance in standard errors clearly above or below the one at the threshold
 * needs no distribution.
 */
function isSideSure(scale: ScaleFact): boolean {
  const { t, sem } = scale
  if (scale.sideConfidence !== undefined) return scale.sideConfidence >= sureThreshold(scale)
  const side = scoreSideOf(scale)
  const distance = side === 'high' ? (t - 55) / sem : (45 - t) / sem
  if (side === 'middle' || Math.abs(distance - sureDistance) < 1e-6)
    return sideConfidence(scale) >= sureThreshold(scale)
  return distance > sureDistance
}

/** Φ of this is the threshold of scoring 1.0.0. */
const sureDistance = 0.8416212335729143

/** A text about one letter only states the first letter; about two, also their order. */
export function isSureStyle(facts: Facts, { style, confidence, firstConfidence }: DiscFact): boolean {
  const share = style.length === 1 ? firstConfidence : confidence
  return facts.quality === 'ok' && share >= sureStyleThreshold
}
