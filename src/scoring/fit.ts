import {
  addFours,
  type BestWorstChoice,
  logLikelihoodOfFours,
  productOfFours,
  toFours,
} from './best-worst.ts'
import { createWorkspace, fitAny, maximize } from './fit-any.ts'

/** `factor` is the Cholesky factor of the posterior precision at the mode, `logLikelihood` that of the choices. */
export type Fit = {
  readonly utilities: readonly number[]
  readonly factor: readonly number[]
  readonly logLikelihood: number
}

/**
 * The utilities of `count` options that make the choices most probable under the sequential best-worst model (P(best) =
 * softmax(u) over the block, P(worst) = softmax(-u) over the rest; Marley and Louviere 2005) with independent normal
 * priors of mean 0 and the given SD. The log posterior is concave, so Newton steps, halved when one overshoots, reach
 * its only maximum. Near the maximum the error is squared with each step, so a last step below 1e-6 leaves far less
 * than is kept.
 *
 * Stored results hold the last digit kept of these figures. So every sum is added up in one order, choice by choice, in
 * the loop for the usual choices among four as well.
 */
export function fitChoices(choices: readonly BestWorstChoice[], count: number, priorSd: number): Fit {
  const workspace = workspaceFor(count)
  const logLikelihood = fitFours(choices, workspace, count, priorSd) ?? fitAny(choices, priorSd, workspace)
  return { utilities: copyOf(workspace.utilities), factor: copyOf(workspace.factor), logLikelihood }
}

/** Undefined for choices that are not among four, and where whether a step overshot hangs on the last digits. */
function fitFours(
  choices: readonly BestWorstChoice[],
  workspace: ReturnType<typeof workspaceFor>,
  count: number,
  priorSd: number,
): number | undefined {
  const fours = toFours(choices, count)
  if (!fours) return undefined
  const { weights } = workspace
  if (totalsBuffer.length < 2 * choices.length) totalsBuffer = new Float64Array(2 * choices.length)
  const totals = totalsBuffer
  const isFound = maximize(workspace, priorSd, 1e-10, (utilities, slope, precision) => {
    for (let i = 0; i < count; i++) {
      const weight = Math.exp(utilities[i] as number)
      weights[i] = weight
      weights[count + i] = 1 / weight
    }
    addFours(fours, weights, count, slope, precision, totals)
    // The sum of the logarithms but for its last digits, in a fraction of the time.
    return Math.log(productOfFours(fours, weights, count, totals))
  })
  return isFound ? logLikelihoodOfFours(fours, weights, count, totals) : undefined
}

/** A list of numbers is made and collected in a fraction of the time of a small typed array. */
function copyOf(values: Float64Array): number[] {
  const copy = new Array<number>(values.length)
  for (let i = 0; i < values.length; i++) copy[i] = values[i] as number
  return copy
}

let totalsBuffer = new Float64Array(48)
const workspaces = new Map<number, ReturnType<typeof createFoursWorkspace>>()

function workspaceFor(count: number) {
  const known = workspaces.get(count)
  if (known) return known
  const created = createFoursWorkspace(count)
  workspaces.set(count, created)
  return created
}

function createFoursWorkspace(count: number) {
  return { ...createWorkspace(count), weights: new Float64Array(2 * count) }
}
