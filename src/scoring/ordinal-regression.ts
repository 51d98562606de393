import { normalCdf } from './normal.ts'

/** People with the same predictors and answer: how many there are. */
export type OrdinalCell = {
  readonly predictors: readonly number[]
  /** From 0, in ascending order without gaps. */
  readonly answer: number
  readonly count: number
}

export type OrdinalFit = { readonly logLikelihood: number; readonly slopes: readonly number[] }

/**
 * Proportional odds (P. McCullagh 1980, Journal of the Royal Statistical Society B 42, 109-142): the logit of P(answer
 * at most k) is threshold k minus the predictors times their slopes. Fitted by Newton's method. `used` are the predictors
 * of the model, by place. Undefined if it doesn't converge, for instance because a predictor separates the answers.
 */
export function fitOrdinal(
  cells: readonly OrdinalCell[],
  answers: number,
  used: readonly number[],
): OrdinalFit | undefined {
  const bounds = answers - 1
  let parameters = startOf(cells, answers, used.length)
  let current = derivatives(cells, bounds, used, parameters)
  for (let turn = 0; turn < 60; turn++) {
    const step = solve(current.hessian, current.gradient)
    if (!step) return undefined
    const largest = Math.max(...step.map(Math.abs))
    // Halved until the likelihood rises and the thresholds stay in order.
    let next: Derivatives | undefined
    let size = 1
    for (; size > 1e-6; size /= 2) {
      const moved = parameters.map((value, at) => value + size * (step[at] as number))
      next = isAscending(moved, bounds) ? derivatives(cells, bounds, used, moved) : undefined
      if (next && next.logLikelihood >= current.logLikelihood - 1e-12) {
        parameters = moved
        break
      }
    }
    if (!next || size <= 1e-6) return undefined
    current = next
    if (largest * size < 1e-8)
      return { logLikelihood: current.logLikelihood, slopes: parameters.slice(bounds) }
  }
  return undefined
}

/** The log likelihood without predictors: the shares of the answers. */
export function nullLikelihood(cells: readonly OrdinalCell[], answers: number): number {
  const counts = countsOf(cells, answers)
  const n = counts.reduce((sum, count) => sum + count, 0)
  return counts.reduce((sum, count) => sum + (count > 0 ? count * Math.log(count / n) : 0), 0)
}

/** P(χ² above this value) for one or two degrees of freedom. */
export function chiSquareTail(value: number, freedom: 1 | 2): number {
  if (!(value > 0)) return 1
  return freedom === 2 ? Math.exp(-value / 2) : 2 * (1 - normalCdf(Math.sqrt(value)))
}

type Derivatives = { logLikelihood: number; gradient: number[]; hessian: number[][] }

function derivatives(
  cells: readonly OrdinalCell[],
  bounds: number,
  used: readonly number[],
  parameters: readonly number[],
): Derivatives {
  const size = bounds + used.length
  const gradient = new Array<number>(size).fill(0)
  const hessian = Array.from({ length: size }, () => new Array<number>(size).fill(0))
  let logLikelihood = 0
  for (const { predictors, answer, count } of cells) {
    let sum = 0
    for (const [at, place] of used.entries())
      sum += (parameters[bounds + at] as number) * (predictors[place] ?? 0)
    const upper = answer < bounds ? logistic((parameters[answer] as number) - sum) : 1
    const lower = answer > 0 ? logistic((parameters[answer - 1] as number) - sum) : 0
    const p = Math.max(upper - lower, 1e-300)
    logLikelihood += count * Math.log(p)
    const [f, g] = [upper * (1 - upper), lower * (1 - lower)]
    const [f2, g2] = [f * (1 - 2 * upper), g * (1 - 2 * lower)]
    // By the upper and the lower threshold; the derivative by the sum of predictors is minus both together.
    const [du, dl] = [f / p, -g / p]
    const [uu, ll, ul] = [f2 / p - du * du, -g2 / p - dl * dl, -du * dl]
    const parts: [number, number, number][] = []
    if (answer < bounds) parts.push([answer, 1, 0])
    if (answer > 0) parts.push([answer - 1, 0, 1])
    for (const [at, place] of used.entries()) {
      const value = -(predictors[place] ?? 0)
      parts.push([bounds + at, value, value])
    }
    for (const [row, u, l] of parts) {
      gradient[row] = (gradient[row] as number) + count * (u * du + l * dl)
      const into = hessian[row] as number[]
      for (const [column, v, m] of parts)
        into[column] = (into[column] as number) - count * (u * v * uu + l * m * ll + (u * m + l * v) * ul)
    }
  }
  return { logLikelihood, gradient, hessian }
}

function startOf(cells: readonly OrdinalCell[], answers: number, slopes: number): number[] {
  const counts = countsOf(cells, answers)
  const n = counts.reduce((sum, count) => sum + count, 0)
  let below = 0
  const thresholds = counts.slice(0, -1).map((count) => {
    below += count
    const share = Math.min(0.999, Math.max(0.001, below / n))
    return Math.log(share / (1 - share))
  })
  return [...thresholds, ...new Array<number>(slopes).fill(0)]
}

function countsOf(cells: readonly OrdinalCell[], answers: number): number[] {
  const counts = new Array<number>(answers).fill(0)
  for (const { answer, count } of cells) counts[answer] = (counts[answer] as number) + count
  return counts
}

function isAscending(parameters: readonly number[], bounds: number): boolean {
  return parameters.slice(1, bounds).every((value, at) => value > (parameters[at] as number))
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value))
}

/** Gaussian elimination with pivots; undefined for a singular matrix. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] | undefined {
  const rows = matrix.map((row, at) => [...row, right[at] as number])
  const size = rows.length
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let row = column + 1; row < size; row++)
      if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = row
    const chosen = rows[pivot] as number[]
    if (Math.abs(chosen[column] as number) < 1e-10) return undefined
    rows[pivot] = rows[column] as number[]
    rows[column] = chosen
    for (let row = column + 1; row < size; row++) {
      const own = rows[row] as number[]
      const factor = (own[column] as number) / (chosen[column] as number)
      for (let at = column; at <= size; at++) own[at] = (own[at] as number) - factor * (chosen[at] as number)
    }
  }
  const solution = new Array<number>(size).fill(0)
  for (let row = size - 1; row >= 0; row--) {
    const own = rows[row] as number[]
    let rest = own[size] as number
    for (let at = row + 1; at < size; at++) rest -= (own[at] as number) * (solution[at] as number)
    solution[row] = rest / (own[row] as number)
  }
  return solution.every(Number.isFinite) ? solution : undefined
}
