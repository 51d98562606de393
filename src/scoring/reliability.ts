/** A covariance matrix as rows. */
type Matrix = readonly (readonly number[])[]

/**
 * Cronbach's alpha of the sum of k items: k/(k-1) · (1 - Σ variances / variance of the sum). Cronbach (1951),
 * Psychometrika 16, 297-334. Undefined if the sum does not vary.
 */
export function alpha(matrix: Matrix): number | undefined {
  const count = matrix.length
  const whole = total(matrix, all(matrix), all(matrix))
  if (count < 2 || !(whole > 0)) return undefined
  const own = matrix.reduce((sum, row, at) => sum + (row[at] as number), 0)
  return (count / (count - 1)) * (1 - own / whole)
}

/**
 * McDonald's omega of the sum of items with one common factor: (Σλ)² / ((Σλ)² + Σψ). McDonald (1999), Test Theory,
 * chapter 6. Loadings λ and unique variances ψ are fitted to the covariances by least squares (Harman and Jones 1966),
 * by repeated factoring until the communalities converge. Undefined if the items do not all correlate with one factor,
 * or if a unique variance would be negative: then there is no such model.
 */
export function omega(matrix: Matrix): number | undefined {
  const loadings = oneFactor(matrix)
  if (!loadings) return undefined
  const common = sumOf(loadings) ** 2
  return common / (common + sumOf(loadings.map((loading, at) => (matrix[at]?.[at] as number) - loading ** 2)))
}

/** The loadings of that factor; undefined where `omega` is. */
export function oneFactor(matrix: Matrix): number[] | undefined {
  if (matrix.length < 3) return undefined
  // An item's largest covariance is a start below its variance, which the iterations then correct.
  let communalities = matrix.map((row, at) =>
    Math.max(...row.map((value, other) => (other === at ? 0 : Math.abs(value)))),
  )
  for (let round = 0; round < 5_000; round++) {
    const loadings = firstFactor(matrix, communalities)
    const next = loadings.map((loading) => loading * loading)
    const change = Math.max(...next.map((value, at) => Math.abs(value - (communalities[at] as number))))
    communalities = next
    if (change > 1e-10) continue
    const isUnique = matrix.every((row, at) => (row[at] as number) >= (next[at] as number))
    return isUnique && loadings.every((loading) => loading > 0) ? loadings : undefined
  }
  return undefined
}

/**
 * r of the sums of two halves, stepped up to full length: 2r/(1 + r) (Spearman and Brown, both 1910, British Journal of
 * Psychology 3, 271-322). An r below zero is returned unchanged.
 */
export function splitHalf(
  matrix: Matrix,
  first: readonly number[],
  second: readonly number[],
): number | undefined {
  const spread = Math.sqrt(total(matrix, first, first) * total(matrix, second, second))
  if (!(spread > 0)) return undefined
  const r = total(matrix, first, second) / spread
  return r < 0 ? r : (2 * r) / (1 + r)
}

/** r of one item with the sum of the others. */
export function itemRest(matrix: Matrix, item: number): number | undefined {
  const others = all(matrix).filter((at) => at !== item)
  const spread = Math.sqrt(total(matrix, [item], [item]) * total(matrix, others, others))
  return spread > 0 ? total(matrix, [item], others) / spread : undefined
}

/** The covariance of the sum of some variables with the sum of others; the variance if both are the same. */
export function total(matrix: Matrix, rows: readonly number[], columns: readonly number[]): number {
  let sum = 0
  for (const row of rows) for (const column of columns) sum += matrix[row]?.[column] ?? Number.NaN
  return sum
}

/** The part of a matrix for these variables. */
export function part(matrix: Matrix, places: readonly number[]): number[][] {
  return places.map((row) => places.map((column) => matrix[row]?.[column] ?? Number.NaN))
}

/** Loadings on the first principal axis of the matrix with communalities on its diagonal, by power iteration. */
function firstFactor(matrix: Matrix, communalities: readonly number[]): number[] {
  let axis = matrix.map(() => 1 / Math.sqrt(matrix.length))
  let length = 0
  for (let turn = 0; turn < 200; turn++) {
    const next = matrix.map((row, at) =>
      row.reduce(
        (sum, value, other) =>
          sum + (other === at ? (communalities[at] as number) : value) * (axis[other] as number),
        0,
      ),
    )
    length = Math.sqrt(next.reduce((sum, value) => sum + value * value, 0))
    if (!(length > 0)) return axis.map(() => 0)
    const normalized = next.map((value) => value / length)
    const change = Math.max(...normalized.map((value, at) => Math.abs(value - (axis[at] as number))))
    axis = normalized
    if (change < 1e-13) break
  }
  return axis.map((value) => value * Math.sqrt(length))
}

function all(matrix: Matrix): number[] {
  return matrix.map((_, at) => at)
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
