import { normalCdf } from '../../scoring/normal.ts'
import type { DiscFact, Facts, ScaleFact } from './facts.ts'

export type ScoreSide = 'high' | 'middle' | 'low'

/** The side of a score that a text speaks of; how far out it stands changes the choice of texts, not their words. */
export function scoreSideOf({ level }: ScaleFact): ScoreSide {
  if (level === 'baseline') return 'middle'
  return level === 'high' || level === 'veryHigh' ? 'high' : 'low'
}

/**
 * How likely the true score lies on the side that a text states, 0..1. A text says high or low and not how high, so
 * this is not the confidence of the level: at T 60 a facet is called high rightly in 83 of 100 cases, and its exact
 * level in 65.
 */
export function sideConfidence(scale: ScaleFact): number {
  const { t, sem } = scale
  const side = scoreSideOf(scale)
  if (side === 'middle') return normalCdf((55 - t) / sem) - normalCdf((45 - t) / sem)
  return side === 'high' ? normalCdf((t - 55) / sem) : normalCdf((45 - t) / sem)
}

/**
 * From here on a score is stated flatly: the band of one standard error that the pictures draw lies, but for a
 * hair, wholly on the stated side (beyond one standard error lie 16 of 100). Below it a text hedges.
 */
export const sureFrom = 0.8

/** A style is stated flatly where more draws than not give it again, and clearly so; the results page uses the same. */
const sureStyleFrom = 0.6

/** Doubtful answers make every statement doubtful, however clear the score is. */
export function isSureOf(facts: Facts, ...scales: readonly ScaleFact[]): boolean {
  return facts.quality === 'ok' && scales.every((scale) => sideConfidence(scale) >= sureFrom)
}

/** With one letter a text speaks of the first place alone, with two of their order as well. */
export function isSureStyle(facts: Facts, { style, confidence, firstConfidence }: DiscFact): boolean {
  const share = style.length === 1 ? firstConfidence : confidence
  return facts.quality === 'ok' && share >= sureStyleFrom
}
