/**
 * The engine of an adaptive Focus. It is not used by any form: it needs item parameters, and those can't be had without
 * the answers of at least 1,000 people. Until then nothing here reaches a person; it is tested on
 * simulated parameters, and `npm run simulate` prints what it would do with them.
 *
 * Graded response model: F. Samejima (1969), Estimation of latent ability using a response pattern of graded scores,
 * Psychometrika Monograph 17. Each facet is a dimension of its own with a standard normal prior.
 */
export type GradedItem = {
  readonly n: number
  readonly facet: string
  /** Above 0, in the direction of the facet: answers are keyed. */
  readonly slope: number
  /** Four, ascending: where answer 2, 3, 4 and 5 become likelier than not to be reached. */
  readonly thresholds: readonly number[]
}

/** An answer from 1 to 5, keyed in the direction of the facet. */
export type GradedAnswer = { readonly item: GradedItem; readonly answer: number }

/** The facet's estimate in SDs, with the SD of its posterior. */
export type Estimate = { readonly theta: number; readonly se: number }

/** The probabilities of the answers 1 to 5. */
export function answerProbabilities({ slope, thresholds }: GradedItem, theta: number): number[] {
  const reached = [1, ...thresholds.map((threshold) => 1 / (1 + Math.exp(-slope * (theta - threshold)))), 0]
  return reached.slice(0, -1).map((share, at) => share - (reached[at + 1] as number))
}

/** Fisher information of one item: the sum of P'² / P over the answers. */
export function information(item: GradedItem, theta: number): number {
  const { slope, thresholds } = item
  const reached = [1, ...thresholds.map((threshold) => 1 / (1 + Math.exp(-slope * (theta - threshold)))), 0]
  let sum = 0
  for (let at = 0; at + 1 < reached.length; at++) {
    const [from, to] = [reached[at] as number, reached[at + 1] as number]
    const change = slope * (from * (1 - from) - to * (1 - to))
    if (from - to > 1e-12) sum += change ** 2 / (from - to)
  }
  return sum
}

/**
 * Mean and SD of the posterior on a grid (R. D. Bock and R. J. Mislevy 1982, Applied Psychological Measurement 6,
 * 431-444). Without answers it is the prior.
 */
export function estimate(answers: readonly GradedAnswer[]): Estimate {
  let [weight, first, second] = [0, 0, 0]
  for (const theta of grid) {
    let density = Math.exp((-theta * theta) / 2)
    for (const { item, answer } of answers) density *= answerProbabilities(item, theta)[answer - 1] ?? 0
    weight += density
    first += density * theta
    second += density * theta * theta
  }
  const theta = first / weight
  return { theta, se: Math.sqrt(second / weight - theta * theta) }
}

const grid = Array.from({ length: 81 }, (_, at) => -4 + at / 10)

export type AdaptivePlan = {
  /** Every facet gets at least this many items, whatever its error. */
  readonly least: number
  /** A facet is finished once its error is at most this, in SDs. */
  readonly target: number
}

/**
 * The next item: of the facet that has fewest items until all have the least, then of the one with the largest error
 * beyond the target; within the facet the unused item with the most information at its estimate. Ties go to the lower
 * number. Undefined when every facet is finished or out of items.
 */
export function nextGradedItem(
  bank: readonly GradedItem[],
  answers: readonly GradedAnswer[],
  { least, target }: AdaptivePlan,
): GradedItem | undefined {
  const used = new Set(answers.map(({ item }) => item.n))
  const facets = [...Map.groupBy(bank, ({ facet }) => facet)].flatMap(([facet, items]) => {
    const left = items.filter(({ n }) => !used.has(n))
    const given = answers.filter(({ item }) => item.facet === facet)
    const { theta, se } = estimate(given)
    const isFinished = given.length >= least && se <= target
    return left.length === 0 || isFinished ? [] : [{ left, theta, se, count: given.length }]
  })
  const begun = facets.filter(({ count }) => count < least)
  const order = begun.length > 0 ? begun.sort((one, other) => one.count - other.count) : facets
  const next = begun.length > 0 ? order[0] : order.sort((one, other) => other.se - one.se)[0]
  return next?.left
    .map((item) => ({ item, gain: information(item, next.theta) }))
    .sort((one, other) => other.gain - one.gain || one.item.n - other.item.n)[0]?.item
}
