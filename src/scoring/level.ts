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
 * The probability (0..1) that the true T is in the level of the observed one, if the error around the observed T is
 * normal with the standard error `sem` (in T).
 */
export function levelConfidence(t: number, sem: number): number {
  const [from, to] = bounds[levelOf(t)]
  return normalCdf((to - t) / sem) - normalCdf((from - t) / sem)
}

const bounds: Readonly<Record<Level, readonly [number, number]>> = {
  veryLow: [-Infinity, 35],
  low: [35, 45],
  baseline: [45, 55],
  high: [55, 65],
  veryHigh: [65, Infinity],
}
