/** A symmetric positive definite matrix, or its lower triangular factor, row by row. */
export type Matrix = Float64Array

/** Replaces the lower triangle of `matrix` (size × size) by its Cholesky factor L, where L·Lᵀ is the matrix. */
export function factorize(matrix: Matrix, size: number): void {
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = at(matrix, row * size + column)
      for (let k = 0; k < column; k++) sum -= at(matrix, row * size + k) * at(matrix, column * size + k)
      matrix[row * size + column] = row === column ? Math.sqrt(sum) : sum / at(matrix, column * size + column)
    }
  }
}

/** Solves L·Lᵀ·x = `vector` and leaves x in `vector`. */
export function solve(factor: Matrix, size: number, vector: Float64Array): void {
  for (let row = 0; row < size; row++) {
    let sum = at(vector, row)
    for (let k = 0; k < row; k++) sum -= at(factor, row * size + k) * at(vector, k)
    vector[row] = sum / at(factor, row * size + row)
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = at(vector, row)
    for (let k = row + 1; k < size; k++) sum -= at(factor, k * size + row) * at(vector, k)
    vector[row] = sum / at(factor, row * size + row)
  }
}

/** The inverse of L·Lᵀ, whole. */
export function inverse(factor: Matrix, size: number): Matrix {
  const result = new Float64Array(size * size)
  const column = new Float64Array(size)
  for (let j = 0; j < size; j++) {
    column.fill(0)
    column[j] = 1
    solve(factor, size, column)
    result.set(column, j * size)
  }
  return result
}

/** Every index used here is inside its array, which the compiler cannot tell. */
function at(values: Float64Array, index: number): number {
  return values[index] as number
}
