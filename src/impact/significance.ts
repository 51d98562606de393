import { normalCdf } from '../scoring/normal.ts'

/** How many people of a group were selected. */
export type Counts = { readonly selected: number; readonly total: number }

export type RateDifference = {
  /** The two-proportion z with a pooled rate, negative if the first group has the lower rate; null without variance. */
  readonly z: number | null
  /** Two-sided p of z under the normal distribution. */
  readonly zChance: number | null
  /** Fisher's exact two-sided p. */
  readonly exactChance: number
  /** How many of the first group would have been selected at the common rate of both. */
  readonly expected: number
  /** Selected minus expected, in standard deviations of the hypergeometric distribution; null without variance. */
  readonly deviations: number | null
  /** Whether fewer than five are expected in one of the four cells: then z is unreliable (Cochran 1954). */
  readonly isSmall: boolean
}

/** Both groups are non-empty, with counts up to a million each. */
export function rateDifference(one: Counts, other: Counts): RateDifference {
  const total = one.total + other.total
  const selected = one.selected + other.selected
  const rest = total - selected
  const expected = (one.total * selected) / total
  const smallest = (Math.min(one.total, other.total) * Math.min(selected, rest)) / total
  // Each figure is at most one fraction away from the counts, so that equal rates give exactly 0.
  const above = (one.selected * other.total - other.selected * one.total) / total
  const spread = (one.total * other.total * (selected / total) * (rest / total)) / total
  const z = spread === 0 ? null : above / Math.sqrt(spread)
  return {
    z,
    zChance: z === null ? null : 2 * normalCdf(-Math.abs(z)),
    exactChance: fisherExact(one, other),
    expected,
    deviations: z === null ? null : z * Math.sqrt((total - 1) / total),
    isSmall: smallest < 5,
  }
}

/**
 *
 * Fisher's exact test of equal rates, two-sided: the probability, given all four marginal sums, of every division that
 * is at most as likely as the observed one. Divisions within 1e-7 of its probability count as equally likely, as in R's
 * `fisher.test`, because rounding must not separate symmetric cases.
 *
 * Each probability follows from the previous one by one multiplication and is relative to the largest, so nothing
 * overflows, and those that round to zero are skipped. The result is 0 where it is below 1e-300.
 *
 */
export function fisherExact(one: Counts, other: Counts): number {
  const selected = one.selected + other.selected
  const total = one.total + other.total
  const lowest = Math.max(0, selected - other.total)
  const highest = Math.min(one.total, selected)
  const mode = Math.floor(((one.total + 1) * (selected + 1)) / (total + 2))
  const start = Math.min(highest, Math.max(lowest, mode))
  /** How much likelier `chosen + 1` selected people of the first group are than `chosen`. */
  const step = (chosen: number) =>
    ((one.total - chosen) * (selected - chosen)) / ((chosen + 1) * (other.total - selected + chosen + 1))
  const up: number[] = []
  for (let at = start, weight = 1; at < highest && weight > least; at++) {
    weight *= step(at)
    up.push(weight)
  }
  const down: number[] = []
  for (let at = start, weight = 1; at > lowest && weight > least; at--) {
    weight /= step(at - 1)
    down.push(weight)
  }
  const away = one.selected - start
  const observed = away === 0 ? 1 : ((away > 0 ? up[away - 1] : down[-away - 1]) ?? 0)
  const limit = observed * (1 + 1e-7)
  const all = 1 + sum(up) + sum(down)
  const atMost = (weights: readonly number[]) => sum(weights.filter((weight) => weight <= limit))
  return Math.min(1, (atMost(up) + atMost(down) + atMost([1])) / all)
}

/** Weights below this fraction of the largest are ignored. */
const least = 1e-300

/** Starts with the smallest, at the end, so that the many small weights are not lost next to large ones. */
function sum(weights: readonly number[]): number {
  return weights.reduceRight((a, b) => a + b, 0)
}
