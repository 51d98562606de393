import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rootLikelihood } from './choice.ts'
import { likelihoodOfCounts } from './letter-likelihood.ts'

const pick = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 2, maxLength: 2 })
const picks = fc.array(pick, { minLength: 1, maxLength: 48 })

test('agrees with the likelihood of the choices one by one', () => {
  fc.assert(
    fc.property(picks, fc.constantFrom(0.5, 1.5, 3), (pairs, priorSd) => {
      const choices = pairs.map(([best = 0, worst = 0]) => ({ block: [0, 1, 2, 3], best, worst }))
      const timesOf = (kind: 'best' | 'worst') =>
        [0, 1, 2, 3].map((option) => choices.filter((choice) => choice[kind] === option).length)
      const value = likelihoodOfCounts(timesOf('best'), timesOf('worst'), priorSd)
      expect(value).toBeCloseTo(rootLikelihood(choices, 4, priorSd) ?? 0, 9)
    }),
    { numRuns: 300 },
  )
})

test('has no likelihood of no choices', () => {
  expect(likelihoodOfCounts([0, 0, 0, 0], [0, 0, 0, 0], 1.5)).toBeNaN()
})
