import { rootLikelihood } from '../../src/scoring/choice.ts'
import { nextScreen, toChoices } from '../../src/scoring/core.ts'
import type { CoreAnswer } from '../../src/scoring/core-screens.ts'
import type { DiscChoice } from '../../src/scoring/disc.ts'
import { responseQuality } from '../../src/scoring/quality.ts'
import { type Random, seededRandom } from '../../src/scoring/random.ts'
import { type Letter, letters } from '../../src/scoring/results.ts'
import type { AnswerSheet } from '../../src/scoring/score.ts'
import { instruments } from '../instruments.ts'
import { answerBank, answerScreens, type BankModel, drawBank, drawLetters, drawValues } from './people.ts'
import { drawSheet, type FocusModel, latentForm } from './sheets.ts'

/** The shares of people whose sheet is not `ok`, is `invalid`, and is not `ok` by Focus or by the choices alone. */
export type QualityFigures = {
  readonly caught: number
  readonly invalid: number
  readonly focusAlone: number
  readonly choicesAlone: number
}
export type Manner = 'honest' | 'random' | 'halfRandom' | 'straightLine'

/**
 * People take all three assessments in four ways: honestly; at random; at random from the middle of each part on;
 * always the same answer and the same two positions. No times are given, so no one is flagged for speed. `temper` is
 * the noise of choices between values.
 */
export function studyQuality(
  bankModel: BankModel,
  focusModel: FocusModel,
  people: number,
  seed: number,
  temper = 1,
): Record<Manner, QualityFigures> {
  const random = seededRandom(seed)
  const bank = drawBank(bankModel, random)
  const form = latentForm(instruments.focus.keys, instruments.focus.norm, focusModel, random)
  const orders = bank.map(({ order }) => order)
  const counts = { honest: tally(), random: tally(), halfRandom: tally(), straightLine: tally() }
  for (let person = 0; person < people; person++) {
    const honest = {
      focus: drawSheet(form, random).answers,
      disc: answerBank(drawLetters(random), bank, bankModel, random),
      core: answerScreens(drawValues(0.4, random), instruments.core.design, temper, random),
    }
    const guessed = randomSheet(orders, random)
    count(counts.honest, honest)
    count(counts.random, guessed)
    count(counts.halfRandom, {
      focus: [...honest.focus.slice(0, 60), ...guessed.focus.slice(60)],
      disc: [...honest.disc.slice(0, 12), ...guessed.disc.slice(12)],
      core: finish(honest.core.slice(0, 10), () => twoPlaces(random)),
    })
    count(counts.straightLine, straightSheet(orders, random))
  }
  const share = ({ caught, invalid, focusAlone, choicesAlone }: Tally) => ({
    caught: caught / people,
    invalid: invalid / people,
    focusAlone: focusAlone / people,
    choicesAlone: choicesAlone / people,
  })
  return {
    honest: share(counts.honest),
    random: share(counts.random),
    halfRandom: share(counts.halfRandom),
    straightLine: share(counts.straightLine),
  }
}

/**
 * The 95th percentile of the root likelihood of random answers, from which the limits of `likelihood` were first
 * derived.
 */
export function randomLikelihood(
  people: number,
  seed: number,
): { readonly disc: number; readonly core: number } {
  const random = seededRandom(seed)
  const orders = drawBank({ loading: 0, imbalance: 0 }, random).map(({ order }) => order)
  const found = { disc: [] as number[], core: [] as number[] }
  const { design } = instruments.core
  for (let person = 0; person < people; person++) {
    const { disc, core } = randomSheet(orders, random)
    const picks = disc.map(({ most, least }) => ({
      block: [0, 1, 2, 3],
      best: letters.indexOf(most),
      worst: letters.indexOf(least),
    }))
    found.disc.push(rootLikelihood(picks, 4, 1.5) ?? 0)
    found.core.push(rootLikelihood(toChoices(core, design), design.values.length, design.priorSd) ?? 0)
  }
  const percentile = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(0.95 * people)] ?? 0
  return { disc: percentile(found.disc), core: percentile(found.core) }
}

type Orders = readonly (readonly Letter[])[]
type Places = readonly [number, number]
type Whole = { readonly focus: number[]; readonly disc: DiscChoice[]; readonly core: CoreAnswer[] }

function randomSheet(orders: Orders, random: Random): Whole {
  return {
    focus: Array.from({ length: 120 }, () => 1 + below(5, random)),
    disc: orders.map((order) => choose(order, twoPlaces(random))),
    core: finish([], () => twoPlaces(random)),
  }
}

function straightSheet(orders: Orders, random: Random): Whole {
  const answer = 1 + below(5, random)
  const places = twoPlaces(random)
  return {
    focus: new Array<number>(120).fill(answer),
    disc: orders.map((order) => choose(order, places)),
    core: finish([], () => places),
  }
}

function choose(order: readonly Letter[], [most, least]: Places): DiscChoice {
  return { most: order[most] as Letter, least: order[least] as Letter, order }
}

/** Continues from these answers to the last screen by position alone. */
function finish(begun: readonly CoreAnswer[], places: () => Places): CoreAnswer[] {
  const answers = [...begun]
  const { design } = instruments.core
  for (let block = nextScreen(answers, design); block; block = nextScreen(answers, design)) {
    const [best, worst] = places()
    answers.push({ block, best: block[best] as string, worst: block[worst] as string })
  }
  return answers
}

function twoPlaces(random: Random): Places {
  const first = below(4, random)
  return [first, (first + 1 + below(3, random)) % 4]
}

function below(limit: number, random: Random): number {
  return Math.floor(limit * random())
}

type Tally = { -readonly [figure in keyof QualityFigures]: number }

function tally(): Tally {
  return { caught: 0, invalid: 0, focusAlone: 0, choicesAlone: 0 }
}

function count(into: Tally, sheet: Whole): void {
  const outcomeOf = (part: AnswerSheet) => responseQuality({ sheet: part }, instruments).outcome
  const outcome = outcomeOf(sheet)
  if (outcome !== 'ok') into.caught++
  if (outcome === 'invalid') into.invalid++
  if (outcomeOf({ focus: sheet.focus }) !== 'ok') into.focusAlone++
  if (outcomeOf({ disc: sheet.disc, core: sheet.core }) !== 'ok') into.choicesAlone++
}
