import type { BestWorstChoice } from './best-worst.ts'
import { factorize, type Matrix, solve, valueAt } from './cholesky.ts'

/** What Newton's method works on. A mode found is in `utilities` and `factor` until the next use. */
export type Workspace = Readonly<Record<'utilities' | 'step' | 'slope' | 'factor', Float64Array>>

export function createWorkspace(count: number): Workspace {
  return {
    utilities: new Float64Array(count),
    step: new Float64Array(count),
    slope: new Float64Array(count),
    factor: new Float64Array(count * count),
  }
}

/**
 * Leaves in the workspace what `fitChoices` finds, for choices of any kind, and returns their log likelihood. Slower,
 * but small enough for a page.
 */
export function fitAny(choices: readonly BestWorstChoice[], priorSd: number, workspace: Workspace): number {
  let logLikelihood = 0
  maximize(workspace, priorSd, -1, (...sums) => (logLikelihood = addChoices(choices, ...sums)))
  return logLikelihood
}

/** Adds the gradient and the negative Hessian of the choices, returns their log likelihood. */
type AddChoices = (utilities: Float64Array, slope: Float64Array, precision: Matrix) => number

/** Finds the mode from a likelihood that is exact to `tolerance` (-1: fully); false where that is not enough. */
export function maximize(
  { utilities, step, slope, factor }: Workspace,
  priorSd: number,
  tolerance: number,
  addAll: AddChoices,
): boolean {
  const count = utilities.length
  utilities.fill(0)
  step.fill(0)
  let reached = -Infinity
  for (let round = 0; round < 100; round++) {
    slope.fill(0)
    factor.fill(0)
    const posterior = addAll(utilities, slope, factor) + addPrior(utilities, priorSd, slope, factor)
    const limit = reached - 1e-9
    if (!(Math.abs(posterior - limit) > tolerance)) return false
    if (posterior < limit) {
      for (let i = 0; i < count; i++) {
        step[i] = valueAt(step, i) / 2
        utilities[i] = valueAt(utilities, i) - valueAt(step, i)
      }
      continue
    }
    reached = posterior
    factorize(factor, count)
    solve(factor, count, slope)
    for (let i = 0; i < count; i++) {
      step[i] = valueAt(slope, i)
      utilities[i] = valueAt(utilities, i) + valueAt(step, i)
    }
    if (step.every((length) => Math.abs(length) < 1e-6)) break
  }
  return true
}

function addChoices(
  choices: readonly BestWorstChoice[],
  utilities: Float64Array,
  slope: Float64Array,
  precision: Matrix,
): number {
  const liking = utilities.map(Math.exp)
  const disliking = liking.map((weight) => 1 / weight)
  let sum = 0
  for (const { block, best, worst } of choices) {
    sum += addPick(block, best, -1, liking, 1, slope, precision)
    sum += addPick(block, worst, best, disliking, -1, slope, precision)
  }
  return sum
}

/** One softmax pick out of `block` without `taken`; `sign` is the direction of utility. */
function addPick(
  block: readonly number[],
  picked: number,
  taken: number,
  weights: Float64Array,
  sign: number,
  slope: Float64Array,
  precision: Matrix,
): number {
  const count = slope.length
  let total = 0
  for (const option of block) if (option !== taken) total += valueAt(weights, option)
  for (const row of block) {
    if (row === taken) continue
    const share = valueAt(weights, row) / total
    slope[row] = valueAt(slope, row) - sign * share
    for (const column of block) {
      if (column > row || column === taken) continue
      const place = row * count + column
      const product = (share * valueAt(weights, column)) / total
      precision[place] = valueAt(precision, place) + (row === column ? share - product : -product)
    }
  }
  slope[picked] = valueAt(slope, picked) + sign
  return Math.log(valueAt(weights, picked) / total)
}

function addPrior(utilities: Float64Array, sd: number, slope: Float64Array, precision: Matrix): number {
  const count = utilities.length
  const weight = 1 / (sd * sd)
  let sum = 0
  for (let i = 0; i < count; i++) {
    const utility = valueAt(utilities, i)
    slope[i] = valueAt(slope, i) - weight * utility
    precision[i * count + i] = valueAt(precision, i * count + i) + weight
    sum -= 0.5 * weight * utility * utility
  }
  return sum
}
