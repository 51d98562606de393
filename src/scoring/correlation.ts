/** Pearson's r of two lists of equal length, or undefined if one of them is constant. */
export function correlation(a: readonly number[], b: readonly number[]): number | undefined {
  const meanA = mean(a)
  const meanB = mean(b)
  let product = 0
  let squaresA = 0
  let squaresB = 0
  for (const [at, value] of a.entries()) {
    const fromA = value - meanA
    const fromB = (b[at] as number) - meanB
    product += fromA * fromB
    squaresA += fromA * fromA
    squaresB += fromB * fromB
  }
  // A constant list leaves a rounding residue, which must not count as variance.
  if (squaresA < 1e-12 || squaresB < 1e-12) return undefined
  return product / Math.sqrt(squaresA * squaresB)
}

/** The arithmetic mean; NaN for an empty list. */
export function mean(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}

/** The standard deviation of the values themselves (over n). */
export function deviation(values: readonly number[]): number {
  const middle = mean(values)
  let squares = 0
  for (const value of values) squares += (value - middle) ** 2
  return Math.sqrt(squares / values.length)
}
