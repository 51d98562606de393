/** How many of a person's own answers the estimate looks at. */
const keptPaces = 10
/** Before this many answers, the pace is that of the assessment's own estimate. */
const leastPaces = 3

/** The last paces with one more; `ms` is the time from one answer to the next. */
export function addPace(paces: readonly number[], ms: number): readonly number[] {
  return [...paces, ms].slice(-keptPaces)
}

/**
 * Whole minutes that the rest of a part will take: the median of the last own paces, so that one long break does
 * not count, times what is left; never below 1. `expectedMs` is the usual pace, for the first answers.
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
