import { discForm } from '../../content/forms.ts'
import type { DiscFigures } from '../../content/technical.ts'
import { splitHalf, total } from '../../scoring/reliability.ts'
import { type DiscResult, type Letter, letters } from '../../scoring/results.ts'
import { round } from '../../scoring/round.ts'
import {
  addValues,
  type CrossSums,
  correlationIn,
  covariances,
  crossSums,
  means,
} from '../../scoring/sums.ts'

type ByLetter<Value> = Readonly<Record<Letter, Value>>

/** DISC of many people as sums: each letter's score in odd and even blocks, choices, and first and second attempts. */
export type DiscTally = {
  readonly halves: ByLetter<CrossSums>
  /** By block, how often each letter was chosen. */
  readonly most: readonly Record<Letter, number>[]
  readonly least: readonly Record<Letter, number>[]
  readonly retest: ByLetter<CrossSums>
}

export function discTally(): DiscTally {
  const each = () => Object.fromEntries(letters.map((letter) => [letter, crossSums(2)]))
  const none = () => discForm.blocks.map(() => ({ D: 0, I: 0, S: 0, C: 0 }))
  return {
    halves: each() as ByLetter<CrossSums>,
    retest: each() as ByLetter<CrossSums>,
    most: none(),
    least: none(),
  }
}

/** Adds one person's choices, in the order of the form's blocks. */
export function addDisc(
  tally: DiscTally,
  choices: readonly { readonly most: Letter; readonly least: Letter }[],
): void {
  const scores = { D: [0, 0], I: [0, 0], S: [0, 0], C: [0, 0] }
  for (const [at, { most, least }] of choices.entries()) {
    const half = at % 2
    scores[most][half] = (scores[most][half] ?? 0) + 1
    scores[least][half] = (scores[least][half] ?? 0) - 1
    const [mosts, leasts] = [tally.most[at], tally.least[at]]
    if (mosts) mosts[most] += 1
    if (leasts) leasts[least] += 1
  }
  for (const letter of letters) addValues(tally.halves[letter], scores[letter])
}

/** Adds both results of a person who took DISC twice. */
export function addDiscRetest(tally: DiscTally, former: DiscResult, now: DiscResult): void {
  const score = ({ most, least }: DiscResult, letter: Letter) => most[letter] - least[letter]
  for (const letter of letters) addValues(tally.retest[letter], [score(former, letter), score(now, letter)])
}

export function discFigures(tally: DiscTally, retestFloor: number): DiscFigures {
  const { n } = tally.halves.D
  const retestN = tally.retest.D.n
  return {
    form: discForm.id,
    retestN,
    letters: letters.map((letter) => {
      const matrix = covariances(tally.halves[letter])
      const [odd = Number.NaN, even = Number.NaN] = means(tally.halves[letter])
      const retest = retestN >= retestFloor ? correlationIn(tally.retest[letter], 0, 1) : undefined
      return {
        letter,
        mean: round(odd + even, 2),
        sd: round(Math.sqrt(total(matrix, [0, 1], [0, 1])), 2),
        splitHalf: kept(splitHalf(matrix, [0], [1])),
        retest: kept(retest),
      }
    }),
    statements: discForm.blocks.flatMap(({ statements }, at) =>
      statements.map(({ key, letter }) => ({
        statement: key,
        block: at + 1,
        letter,
        most: round((tally.most[at]?.[letter] ?? 0) / n, 4),
        least: round((tally.least[at]?.[letter] ?? 0) / n, 4),
      })),
    ),
  }
}

function kept(value: number | undefined): number | null {
  return value === undefined ? null : round(value, 3)
}
