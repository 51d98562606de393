import { describe, expect, test } from 'vitest'
import { chiSquareTail, fitOrdinal, nullLikelihood } from './ordinal-regression.ts'

const cell = (predictors: number[], answer: number, count: number) => ({ predictors, answer, count })

describe('proportional odds', () => {
  test('with two answers and two groups gives the logarithm of the odds ratio', () => {
    const cells = [cell([0], 0, 30), cell([0], 1, 70), cell([1], 0, 12), cell([1], 1, 88)]
    const fit = fitOrdinal(cells, 2, [0])
    expect(fit?.slopes[0]).toBeCloseTo(Math.log(88 / 12 / (70 / 30)), 8)
    const exact = 30 * Math.log(0.3) + 70 * Math.log(0.7) + 12 * Math.log(0.12) + 88 * Math.log(0.88)
    expect(fit?.logLikelihood).toBeCloseTo(exact, 8)
  })

  test('without predictors has the likelihood of the shares', () => {
    const cells = [5, 20, 30, 40, 5].map((count, answer) => cell([], answer, count))
    expect(fitOrdinal(cells, 5, [])?.logLikelihood).toBeCloseTo(nullLikelihood(cells, 5), 8)
  })

  test('recovers slopes from the expected counts of a model', () => {
    const logistic = (value: number) => 1 / (1 + Math.exp(-value))
    const thresholds = [-2, -0.5, 0.6, 1.9]
    const cells = [-1.5, -0.5, 0.5, 1.5].flatMap((z) =>
      [0, 1].flatMap((group) => {
        const at = thresholds.map((threshold) => logistic(threshold - 1.2 * z - 0.4 * group))
        return [0, 1, 2, 3, 4].map((answer) =>
          cell([z, group], answer, 1000 * ((at[answer] ?? 1) - (at[answer - 1] ?? 0))),
        )
      }),
    )
    const { slopes = [] } = fitOrdinal(cells, 5, [0, 1]) ?? {}
    expect(slopes).toEqual([expect.closeTo(1.2, 6), expect.closeTo(0.4, 6)])
  })

  test('is undefined where a predictor separates the answers', () => {
    expect(fitOrdinal([cell([0], 0, 20), cell([1], 1, 20)], 2, [0])).toBeUndefined()
  })

  test.each([
    [3.841, 1, 0.05],
    [5.991, 2, 0.05],
    [9.21, 2, 0.01],
  ] as const)('χ² of %d with %d degrees of freedom has p = %d', (value, freedom, p) => {
    expect(chiSquareTail(value, freedom)).toBeCloseTo(p, 3)
  })
})
