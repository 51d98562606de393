import type { BestWorstChoice } from './best-worst.ts'
import { fitChoices } from './fit.ts'

/** The root likelihood of choices under the utilities that fit them. Undefined without choices. */
export function rootLikelihood(
  choices: readonly BestWorstChoice[],
  count: number,
  priorSd: number,
): number | undefined {
  if (choices.length === 0) return undefined
  return rootOf(fitChoices(choices, count, priorSd).logLikelihood, choices.length)
}

/**
 * RLH: the geometric mean of the probabilities that the person's own fitted utilities give to the choices made, two per
 * screen. Even so, answers without any preference fit badly. Undefined without choices.
 */
export function rootOf(logLikelihood: number, choices: number): number | undefined {
  return choices === 0 ? undefined : Math.exp(logLikelihood / (2 * choices))
}

/**
 * The largest share of best picks, or of worst picks, in one position on the screen. Undefined unless the order shown
 * is known for every screen.
 */
export function positionShare<T>(
  choices: readonly { readonly block: readonly T[]; readonly best: T; readonly worst: T }[],
): number | undefined {
  const best = [0, 0, 0, 0]
  const worst = [0, 0, 0, 0]
  for (const choice of choices) {
    const bestAt = choice.block.indexOf(choice.best)
    const worstAt = choice.block.indexOf(choice.worst)
    if (bestAt < 0 || worstAt < 0) return undefined
    best[bestAt] = (best[bestAt] ?? 0) + 1
    worst[worstAt] = (worst[worstAt] ?? 0) + 1
  }
  return choices.length > 0 ? Math.max(...best, ...worst) / choices.length : undefined
}
