/** How many of the person's last answers the estimate uses. */
const keptPaces = 10
/** Before this many answers, the assessment's own estimate is used. */
const leastPaces = 3

/** The last paces with one more; `ms` is the time between two answers. */
export function addPace(paces: readonly number[], ms: number): readonly number[] {
  return [...paces, ms].slice(-keptPaces)
}

/**
 * Minutes for one item: the median of the last paces, so that one long break doesn't count. `usual` is for the first
 * answers.
 */
export function paceOf(paces: readonly number[], usual: number): number {
  return paces.length < leastPaces ? usual : median(paces) / 60_000
}

/** Of an even number the upper one of the middle two: more exact isn't worth its bytes in the page's script. */
function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
}
