import { factorize, solve } from './cholesky.ts'

/**
 * The root likelihood of choices that all show the same four options, as `rootLikelihood` has it, to 1e-6: far less than
 * an index keeps. Since every block is the same, it depends on nothing but how often each option was the best and the
 * worst, and its fit takes a fraction of the time. NaN if it can't be computed that accurately.
 */
export function likelihoodOfCounts(
  best: readonly number[],
  worst: readonly number[],
  priorSd: number,
): number {
  utilities.fill(0)
  const blocks = best.reduce((sum, count) => sum + count, 0)
  let before = -Infinity
  for (let round = 0; round < 20; round++) {
    const logLikelihood = addCounts(best, worst, blocks)
    const posterior = logLikelihood + addPrior(priorSd)
    // Only a step from the start that overshoots would be halved, and no sheet is known to make it.
    if (!(posterior > before - 1e-9)) return Number.NaN
    before = posterior
    factorize(precision, 4)
    solve(precision, 4, slope)
    let largest = 0
    for (let i = 0; i < 4; i++) {
      const step = slope[i] as number
      utilities[i] = (utilities[i] as number) + step
      largest = Math.max(largest, Math.abs(step))
    }
    if (largest < 1e-6) return Math.exp(logLikelihood / (2 * blocks))
  }
  return Number.NaN
}

const utilities = new Float64Array(4)
const slope = new Float64Array(4)
const precision = new Float64Array(16)
const weights = new Float64Array(4)

/** Sets gradient and negative Hessian of the log likelihood, and returns it. */
function addCounts(best: readonly number[], worst: readonly number[], blocks: number): number {
  let total = 0
  let logLikelihood = 0
  for (let i = 0; i < 4; i++) {
    weights[i] = Math.exp(utilities[i] as number)
    total += weights[i] as number
    const net = (best[i] as number) - (worst[i] as number)
    slope[i] = net
    logLikelihood += net * (utilities[i] as number)
  }
  precision.fill(0)
  addSoftmax(blocks, -1, total, 1)
  logLikelihood -= blocks * Math.log(total)
  for (let i = 0; i < 4; i++) weights[i] = 1 / (weights[i] as number)
  for (let without = 0; without < 4; without++) {
    const times = best[without] as number
    if (times === 0) continue
    let rest = 0
    for (let i = 0; i < 4; i++) if (i !== without) rest += weights[i] as number
    addSoftmax(times, without, rest, -1)
    logLikelihood -= times * Math.log(rest)
  }
  return logLikelihood
}

/** Adds `times` picks out of the options but for `without`; `sign` is the direction of utility. */
function addSoftmax(times: number, without: number, total: number, sign: number): void {
  for (let row = 0; row < 4; row++) {
    if (row === without) continue
    const share = (weights[row] as number) / total
    slope[row] = (slope[row] as number) - sign * times * share
    for (let column = 0; column <= row; column++) {
      if (column === without) continue
      const product = (share * (weights[column] as number)) / total
      const cell = 4 * row + column
      precision[cell] = (precision[cell] as number) + times * (row === column ? share - product : -product)
    }
  }
}

function addPrior(sd: number): number {
  const weight = 1 / (sd * sd)
  let sum = 0
  for (let i = 0; i < 4; i++) {
    const utility = utilities[i] as number
    slope[i] = (slope[i] as number) - weight * utility
    precision[5 * i] = (precision[5 * i] as number) + weight
    sum -= 0.5 * weight * utility * utility
  }
  return sum
}
