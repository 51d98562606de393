import { factorize, solve } from './cholesky.ts'
import { correlation } from './correlation.ts'
import type { NormalEstimate } from './estimate.ts'
import { alpha, oneFactor } from './reliability.ts'
import { addValues, covariances, crossSums, means } from './sums.ts'

/** One row a person, one column a variable; all there. */
type Rows = readonly (readonly number[])[]

/**
 * Cronbach's alpha of the sum of the columns. Its standard error assumes no distribution and no equal items: it is that
 * of the mean of what each person contributes (A. Maydeu-Olivares, D. L. Coffman and W. M. Hartmann 2007, Psychological
 * Methods 12, 157-176), taken to ln(1 - alpha) as D. G. Bonett (2002, Journal of Educational and Behavioral Statistics
 * 27, 335-340) does. Undefined if the sum does not vary.
 */
export function estimateAlpha(rows: Rows): NormalEstimate | undefined {
  const { matrix, centered } = momentsOf(rows)
  const value = alpha(matrix)
  if (value === undefined || !(value < 1)) return undefined
  const count = matrix.length
  const totals = centered.map((row) => row.reduce((sum, one) => sum + one, 0))
  const variance = meanOf(totals.map((one) => one * one))
  const own = meanOf(centered.map(squaresOf))
  const influence = centered.map((row, person) => {
    const square = (totals[person] as number) ** 2
    return (count / (count - 1)) * ((own * square) / variance - squaresOf(row)) * (1 / variance)
  })
  return {
    scale: 'complement',
    at: Math.log(1 - value),
    se: errorOf(influence) / (1 - value),
    n: rows.length,
  }
}

/**
 * McDonald's omega of the sum of the columns with one factor, with a standard error found as that of alpha. The slopes of
 * omega in the covariances follow from those of the loadings, where the derivative of least squares stays zero (implicit
 * function theorem). Undefined where there is no such model.
 */
export function estimateOmega(rows: Rows): NormalEstimate | undefined {
  const { matrix, centered } = momentsOf(rows)
  const loadings = oneFactor(matrix)
  const slopes = loadings && omegaSlopes(matrix, loadings)
  if (!slopes) return undefined
  const { value, own, between } = slopes
  const influence = centered.map((person) => {
    let sum = 0
    for (const [row, one] of person.entries()) {
      sum += own * (one * one - (matrix[row]?.[row] as number))
      for (let column = 0; column < row; column++)
        sum +=
          (between[row]?.[column] as number) *
          (one * (person[column] as number) - (matrix[row]?.[column] as number))
    }
    return sum
  })
  return {
    scale: 'complement',
    at: Math.log(1 - value),
    se: errorOf(influence) / (1 - value),
    n: rows.length,
  }
}

/** Omega, its slope in every variance, and its slopes in the covariances. Undefined if the minimum is not a sharp one. */
function omegaSlopes(
  matrix: readonly (readonly number[])[],
  loadings: readonly number[],
): { value: number; own: number; between: number[][] } | undefined {
  const count = loadings.length
  const sum = loadings.reduce((total, loading) => total + loading, 0)
  const unique = loadings.reduce(
    (total, loading, at) => total + (matrix[at]?.[at] as number) - loading ** 2,
    0,
  )
  const whole = sum ** 2 + unique
  const value = sum ** 2 / whole
  if (!(value < 1)) return undefined
  const square = loadings.reduce((total, loading) => total + loading ** 2, 0)
  const hessian = new Float64Array(count * count)
  const step = new Float64Array(count)
  for (let row = 0; row < count; row++) {
    const loading = loadings[row] as number
    step[row] = (2 * sum) / whole - (sum ** 2 / whole ** 2) * (2 * sum - 2 * loading)
    for (let column = 0; column <= row; column++) {
      const other = loadings[column] as number
      hessian[row * count + column] =
        row === column ? square - loading ** 2 : 2 * loading * other - (matrix[row]?.[column] as number)
    }
  }
  factorize(hessian, count)
  solve(hessian, count, step)
  if (!step.every(Number.isFinite)) return undefined
  const between = loadings.map((loading, row) =>
    loadings.map((other, column) => (step[row] as number) * other + (step[column] as number) * loading),
  )
  return { value, own: -(sum ** 2) / whole ** 2, between }
}

/**
 * Pearson's r by the transformation of R. A. Fisher (1921, Metron 1, 3-32). Its standard error there is 1/√(n - 3) for
 * normal scores; for others, such as short scales near their ceiling, it follows from the people as that of alpha does.
 * Undefined if one list is constant.
 */
export function estimateCorrelation(
  one: readonly number[],
  other: readonly number[],
): NormalEstimate | undefined {
  const r = correlation(one, other)
  const n = one.length
  if (r === undefined || n < 4 || Math.abs(r) >= 1) return undefined
  const [first, second] = [standardized(one), standardized(other)]
  const influence = first.map((value, at) => {
    const partner = second[at] as number
    return (value * partner - (r / 2) * (value ** 2 + partner ** 2)) / (1 - r ** 2)
  })
  return { scale: 'fisher', at: Math.atanh(r), se: errorOf(influence) * Math.sqrt(n / (n - 3)), n }
}

/**
 * The median of correlations, one a person. Its error is that of the order statistics beside it (n/2 ± .98·√n, between the
 * people), which assumes no distribution, on the scale of artanh r. Undefined where these are all the same.
 */
export function estimateMedianCorrelation(values: readonly number[]): NormalEstimate | undefined {
  const n = values.length
  const sorted = values
    .map((r) => Math.atanh(Math.min(0.999, Math.max(-0.999, r))))
    .sort((one, other) => one - other)
  const at = (place: number) => {
    const [below, part] = [Math.floor(place), place % 1]
    const low = sorted[below] as number
    return part === 0 ? low : low + part * ((sorted[below + 1] as number) - low)
  }
  if (n < 10) return undefined
  const [middle, reach] = [(n - 1) / 2, 0.98 * Math.sqrt(n)]
  const se = (at(middle + reach) - at(middle - reach)) / (2 * 1.96)
  return se > 0 ? { scale: 'fisher', at: at(middle), se, n } : undefined
}

export function estimateMean(values: readonly number[]): NormalEstimate | undefined {
  const se = errorOf(values)
  return se > 0 ? { scale: 'plain', at: meanOf(values), se, n: values.length } : undefined
}

/** The standard deviation (over n - 1), whose error depends on the fourth moment and not on a normal distribution. */
export function estimateSpread(values: readonly number[]): NormalEstimate | undefined {
  const n = values.length
  const middle = meanOf(values)
  const squares = values.map((value) => (value - middle) ** 2)
  const variance = meanOf(squares)
  if (!(variance > 0)) return undefined
  const at = Math.log((variance * n) / (n - 1)) / 2
  return { scale: 'log', at, se: errorOf(squares) / (2 * variance), n }
}

/** A share of n, with half a case added on either side (J. B. S. Haldane 1956, Annals of Human Genetics 20, 309-311). */
export function estimateShare(count: number, n: number): NormalEstimate {
  const [yes, no] = [count + 0.5, n - count + 0.5]
  return { scale: 'logit', at: Math.log(yes / no), se: Math.sqrt(1 / yes + 1 / no), n }
}

function momentsOf(rows: Rows): { matrix: number[][]; centered: number[][] } {
  const sums = crossSums(rows[0]?.length ?? 0)
  for (const row of rows) addValues(sums, row)
  const middles = means(sums)
  const centered = rows.map((row) => row.map((value, at) => value - (middles[at] as number)))
  return { matrix: covariances(sums), centered }
}

/**
 * The standard error of the mean of these. It is wider by the quantile of t over that of the normal distribution, with
 * the degrees of freedom that the variance has by their own kurtosis (F. E. Satterthwaite 1946, Biometrics Bulletin 2,
 * 110-114; the quantile by R. A. Fisher and E. A. Cornish 1960, Technometrics 2, 209-225).
 */
function errorOf(values: readonly number[]): number {
  const n = values.length
  const middle = meanOf(values)
  const squares = values.map((value) => (value - middle) ** 2)
  const variance = meanOf(squares)
  if (!(variance > 0)) return 0
  const kurtosis = meanOf(squares.map((square) => square * square)) / variance ** 2
  const freedom = (2 * n) / Math.max(kurtosis - 1, 1)
  const wider = 1 + (1.96 ** 2 + 1) / (4 * freedom)
  return wider * Math.sqrt(variance / (n - 1))
}

function standardized(values: readonly number[]): number[] {
  const middle = meanOf(values)
  const spread = Math.sqrt(meanOf(values.map((value) => (value - middle) ** 2)))
  return values.map((value) => (value - middle) / spread)
}

function squaresOf(row: readonly number[]): number {
  return row.reduce((sum, value) => sum + value * value, 0)
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
