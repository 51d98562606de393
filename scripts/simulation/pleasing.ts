import former from '../../content/items/disc.json' with { type: 'json' }
import current from '../../content/items/disc-2.json' with { type: 'json' }
import reading from '../../content/items/disc-ratings-2.json' with { type: 'json' }
import { correlation } from '../../src/scoring/correlation.ts'
import { discScores } from '../../src/scoring/disc.ts'
import { gaussian, seededRandom } from '../../src/scoring/random.ts'
import { type Letter, letters } from '../../src/scoring/results.ts'
import { instruments } from '../instruments.ts'
import { usualBank } from './models.ts'
import { answerBank, type Bank, drawLetters } from './people.ts'

/** The blocks of a form of DISC, with the desirability of each statement by one reading, from 1 to 9. */
type RatedForm = readonly (readonly { readonly letter: string; readonly rating: number }[])[]

/** Both forms of DISC by the second reading, of which the first form has ten statements of its own. */
export const ratedForms: Readonly<Record<string, RatedForm>> = {
  'disc-24-1': rated(former.blocks, { ...reading.ratings, ...reading.replaced }),
  'disc-24-2': rated(current.blocks, reading.ratings),
}

function rated(
  blocks: readonly { readonly statements: readonly { readonly key: string; readonly letter: string }[] }[],
  ratings: Readonly<Record<string, number>>,
): RatedForm {
  return blocks.map(({ statements }) =>
    statements.map(({ key, letter }) => ({ letter, rating: ratings[key] as number })),
  )
}

/** `r` is the lowest of the letters'. Shares run from 0 to 1; `first` has the people whose first letter is D, I, S, C. */
export type PleasingStudy = {
  readonly r: number
  readonly firstLetter: number
  readonly first: readonly number[]
}

/**
 * People who wish to please: each point of the rating adds `wish` to a statement's utility, whose SD is 1. What the
 * reading doesn't see is drawn as for other simulated banks.
 */
export function studyPleasing(form: RatedForm, wish: number, people: number, seed: number): PleasingStudy {
  const random = seededRandom(seed)
  const bank: Bank = form.map((block) => ({
    order: letters,
    desirability: letters.map((letter) => {
      const { rating = 5 } = block.find((one) => one.letter === letter) ?? {}
      return wish * rating + usualBank.imbalance * gaussian(random)
    }),
  }))
  const traits: number[][] = letters.map(() => [])
  const differences: number[][] = letters.map(() => [])
  const first = letters.map(() => 0)
  let right = 0
  for (let person = 0; person < people; person++) {
    const own = drawLetters(random)
    const result = discScores(answerBank(own, bank, usualBank, random), instruments.disc.norm)
    for (const [at, letter] of letters.entries()) {
      traits[at]?.push(own[at] as number)
      differences[at]?.push(result.most[letter] - result.least[letter])
    }
    const found = letters.indexOf(result.style[0] as Letter)
    first[found] = (first[found] ?? 0) + 1
    if (own[found] === Math.max(...own)) right++
  }
  return {
    r: Math.min(...letters.map((_, at) => correlation(traits[at] ?? [], differences[at] ?? []) ?? 0)),
    firstLetter: right / people,
    first: first.map((count) => count / people),
  }
}
