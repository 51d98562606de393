/** How many of the person's last answers the estimate uses. */
const keptPaces = 10
/** Before this many answers, the assessment's own estimate is used. */
const leastPaces = 3

/** The last paces with one more; `ms` is the time between two answers. */
export function addPace(paces: readonly number[], ms: number): readonly number[] {
  return [...paces, ms].slice(-keptPaces)
}

/**
 * Minutes that the rest of a part will take, at least 1: the median of the last paces times the remaining items. With
 * the median, one long break doesn't count. `expectedMs` is the usual pace, for the first answers.
 */
export function minutesLeft(paces: readonly number[], itemsLeft: number, expectedMs: number): number {
  const pace = paces.length < leastPaces ? expectedMs : median(paces)
  return Math.max(1, Math.round((pace * itemsLeft) / 60_000))
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const at = (index: number) => sorted[index] ?? 0
  return sorted.length % 2 === 1 ? at(Math.floor(middle)) : (at(middle - 1) + at(middle)) / 2
}
