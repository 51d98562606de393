import type { BestWorstChoice } from './best-worst.ts'
import { inverse } from './cholesky.ts'
import { type CoreAnswer, type CoreDesign, fittedScreen, keyOf, rounded } from './core-screens.ts'
import { type ScoringEdition, scoringVersion } from './edition.ts'
import { type Fit, fitChoices } from './fit.ts'
import { fnv1a } from './hash.ts'
import { type RankInterval, rankIntervals } from './rank-intervals.ts'
import type { CoreResult } from './results.ts'
import { round } from './round.ts'

/** The four value keys of the screen after these answers, or undefined when all screens are answered. */
export function nextScreen(
  answers: readonly CoreAnswer[],
  design: CoreDesign,
): readonly string[] | undefined {
  return screenAt(answers.length, answers, design)
}

/**
 * The four value keys of screen `index`, as `fittedScreen` says. Throws a RangeError if answers that it depends on are
 * missing.
 */
export function screenAt(
  index: number,
  answers: readonly CoreAnswer[],
  design: CoreDesign,
): readonly string[] | undefined {
  const turn = index - design.blocks.length
  const needed = turn >= 0 && design.rankPatterns[turn] ? index - (turn % 2) : 0
  if (answers.length < needed) throw new RangeError(`screen ${index} needs ${needed} answers`)
  return fittedScreen(utilitiesOf, index, answers, design)
}

function utilitiesOf(answers: readonly CoreAnswer[], design: CoreDesign): readonly number[] {
  return fitAnswers(answers, design).utilities
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
export function scoreCore(
  answers: readonly CoreAnswer[],
  design: CoreDesign,
  profileId: string,
  edition: ScoringEdition = scoringVersion,
): CoreResult {
  const size = design.values.length
  const { choices, utilities, factor } = fitAnswers(answers, design)
  if (covarianceBuffer.length !== size * size) covarianceBuffer = new Float64Array(size * size)
  const covariance = inverse(factor, size, covarianceBuffer)
  // Both triangles are the same but for the last digit; these are the ones that results were made with.
  const spread = (a: number, b: number) => covariance[b * size + a] as number
  const most = new Array<number>(size).fill(0)
  for (const { best } of choices) most[best] = (most[best] as number) + 1
  const exact = rounded(utilities)
  const order = rank(exact, choices, most, fnv1a(profileId) % size)
  const intervals = edition === '1.0.0' ? undefined : rankIntervals(exact, covariance)
  const ranked = order.map((value) => ({
    key: keyOf(value, design),
    utility: exact[value] as number,
    se: round(Math.sqrt(spread(value, value)), 6),
    most: most[value] as number,
    ...(intervals && { rank90: intervals[value] as RankInterval }),
  }))
  const close: [string, string][] = []
  for (let place = 0; place + 1 < size; place++) {
    const a = order[place] as number
    const b = order[place + 1] as number
    const error = Math.sqrt(spread(a, a) + spread(b, b) - 2 * spread(a, b))
    if ((exact[a] as number) - (exact[b] as number) < error) close.push([keyOf(a, design), keyOf(b, design)])
  }
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = order.map((value) =>
    keyOf(value, design),
  )
  return { first, second, third, fourth, fifth, ranked, close }
}

/** The log likelihood of the answers under the utilities that fit them. Throws like `scoreCore`. */
export function coreLogLikelihood(answers: readonly CoreAnswer[], design: CoreDesign): number {
  return fitAnswers(answers, design).logLikelihood
}

let covarianceBuffer = new Float64Array(169)

type CoreFit = Fit & { readonly choices: readonly BestWorstChoice[] }

/** The last fits, because the screens, the score and the quality of one person need the same ones. */
const lastFits: {
  readonly design: CoreDesign
  readonly count: number
  readonly keys: readonly string[]
  readonly fit: CoreFit
}[] = []
const keptFits = 6

function fitAnswers(answers: readonly CoreAnswer[], design: CoreDesign): CoreFit {
  for (const { design: other, count, keys, fit } of lastFits) {
    if (other === design && count === answers.length && haveKeys(answers, keys)) return fit
  }
  const choices = toChoices(answers, design)
  const fit = { choices, ...fitChoices(choices, design.values.length, design.priorSd) }
  if (lastFits.length === keptFits) lastFits.pop()
  lastFits.unshift({ design, count: answers.length, keys: keysIn(answers), fit })
  return fit
}

/** Answers by value number, as the fit needs them. Throws a RangeError on a value that the design does not have. */
export function toChoices(answers: readonly CoreAnswer[], design: CoreDesign): BestWorstChoice[] {
  const numbers = numbersOf(design)
  const of = (key: string) => {
    const value = numbers.get(key)
    if (value === undefined) throw new RangeError(`core: unknown value ${key}`)
    return value
  }
  const choices: BestWorstChoice[] = []
  for (const { block, best, worst } of answers) {
    choices.push({ block: block.map(of), best: of(best), worst: of(worst) })
  }
  return choices
}

const valueNumbers = new WeakMap<CoreDesign, ReadonlyMap<string, number>>()

/** The numbers of the values by key. Designs never change. */
function numbersOf(design: CoreDesign): ReadonlyMap<string, number> {
  const known = valueNumbers.get(design)
  if (known) return known
  const numbers = new Map(design.values.map(({ key }, index) => [key, index]))
  valueNumbers.set(design, numbers)
  return numbers
}

/** Everything in the answers, with the number of values in front of each block. */
function keysIn(answers: readonly CoreAnswer[]): string[] {
  const keys: string[] = []
  for (const { block, best, worst } of answers) {
    keys.push(String(block.length), best, worst)
    for (const key of block) keys.push(key)
  }
  return keys
}

function haveKeys(answers: readonly CoreAnswer[], keys: readonly string[]): boolean {
  let at = 0
  for (const { block, best, worst } of answers) {
    if (keys[at + 1] !== best || keys[at + 2] !== worst || keys[at] !== String(block.length)) return false
    at += 3
    for (let place = 0; place < block.length; place++, at++) if (keys[at] !== block[place]) return false
  }
  return at === keys.length
}

function rank(
  utilities: readonly number[],
  choices: readonly BestWorstChoice[],
  most: readonly number[],
  turn: number,
): number[] {
  const size = utilities.length
  const of = (list: readonly number[], value: number) => list[value] as number
  const winsOf = (value: number) => directWins(value, utilities, choices)
  const precedes = (a: number, b: number) => {
    const difference =
      of(utilities, a) - of(utilities, b) ||
      winsOf(a) - winsOf(b) ||
      of(most, a) - of(most, b) ||
      ((b - turn + size) % size) - ((a - turn + size) % size)
    return difference > 0
  }
  const order: number[] = []
  for (let value = 0; value < size; value++) {
    let place = value
    while (place > 0 && precedes(value, of(order, place - 1))) {
      order[place] = of(order, place - 1)
      place--
    }
    order[place] = value
  }
  return order
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
