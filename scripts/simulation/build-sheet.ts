import { nextScreen } from '../../src/scoring/core.ts'
import type { CoreAnswer } from '../../src/scoring/core-screens.ts'
import { gaussian, seededRandom } from '../../src/scoring/random.ts'
import { type Letter, letters } from '../../src/scoring/results.ts'
import type { AnswerSheet } from '../../src/scoring/score.ts'
import { instruments } from '../instruments.ts'

/** A person's tendencies; whatever is not named is neutral. */
export type SheetTendencies = {
  /** Per facet, the mean of its four answers in the facet's direction, 1 to 5. */
  readonly facets?: Readonly<Record<string, number>>
  /** How strongly each letter attracts choices, in standard deviations of a choice's noise. */
  readonly letters?: Partial<Readonly<Record<Letter, number>>>
  /** The keys of the highest values, in this order; the others follow in the design's order. */
  readonly values?: readonly string[]
}

/** Answers made to order, so that a test can have exactly the person it needs. */
export function buildSheet(tendencies: SheetTendencies): Required<AnswerSheet> {
  return { focus: ratings(tendencies), disc: choices(tendencies), core: screens(tendencies) }
}

/** Four answers with the sum for the mean. Around the middle they differ, like those of an attentive person. */
function ratings({ facets = {} }: SheetTendencies): number[] {
  const { keys } = instruments.focus
  const answers = new Array<number>(120)
  for (const { facet, sign, items, scale } of keys.facets) {
    const { mean } = middleOf(scale)
    const keyed = facets[facet] === undefined ? mean / 4 : sign > 0 ? facets[facet] : 6 - facets[facet]
    const sum = Math.round(keyed * 4)
    for (const [at, n] of items.entries()) {
      const answer = Math.floor(sum / 4) + (at < sum % 4 ? 1 : 0)
      answers[n - 1] = keys.items[n - 1]?.ipip === -1 ? 6 - answer : answer
    }
  }
  return answers
}

function middleOf(scale: string): { mean: number } {
  const { provisional, balanced } = instruments.focus.norm
  return provisional.facets[scale] ?? balanced.facets[scale] ?? { mean: 12 }
}

function choices({ letters: pulls = {} }: SheetTendencies) {
  const random = seededRandom(24)
  return Array.from({ length: 24 }, () => {
    const sorted = letters
      .map((letter) => ({ letter, pull: (pulls[letter] ?? 0) + gaussian(random) }))
      .sort((one, other) => other.pull - one.pull)
    return { most: sorted[0]?.letter ?? 'D', least: sorted.at(-1)?.letter ?? 'C', order: letters }
  })
}

function screens({ values = [] }: SheetTendencies): CoreAnswer[] {
  const { design } = instruments.core
  const others = design.values.map(({ key }) => key).filter((key) => !values.includes(key))
  const order = [...values, ...others]
  const answers: CoreAnswer[] = []
  for (let block = nextScreen(answers, design); block; block = nextScreen(answers, design)) {
    const sorted = [...block].sort((one, other) => order.indexOf(one) - order.indexOf(other))
    answers.push({ block, best: sorted[0] ?? '', worst: sorted.at(-1) ?? '' })
  }
  return answers
}
