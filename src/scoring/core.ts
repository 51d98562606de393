import { inverse } from './cholesky.ts'
import { type BestWorstChoice, fitChoices } from './fit.ts'
import { fnv1a } from './hash.ts'
import type { CoreResult } from './results.ts'
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

/** The four value keys of the screen after these answers, or undefined when all screens are answered. */
export function nextScreen(
  answers: readonly CoreAnswer[],
  design: CoreDesign,
): readonly string[] | undefined {
  return screenAt(answers.length, answers, design)
}

/**
 * The four value keys of screen `index` (from 0), or undefined past the last. A fixed screen needs no answers; an
 * adaptive one depends on the answers before it, up to the last refit (after every second adaptive screen). It has the
 * values at the pattern's ranks, in circular order turned by one place per screen, so that a position on the screen
 * says nothing about the rank. Throws a RangeError if answers that it depends on are missing.
 */
export function screenAt(
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
  if (answers.length < fitted) throw new RangeError(`screen ${index} needs ${fitted} answers`)
  const ranking = rankByUtility(answers.slice(0, fitted), design)
  const values = pattern.map((rank) => ranking[rank] as number).sort((a, b) => a - b)
  return values.map((_, place) => keyOf(values[(place + turn) % values.length] as number, design))
}

/**
 * The longest run of leading answers whose screens are still the ones that the design shows: after an earlier answer
 * changed, later adaptive screens may differ, and answers to screens never shown must not count.
 */
export function keptAnswers(answers: readonly CoreAnswer[], design: CoreDesign): readonly CoreAnswer[] {
  for (let index = design.blocks.length; index < answers.length; index++) {
    const screen = screenAt(index, answers, design)
    if (!screen?.every((key) => answers[index]?.block.includes(key))) return answers.slice(0, index)
  }
  return answers
}

/**
 * Ranks the thirteen values by MAP utility. Ties (to 1e-6) are broken by direct comparison on the screens that showed
 * both, then by more "most" picks, then by the circular order turned by a hash of the profile id. Neighbors are close
 * if their utilities differ by less than the standard error of the difference. Throws a RangeError on a value that the
 * design does not have.
 */
export function scoreCore(answers: readonly CoreAnswer[], design: CoreDesign, profileId: string): CoreResult {
  const size = design.values.length
  const choices = toChoices(answers, design)
  const { utilities, factor } = fitChoices(choices, size, design.priorSd)
  const covariance = inverse(factor, size)
  const spread = (a: number, b: number) => covariance[a * size + b] as number
  const most = new Array<number>(size).fill(0)
  for (const { best } of choices) most[best] = (most[best] as number) + 1
  const exact = Array.from(utilities, (utility) => round(utility, 6))
  const order = rank(exact, choices, most, fnv1a(profileId) % size)
  const ranked = order.map((value) => ({
    key: keyOf(value, design),
    utility: exact[value] as number,
    se: round(Math.sqrt(spread(value, value)), 6),
    most: most[value] as number,
  }))
  const close: [string, string][] = []
  for (let place = 0; place + 1 < size; place++) {
    const a = order[place] as number
    const b = order[place + 1] as number
    const error = Math.sqrt(spread(a, a) + spread(b, b) - 2 * spread(a, b))
    if ((exact[a] as number) - (exact[b] as number) < error) close.push([keyOf(a, design), keyOf(b, design)])
  }
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = ranked.map(({ key }) => key)
  return { first, second, third, fourth, fifth, ranked, close }
}

/** Answers by value number, as the fit needs them. */
export function toChoices(answers: readonly CoreAnswer[], design: CoreDesign): BestWorstChoice[] {
  const number = new Map(design.values.map(({ key }, index) => [key, index]))
  const of = (key: string) => {
    const value = number.get(key)
    if (value === undefined) throw new RangeError(`core: unknown value ${key}`)
    return value
  }
  return answers.map(({ block, best, worst }) => ({ block: block.map(of), best: of(best), worst: of(worst) }))
}

/** Rounding makes browser and server agree although their `Math.exp` may differ in the last bit. */
function rankByUtility(answers: readonly CoreAnswer[], design: CoreDesign): number[] {
  const { utilities } = fitChoices(toChoices(answers, design), design.values.length, design.priorSd)
  const exact = Array.from(utilities, (utility) => round(utility, 6))
  return exact.map((_, value) => value).sort((a, b) => (exact[b] as number) - (exact[a] as number) || a - b)
}

function rank(
  utilities: readonly number[],
  choices: readonly BestWorstChoice[],
  most: readonly number[],
  turn: number,
): number[] {
  const size = utilities.length
  const of = (list: readonly number[], value: number) => list[value] as number
  const values = utilities.map((_, value) => value)
  const wins = values.map((value) => directWins(value, utilities, choices))
  return values.sort(
    (a, b) =>
      of(utilities, b) - of(utilities, a) ||
      of(wins, b) - of(wins, a) ||
      of(most, b) - of(most, a) ||
      ((a - turn + size) % size) - ((b - turn + size) % size),
  )
}

/** Direct comparisons won minus those lost, against the values of the same utility; for two values, who won. */
function directWins(
  value: number,
  utilities: readonly number[],
  choices: readonly BestWorstChoice[],
): number {
  let wins = 0
  for (const { block, best, worst } of choices) {
    if (!block.includes(value)) continue
    for (const other of block) {
      if (other === value || utilities[other] !== utilities[value]) continue
      if (best === value || worst === other) wins++
      if (best === other || worst === value) wins--
    }
  }
  return wins
}

function keyOf(value: number, design: CoreDesign): string {
  return design.values[value]?.key ?? ''
}
