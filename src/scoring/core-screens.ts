import { createWorkspace, fitAny } from './fit-any.ts'
import { round } from './round.ts'

/** The form: values in circular order, the fixed screens and the adaptive rank patterns by number from 0. */
export type CoreDesign = {
  readonly id: string
  readonly values: readonly { readonly key: string }[]
  readonly blocks: readonly (readonly number[])[]
  readonly rankPatterns: readonly (readonly number[])[]
  readonly priorSd: number
}

/** One answered screen, all by value key; `block` in the order shown. */
export type CoreAnswer = { readonly block: readonly string[]; readonly best: string; readonly worst: string }

/** Utilities by value number that fit the answers. All ways of fitting agree to the digits kept. */
type FitAnswers = (answers: readonly CoreAnswer[], design: CoreDesign) => readonly number[]

/** `screenAt` for pages, without the fast fit, which would make up a tenth of their script. */
export function screenForPage(
  index: number,
  answers: readonly CoreAnswer[],
  design: CoreDesign,
): readonly string[] | undefined {
  return fittedScreen(fitForPage, index, answers, design)
}

function fitForPage(answers: readonly CoreAnswer[], design: CoreDesign): readonly number[] {
  const workspace = createWorkspace(design.values.length)
  const numberOf = (key: string) => design.values.findIndex((value) => value.key === key)
  const choices = answers.map(({ block, best, worst }) => ({
    block: block.map(numberOf),
    best: numberOf(best),
    worst: numberOf(worst),
  }))
  fitAny(choices, design.priorSd, workspace)
  return [...workspace.utilities]
}

/**
 * The four value keys of screen `index` (from 0), or undefined past the last. A fixed screen needs no answers; an
 * adaptive one depends on the answers before it, up to the last refit (after every second adaptive screen). It has the
 * values at the pattern's ranks, in circular order turned by one place per screen, so that a position on the screen
 * says nothing about the rank. The answers that it depends on must be there.
 */
export function fittedScreen(
  fit: FitAnswers,
  index: number,
  answers: readonly CoreAnswer[],
  design: CoreDesign,
): readonly string[] | undefined {
  const fixed = design.blocks[index]
  if (fixed) return fixed.map((value) => keyOf(value, design))
  const turn = index - design.blocks.length
  const pattern = design.rankPatterns[turn]
  if (!pattern) return undefined
  const fitted = index - (turn % 2)
  const ranking = rankByUtility(fit, answers.slice(0, fitted), design)
  const values = pattern.map((rank) => ranking[rank] as number).sort((a, b) => a - b)
  return values.map((_, place) => keyOf(values[(place + turn) % values.length] as number, design))
}

/** Rounding makes browser and server agree although their `Math.exp` may differ in the last bit. */
function rankByUtility(fit: FitAnswers, answers: readonly CoreAnswer[], design: CoreDesign): number[] {
  const exact = rounded(fit(answers, design))
  return exact.map((_, value) => value).sort((a, b) => (exact[b] as number) - (exact[a] as number) || a - b)
}

export function rounded(utilities: readonly number[]): number[] {
  return utilities.map((utility) => round(utility, 6))
}

export function keyOf(value: number, design: CoreDesign): string {
  return design.values[value]?.key ?? ''
}
