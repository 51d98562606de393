/** A symmetric positive definite matrix, or its lower triangular factor, row by row. */
export type Matrix = Float64Array

/** Replaces the lower triangle of `matrix` (size × size) by its Cholesky factor L, where L·Lᵀ is the matrix. */
export function factorize(matrix: Matrix, size: number): void {
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = valueAt(matrix, row * size + column)
      for (let k = 0; k < column; k++)
        sum -= valueAt(matrix, row * size + k) * valueAt(matrix, column * size + k)
      matrix[row * size + column] =
        row === column ? Math.sqrt(sum) : sum / valueAt(matrix, column * size + column)
    }
  }
}

/** Solves L·Lᵀ·x = `vector` and leaves x in `vector`. */
export function solve(factor: Matrix, size: number, vector: Float64Array): void {
  for (let row = 0; row < size; row++) {
    let sum = valueAt(vector, row)
    for (let k = 0; k < row; k++) sum -= valueAt(factor, row * size + k) * valueAt(vector, k)
    vector[row] = sum / valueAt(factor, row * size + row)
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = valueAt(vector, row)
    for (let k = row + 1; k < size; k++) sum -= valueAt(factor, k * size + row) * valueAt(vector, k)
    vector[row] = sum / valueAt(factor, row * size + row)
  }
}

/**
 * The inverse of L·Lᵀ, written into `inverted` (size × size): column j is the solution for the unit vector j. All are
 * solved for at once.
 */
export function inverse(
  factor: ArrayLike<number>,
  size: number,
  inverted: Matrix = new Float64Array(size * size),
): Matrix {
  inverted.fill(0)
  for (let row = 0; row < size; row++) {
    const own = row * size
    inverted[own + row] = 1
    for (let k = 0; k < row; k++) subtract(inverted, own, k * size, factor[own + k] as number, k + 1)
    divide(inverted, own, factor[own + row] as number, row + 1)
  }
  for (let row = size - 1; row >= 0; row--) {
    const own = row * size
    for (let k = row + 1; k < size; k++) {
      subtract(inverted, own, k * size, factor[k * size + row] as number, size)
    }
    divide(inverted, own, factor[own + row] as number, size)
  }
  return inverted
}

function subtract(values: Float64Array, from: number, other: number, factor: number, count: number): void {
  for (let at = 0; at < count; at++) {
    values[from + at] = (values[from + at] as number) - factor * (values[other + at] as number)
  }
}

function divide(values: Float64Array, from: number, divisor: number, count: number): void {
  for (let at = 0; at < count; at++) values[from + at] = (values[from + at] as number) / divisor
}

/** The value at an index that is known to be inside the array, which the compiler cannot tell. */
export function valueAt(values: Float64Array, index: number): number {
  return values[index] as number
}
