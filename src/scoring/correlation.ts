type Numbers = ArrayLike<number>

/** Pearson's r of two lists of equal length, or undefined if one of them is constant. */
export function correlation(a: Numbers, b: Numbers, count: number = a.length): number | undefined {
  const meanA = mean(a, count)
  const meanB = mean(b, count)
  let product = 0
  let squaresA = 0
  let squaresB = 0
  for (let at = 0; at < count; at++) {
    const fromA = (a[at] as number) - meanA
    const fromB = (b[at] as number) - meanB
    product += fromA * fromB
    squaresA += fromA * fromA
    squaresB += fromB * fromB
  }
  // A constant list leaves a rounding residue, which must not count as variance.
  if (squaresA < 1e-12 || squaresB < 1e-12) return undefined
  return product / Math.sqrt(squaresA * squaresB)
}

/** The arithmetic mean of the first `count` values; NaN for an empty list. */
export function mean(values: Numbers, count: number = values.length): number {
  let sum = 0
  for (let at = 0; at < count; at++) sum += values[at] as number
  return sum / count
}

/** The standard deviation of the first `count` values themselves (over n). */
export function deviation(values: Numbers, count: number = values.length): number {
  const middle = mean(values, count)
  let squares = 0
  for (let at = 0; at < count; at++) {
    const distance = (values[at] as number) - middle
    squares += distance * distance
  }
  return Math.sqrt(squares / count)
}
