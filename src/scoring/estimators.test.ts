import { describe, expect, test } from 'vitest'
import { blur, intervalOf, type NormalEstimate } from './estimate.ts'
import {
  estimateAlpha,
  estimateCorrelation,
  estimateMean,
  estimateOmega,
  estimateShare,
  estimateSpread,
} from './estimators.ts'
import { gaussian, seededRandom } from './random.ts'

const random = seededRandom(1)
/** Four unequal items with one factor. */
const rows = Array.from({ length: 300 }, () => {
  const level = gaussian(random)
  return [0.9, 0.7, 0.6, 0.5].map((loading) => Math.round(3 + loading * level + 0.8 * gaussian(random)))
})
const column = (at: number) => rows.map((row) => row[at] as number)

/** The standard error by leaving out one person at a time, which assumes no formula. */
function jackknife<T>(
  values: readonly T[],
  estimate: (some: readonly T[]) => NormalEstimate | undefined,
): number {
  const without = values.map((_, left) => estimate(values.filter((_, at) => at !== left))?.at ?? Number.NaN)
  const middle = without.reduce((sum, one) => sum + one, 0) / without.length
  const squares = without.reduce((sum, one) => sum + (one - middle) ** 2, 0)
  return Math.sqrt((squares * (values.length - 1)) / values.length)
}

describe('standard errors', () => {
  test.each([
    ['alpha', rows, estimateAlpha],
    ['omega', rows, estimateOmega],
    ['a mean', column(0), estimateMean],
    ['a standard deviation', column(1), estimateSpread],
  ] as const)('of %s are those of leaving out one person at a time', (_, values, estimate) => {
    const found = (estimate as (all: readonly unknown[]) => NormalEstimate | undefined)(values)
    const expected = jackknife<unknown>(values, estimate as never)
    // Wider by the quantile of t, which is 1% to 5% here.
    expect((found?.se ?? 0) / expected).toBeGreaterThan(0.98)
    expect((found?.se ?? 0) / expected).toBeLessThan(1.07)
  })

  test('of r between normal scores are close to those of Fisher, 1/√(n - 3)', () => {
    const scores = Array.from({ length: 2_000 }, () => {
      const shared = gaussian(random)
      return [shared + gaussian(random), shared + gaussian(random)] as const
    })
    const found = estimateCorrelation(
      scores.map(([one]) => one),
      scores.map(([, other]) => other),
    ) as NormalEstimate
    expect(found.se * Math.sqrt(1_997)).toBeGreaterThan(0.95)
    expect(found.se * Math.sqrt(1_997)).toBeLessThan(1.05)
    const { value, low, high } = intervalOf({ ...found, at: Math.atanh(0.5), se: 0.1 })
    expect([value, low, high].map((figure) => figure.toFixed(3))).toEqual(['0.500', '0.339', '0.632'])
  })

  test('of a share of none of 50 people leave room for one in eight', () => {
    const { low, high } = intervalOf(estimateShare(0, 50))
    expect(low).toBeLessThan(0.001)
    expect(high).toBeGreaterThan(0.1)
  })
})

test('something that does not vary has no figure', () => {
  const constant = rows.map(() => [3, 3, 3, 3])
  expect(estimateAlpha(constant)).toBeUndefined()
  expect(estimateOmega(constant)).toBeUndefined()
  expect(estimateCorrelation(column(0), column(0).fill(2))).toBeUndefined()
  expect(estimateMean([1, 1])).toBeUndefined()
  expect(estimateSpread([1, 1])).toBeUndefined()
})

test('noise of one standard error makes the interval √2 times as wide, around the blurred value', () => {
  const estimate: NormalEstimate = { scale: 'plain', at: 10, se: 1, n: 50 }
  const { value, low, high } = intervalOf(blur(estimate, 1, -0.5))
  expect(value).toBe(9.5)
  expect(high - low).toBeCloseTo(2 * 1.96 * Math.SQRT2, 3)
})
