/**
 * Sums for statistics over people, added up person by person: they reveal nothing of one person and do not grow with
 * the number of people. With whole numbers all sums are exact, so their order does not matter.
 */

/** Sums and cross products of `size` variables; products as the rows of a full symmetric matrix. */
export type CrossSums = {
  n: number
  readonly size: number
  readonly sums: number[]
  readonly products: number[]
}

export function crossSums(size: number): CrossSums {
  return { n: 0, size, sums: zeros(size), products: zeros(size * size) }
}

/** Adds one person's values, as many as there are variables. */
export function addValues(into: CrossSums, values: readonly number[]): void {
  const { size, sums, products } = into
  if (values.length !== size) throw new RangeError(`sums: expected ${size} values, found ${values.length}`)
  into.n += 1
  for (let row = 0; row < size; row++) {
    const value = values[row] as number
    sums[row] = (sums[row] as number) + value
    for (let column = 0; column < size; column++) {
      const place = row * size + column
      products[place] = (products[place] as number) + value * (values[column] as number)
    }
  }
}

/** The covariance matrix (over n - 1) as rows; NaN for fewer than two people. */
export function covariances({ n, size, sums, products }: CrossSums): number[][] {
  const of = (row: number, column: number) =>
    ((products[row * size + column] as number) - ((sums[row] as number) * (sums[column] as number)) / n) /
    (n - 1)
  return sums.map((_, row) => sums.map((_, column) => of(row, column)))
}

export function means({ n, sums }: CrossSums): number[] {
  return sums.map((sum) => sum / n)
}

/** Pearson's r of two of the variables; undefined if one of them does not vary. */
export function correlationIn(sums: CrossSums, one: number, other: number): number | undefined {
  const matrix = covariances(sums)
  const at = (row: number, column: number) => matrix[row]?.[column] ?? Number.NaN
  const spread = Math.sqrt(at(one, one) * at(other, other))
  return spread > 0 ? at(one, other) / spread : undefined
}

function zeros(count: number): number[] {
  return new Array<number>(count).fill(0)
}
