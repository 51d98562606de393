import { describe, expect, test } from 'vitest'
import { instruments } from '../../scripts/instruments.ts'
import { answerScreens, drawValues } from '../../scripts/simulation/people.ts'
import type { BestWorstChoice } from './best-worst.ts'
import { factorize, inverse } from './cholesky.ts'
import { toChoices } from './core.ts'

import { fitChoices } from './fit.ts'
import { seededRandom } from './random.ts'

const { design } = instruments.core
const random = seededRandom(9)
const people: [string, BestWorstChoice[]][] = [
  ['nobody yet', []],
  ['a steady chooser', take(Array.from({ length: 13 }, (_, value) => 10 * value))],
  ['a usual chooser', take(drawValues(0, random))],
  ['a random chooser', take(new Array(13).fill(0))],
]

describe('fitChoices', () => {
  test.each(people)('finds the maximum of the posterior for %s', (_, choices) => {
    const { utilities, logLikelihood } = fitChoices(choices, 13, 1.5)
    const top = posterior(utilities, choices)
    expect(logLikelihood).toBeCloseTo(top + prior(utilities), 6)
    for (let value = 0; value < 13; value++) {
      for (const step of [-1e-3, 1e-3]) {
        const aside = utilities.with(value, (utilities[value] ?? 0) + step)
        expect(posterior(aside, choices)).toBeLessThan(top)
      }
    }
  })

  test.each(people)('centers the utilities on 0 for %s', (_, choices) => {
    const sum = fitChoices(choices, 13, 1.5).utilities.reduce((sum, utility) => sum + utility, 0)
    expect(sum).toBeCloseTo(0, 9)
  })

  test('recovers the order of a consistent person except for near ties', () => {
    const { utilities } = fitChoices(people[1]?.[1] ?? [], 13, 1.5)
    const [first, ...rest] = [...utilities.keys()].sort((a, b) => (utilities[b] ?? 0) - (utilities[a] ?? 0))
    expect([first, rest.at(-1)]).toEqual([12, 0])
  })
})

test('the inverse from a factorization is that of its matrix', () => {
  const matrix = new Float64Array([4, 2, 1, 2, 5, 3, 1, 3, 6])
  const factor = matrix.slice()
  factorize(factor, 3)
  const inverted = inverse(factor, 3)
  for (const row of [0, 1, 2]) {
    for (const column of [0, 1, 2]) {
      const product = [0, 1, 2].reduce(
        (sum, k) => sum + (matrix[row * 3 + k] ?? 0) * (inverted[k * 3 + column] ?? 0),
        0,
      )
      expect(product).toBeCloseTo(row === column ? 1 : 0, 12)
    }
  }
})

function take(utilities: readonly number[]): BestWorstChoice[] {
  return toChoices(answerScreens(utilities, design, 1, random), design)
}

/** The log posterior written out plainly, apart from the code under test. */
function posterior(utilities: readonly number[], choices: readonly BestWorstChoice[]): number {
  const weight = (value: number, sign: number) => Math.exp(sign * (utilities[value] ?? 0))
  const share = (value: number, among: readonly number[], sign: number) =>
    weight(value, sign) / among.reduce((sum, other) => sum + weight(other, sign), 0)
  let sum = -prior(utilities)
  for (const { block, best, worst } of choices) {
    const rest = block.filter((value) => value !== best)
    sum += Math.log(share(best, block, 1)) + Math.log(share(worst, rest, -1))
  }
  return sum
}

function prior(utilities: readonly number[]): number {
  return utilities.reduce((sum, utility) => sum + utility ** 2, 0) / (2 * 1.5 ** 2)
}
