import { nextScreen } from '../../src/scoring/core.ts'
import type { CoreAnswer } from '../../src/scoring/core-screens.ts'
import type { DiscChoice } from '../../src/scoring/disc.ts'
import { gaussian, type Random, seededRandom } from '../../src/scoring/random.ts'
import { type Letter, letters } from '../../src/scoring/results.ts'
import { instruments } from '../instruments.ts'
import { usualBank, usualForm } from './models.ts'
import { answerBank, answerScreen, type Bank, drawLetters, drawValues, type LetterTraits } from './people.ts'
import { ratedForms } from './pleasing.ts'
import { drawSheet, latentForm, type SimulatedSheet } from './sheets.ts'

/** The share of questions that a person answers as they think is wanted; `step`: each rating one step nearer to it. */
export type Extent = '0' | '0.25' | '0.5' | '1' | 'step'

/** The statements of DISC that someone picks who fakes: those that one reading finds most favorable, or those of D. */
export type DiscAim = 'favorable' | 'D'

/** The values that someone who fakes Core wants first. An assumption: no one was asked what people would fake. */
export const wantedValues: readonly string[] = ['achievement', 'fairness', 'wisdom']

/** A simulated person with honest answers, and with what decides which questions they fake. */
export type Faker = {
  readonly own: LetterTraits
  readonly sheet: SimulatedSheet
  readonly disc: readonly DiscChoice[]
  /** The same choices where every block is faked, the most favorable first; of equal ones, what is more like the person. */
  readonly favorable: readonly DiscChoice[]
  readonly values: readonly number[]
  /** A question is faked if its number (0..1) is below the share of faked ones, so a larger share has all of a smaller one. */
  readonly turns: Readonly<Record<'focus' | 'disc' | 'core', readonly number[]>>
  /** Of the noise in Core, whose screens depend on the answers before. */
  readonly seed: number
}

/** People under the usual models; the blocks of DISC are those of the current form. */
export function drawFakers(people: number, seed: number): Faker[] {
  const random = seededRandom(seed)
  const { keys, norm } = instruments.focus
  const form = latentForm(keys, norm, usualForm, random)
  const bank = drawRatedBank(random)
  const wished = bank.map(({ order, desirability }, block) => ({
    order,
    desirability: desirability.map((own, at) => own + certainly * ratingOf(block, letters[at] as Letter)),
  }))
  return Array.from({ length: people }, () => {
    const own = drawLetters(random)
    const sheet = drawSheet(form, random)
    const noise = Math.floor(random() * 2 ** 32)
    const [disc, favorable] = [bank, wished].map((one) =>
      answerBank(own, one, usualBank, seededRandom(noise)),
    ) as [DiscChoice[], DiscChoice[]]
    const values = drawValues(0.4, random)
    const turns = (count: number) => Array.from({ length: count }, () => random())
    const when = { focus: turns(120), disc: turns(24), core: turns(21) }
    return { own, sheet, disc, favorable, values, turns: when, seed: Math.floor(random() * 2 ** 32) }
  })
}

/** High on every facet as Timbre names it, which is an assumption too. */
export function fakeFocus({ sheet, turns }: Faker, extent: Extent): number[] {
  return sheet.answers.map((answer, at) => {
    const best = wantedAnswers[at] ?? answer
    if (extent === 'step') return answer + Math.sign(best - answer)
    return isFaked(turns.focus[at], extent) ? best : answer
  })
}

const wantedAnswers: readonly number[] = instruments.focus.keys.items.map(({ facet, ipip }) => {
  const { sign = 1 } = instruments.focus.keys.facets.find((one) => one.facet === facet) ?? {}
  return ipip * sign > 0 ? 5 : 1
})

/** Someone who wants to seem D has no wish about the least like them: there the honest choice stays where it can. */
export function fakeDisc({ disc, favorable, turns }: Faker, aim: DiscAim, extent: Extent): DiscChoice[] {
  return disc.map((choice, at) => {
    if (!isFaked(turns.disc[at], extent)) return choice
    if (aim === 'favorable') return favorable[at] ?? choice
    if (choice.least !== 'D') return { ...choice, most: 'D' }
    const others = letters.filter((letter) => letter !== 'D' && letter !== choice.most)
    return { ...choice, most: 'D', least: others[at % 2] as Letter }
  })
}

/** On a faked screen a wanted value is best if there is one, and never worst if there is another. */
export function fakeCore({ values, turns, seed }: Faker, extent: Extent): CoreAnswer[] {
  const { design } = instruments.core
  const random = seededRandom(seed)
  const own = new Map(design.values.map(({ key }, at) => [key, values[at] as number]))
  const answers: CoreAnswer[] = []
  for (let block = nextScreen(answers, design); block; block = nextScreen(answers, design)) {
    const bonus = isFaked(turns.core[answers.length], extent) ? certainly : 0
    const utilityOf = (key: string) => (own.get(key) as number) + (wantedValues.includes(key) ? bonus : 0)
    answers.push(answerScreen(block, utilityOf, 1, random))
  }
  return answers
}

/** So much more than the noise of a choice that nothing else is picked. */
const certainly = 100

function isFaked(turn: number | undefined, extent: Extent): boolean {
  return extent !== 'step' && (turn ?? 1) < Number(extent)
}

const blocks = ratedForms['disc-24-2'] ?? []

function ratingOf(block: number, letter: Letter): number {
  return blocks[block]?.find((one) => one.letter === letter)?.rating ?? Number.NaN
}

/** The current form in the order shown, with what its ratings don't see drawn as for other simulated banks. */
function drawRatedBank(random: Random): Bank {
  return blocks.map((block) => ({
    order: block.map(({ letter }) => letter as Letter),
    desirability: letters.map(() => usualBank.imbalance * gaussian(random)),
  }))
}
