import { nextScreen } from '../../src/scoring/core.ts'
import type { CoreAnswer, CoreDesign } from '../../src/scoring/core-screens.ts'
import type { DiscChoice } from '../../src/scoring/disc.ts'
import { gaussian, type Random } from '../../src/scoring/random.ts'
import { type Letter, letters } from '../../src/scoring/results.ts'

/** A simulated person's four letter traits (D, I, S, C), each standard normal. */
export type LetterTraits = readonly [number, number, number, number]

/**
 * Letter traits on a circle: D and S correlate -.5, I and C -.5, neighbors 0. This is the circumplex with weaker
 * opposites, because measured opposites never reach -1. With a `kinship` all four correlate by it instead.
 */
export function drawLetters(random: Random, kinship?: number): LetterTraits {
  if (kinship !== undefined) {
    const general = Math.sqrt(kinship) * gaussian(random)
    const trait = () => general + Math.sqrt(1 - kinship) * gaussian(random)
    return [trait(), trait(), trait(), trait()]
  }
  const [active, open] = [gaussian(random), gaussian(random)]
  const [a, b, c, d] = [gaussian(random), gaussian(random), gaussian(random), gaussian(random)]
  const shared = Math.sqrt(0.5)
  return [shared * (active + a), shared * (open + b), shared * (-active + c), shared * (-open + d)]
}

/** Parameters of a simulated bank: how strongly a statement depends on its letter, and how unequal blocks are. */
export type BankModel = {
  /** Correlation of a statement's utility with its letter's trait. */
  readonly loading: number
  /** SD of the statements' desirability within a block, in units of the utility's SD. */
  readonly imbalance: number
}

/**
 * The four statements of 24 blocks as desirabilities, drawn once per simulated bank. The order shown goes through all
 * 24 permutations, as the bank specification requires.
 */
export function drawBank(model: BankModel, random: Random): Bank {
  return permutations(letters).map((order) => ({
    order,
    desirability: letters.map(() => model.imbalance * gaussian(random)),
  }))
}
export type Bank = readonly { readonly order: readonly Letter[]; readonly desirability: readonly number[] }[]

/**
 * Answers the bank under a Thurstonian choice model: each statement's utility is loading·trait + desirability + √(1 -
 * loading²)·noise; the highest is chosen as most, the lowest as least like me.
 */
export function answerBank(traits: LetterTraits, bank: Bank, model: BankModel, random: Random): DiscChoice[] {
  const noise = Math.sqrt(1 - model.loading ** 2)
  return bank.map(({ order, desirability }) => {
    const utilities = traits.map(
      (trait, at) => model.loading * trait + (desirability[at] as number) + noise * gaussian(random),
    )
    const most = utilities.indexOf(Math.max(...utilities))
    const least = utilities.indexOf(Math.min(...utilities))
    return { most: letters[most] as Letter, least: letters[least] as Letter, order }
  })
}

/** Utilities of the thirteen values: normal, SD 1.5 logits, neighbors on the circle correlated by `kinship`. */
export function drawValues(kinship: number, random: Random): number[] {
  const own = Array.from({ length: 13 }, () => gaussian(random))
  const weight = kinship === 0 ? 0 : (1 - Math.sqrt(1 - 4 * (kinship / 2) ** 2)) / kinship
  const scale = 1.5 / Math.sqrt(1 + weight ** 2)
  return own.map((value, at) => scale * (value + weight * (own[(at + 1) % 13] as number)))
}

/** Takes all 21 screens; each utility gets Gumbel noise of scale `temper` (1 is the model that scoring assumes). */
export function answerScreens(
  utilities: readonly number[],
  design: CoreDesign,
  temper: number,
  random: Random,
): CoreAnswer[] {
  const utilityOf = new Map(design.values.map(({ key }, at) => [key, utilities[at] as number]))
  const answers: CoreAnswer[] = []
  for (let block = nextScreen(answers, design); block; block = nextScreen(answers, design))
    answers.push(answerScreen(block, (key) => utilityOf.get(key) as number, temper, random))
  return answers
}

/** Takes one screen of four values: the best, then the worst of the other three. */
export function answerScreen(
  block: readonly string[],
  utilityOf: (key: string) => number,
  temper: number,
  random: Random,
): CoreAnswer {
  const pick = (keys: readonly string[], sign: number) =>
    highest(keys, (key) => sign * utilityOf(key) + temper * gumbel(random))
  const best = pick(block, 1)
  const worst = pick(
    block.filter((key) => key !== best),
    -1,
  )
  return { block, best, worst }
}

function gumbel(random: Random): number {
  return -Math.log(-Math.log(1 - random() * (1 - 1e-12)))
}

function highest<T>(options: readonly T[], worth: (option: T) => number): T {
  let best = options[0] as T
  let top = -Infinity
  for (const option of options) {
    const value = worth(option)
    if (value > top) [best, top] = [option, value]
  }
  return best
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, at) =>
    permutations(items.filter((_, other) => other !== at)).map((rest) => [item, ...rest]),
  )
}
