import { factorize, type Matrix, solve } from './cholesky.ts'

/** One best-worst choice: the options shown, and the best and the worst of them, as option numbers from 0. */
export type BestWorstChoice = {
  readonly block: readonly number[]
  readonly best: number
  readonly worst: number
}

/** `factor` is the Cholesky factor of the posterior precision at the mode, `logLikelihood` that of the choices. */
export type Fit = {
  readonly utilities: Float64Array
  readonly factor: Matrix
  readonly logLikelihood: number
}

/**
 * The utilities of `count` options that make the choices most probable under the sequential best-worst model (P(best) =
 * softmax(u) over the block, P(worst) = softmax(-u) over the rest; Marley and Louviere 2005) with independent normal
 * priors of mean 0 and the given SD. The log posterior is concave, so Newton steps, halved when one overshoots, reach
 * its only maximum. Near the maximum the error is squared with each step, so a last step below 1e-6 leaves far less
 * than is kept.
 */
export function fitChoices(choices: readonly BestWorstChoice[], count: number, priorSd: number): Fit {
  const utilities = new Float64Array(count)
  const step = new Float64Array(count)
  const factor = new Float64Array(count * count)
  let reached = -Infinity
  let logLikelihood = 0
  for (let round = 0; round < 100; round++) {
    const slope = new Float64Array(count)
    factor.fill(0)
    logLikelihood = addChoices(choices, utilities, slope, factor)
    const posterior = logLikelihood + addPrior(utilities, priorSd, slope, factor)
    if (posterior < reached - 1e-9) {
      for (let i = 0; i < count; i++) {
        step[i] = at(step, i) / 2
        utilities[i] = at(utilities, i) - at(step, i)
      }
      continue
    }
    reached = posterior
    factorize(factor, count)
    solve(factor, count, slope)
    let largest = 0
    for (let i = 0; i < count; i++) {
      step[i] = at(slope, i)
      utilities[i] = at(utilities, i) + at(step, i)
      largest = Math.max(largest, Math.abs(at(step, i)))
    }
    if (largest < 1e-6) break
  }
  return { utilities, factor, logLikelihood }
}

/** Adds the gradient and the negative Hessian of the choices, returns their log likelihood. */
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
  for (const option of block) if (option !== taken) total += at(weights, option)
  for (const row of block) {
    if (row === taken) continue
    const share = at(weights, row) / total
    slope[row] = at(slope, row) - sign * share
    for (const column of block) {
      if (column > row || column === taken) continue
      const place = row * count + column
      const product = (share * at(weights, column)) / total
      precision[place] = at(precision, place) + (row === column ? share - product : -product)
    }
  }
  slope[picked] = at(slope, picked) + sign
  return Math.log(at(weights, picked) / total)
}

function addPrior(utilities: Float64Array, sd: number, slope: Float64Array, precision: Matrix): number {
  const count = utilities.length
  const weight = 1 / (sd * sd)
  let sum = 0
  for (let i = 0; i < count; i++) {
    const utility = at(utilities, i)
    slope[i] = at(slope, i) - weight * utility
    precision[i * count + i] = at(precision, i * count + i) + weight
    sum -= 0.5 * weight * utility * utility
  }
  return sum
}

/** Every index used here is inside its array, which the compiler cannot tell. */
function at(values: Float64Array, index: number): number {
  return values[index] as number
}
