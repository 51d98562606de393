import { normalCdf } from './normal.ts'

/** The best and the worst rank (1 is the best) that a value may well have. */
export type RankInterval = readonly [best: number, worst: number]

/**
 * For each value by number, the ranks among which its true one is in about nine of ten cases. The utilities are taken
 * as normal around the fitted ones, with this covariance (rows of as many numbers). Given one value's utility, the
 * number of others above it is a sum of independent events (Poisson binomial), which is averaged over three points of
 * that utility (Gauss-Hermite quadrature). That the others are then independent of each other, and three points, are
 * approximations; `npm run simulate` shows how often the true rank is inside. An interval begins with the likeliest
 * rank and takes in the likelier neighbor until its probability is as near to .90 as it gets: ranks are whole, so
 * always going above would make it too wide.
 */
export function rankIntervals(utilities: readonly number[], covariance: Float64Array): RankInterval[] {
  const size = utilities.length
  if (shares.length !== size) {
    gaps = new Float64Array(size)
    slopes = new Float64Array(size)
    chances = new Float64Array(size)
    shares = new Float64Array(size)
    events = new Float64Array(size + 3)
  }
  return utilities.map((_, value) => {
    compareWithOthers(utilities, covariance, value)
    shares.fill(0)
    for (let point = 0; point < points.length; point++) addRanks(size, point)
    return likeliestRanks()
  })
}

/** By other value: how far it is above this one, and what that loses with each standard error of this one's utility. */
let gaps = new Float64Array(0)
let slopes = new Float64Array(0)
let chances = new Float64Array(0)
/** The chance of each other value to be above this one. */
let events = new Float64Array(0)
/** The probability of each rank, best first. */
let shares = new Float64Array(0)

/** Fills `gaps` and `slopes`, in units of the other's standard error if this one's utility is known. */
function compareWithOthers(utilities: readonly number[], covariance: Float64Array, value: number): void {
  const size = utilities.length
  const own = Math.sqrt(covariance[value * size + value] as number)
  const utility = utilities[value] as number
  let at = 0
  for (let other = 0; other < size; other++) {
    if (other === value) continue
    const shared = (covariance[other * size + value] as number) / own
    const rest = Math.sqrt((covariance[other * size + other] as number) - shared * shared)
    gaps[at] = ((utilities[other] as number) - utility) / rest
    slopes[at] = (own - shared) / rest
    at++
  }
}

/** Adds the probability of each rank if the utility is this many standard errors from the fitted one. */
function addRanks(size: number, point: number): void {
  const [counts, lookUp, gap, slope, chance] = [chances, phi, gaps, slopes, events]
  const distance = points[point] as number
  for (let other = 0; other < size - 1; other++) {
    const z = (gap[other] as number) - (slope[other] as number) * distance
    const place = Math.min(last, Math.max(0, (z + reach) * fineness))
    const entry = place | 0
    const before = lookUp[entry] as number
    chance[other] = before + (place - entry) * ((lookUp[entry + 1] as number) - before)
  }
  counts.fill(0)
  counts[0] = weights[point] as number
  for (let known = 0; known < size - 1; known += 4) addFour(counts, chance, known, size)
  for (let rank = 0; rank < size; rank++) shares[rank] = (shares[rank] as number) + (counts[rank] as number)
}

/**
 * Adds four events to the distribution of how many happen. Each is added to what the one before it left, as if one came
 * after the other, so that every digit is the same, but with a fourth of the reading and writing. `events` ends with
 * events that never happen, which change nothing.
 */
function addFour(counts: Float64Array, chance: Float64Array, known: number, size: number): void {
  const a = chance[known] as number
  const b = chance[known + 1] as number
  const c = chance[known + 2] as number
  const d = chance[known + 3] as number
  let none = counts[0] as number
  let afterA = none * (1 - a)
  let afterB = afterA * (1 - b)
  let afterC = afterB * (1 - c)
  counts[0] = afterC * (1 - d)
  const end = Math.min(size, known + 5)
  for (let rank = 1; rank < end; rank++) {
    const stays = counts[rank] as number
    const nowA = stays + a * (none - stays)
    const nowB = nowA + b * (afterA - nowA)
    const nowC = nowB + c * (afterB - nowB)
    counts[rank] = nowC + d * (afterC - nowC)
    none = stays
    afterA = nowA
    afterB = nowB
    afterC = nowC
  }
}

function likeliestRanks(): RankInterval {
  let best = 0
  for (let rank = 1; rank < shares.length; rank++) {
    if ((shares[rank] as number) > (shares[best] as number)) best = rank
  }
  let worst = best
  let mass = shares[best] as number
  for (;;) {
    const left = best > 0 ? (shares[best - 1] as number) : -1
    const right = worst + 1 < shares.length ? (shares[worst + 1] as number) : -1
    const more = Math.max(left, right)
    if (more < 0 || mass + more - wanted > wanted - mass) return [best + 1, worst + 1]
    mass += more
    if (left >= right) best--
    else worst++
  }
}

const wanted = 0.9

/** Gauss-Hermite quadrature of a standard normal variable with three points. */
const points = [0, Math.sqrt(3), -Math.sqrt(3)]
const weights = [2 / 3, 1 / 6, 1 / 6]

/** Φ from -`reach` to `reach` in steps of 1/`fineness`; between two entries never 1e-6 from the exact value. */
const reach = 6
const fineness = 256
const last = 2 * reach * fineness
const phi = Float64Array.from({ length: last + 2 }, (_, at) => normalCdf(at / fineness - reach))
