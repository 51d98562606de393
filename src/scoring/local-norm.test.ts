import { describe, expect, test } from 'vitest'
import { localCell } from './local-norm.ts'

describe('a local cell', () => {
  test('has the mean shrunk by n/(n + k) and the variance with n - 1 degrees of freedom, by hand', () => {
    // Four people with raw sums 10, 12, 14, 16: mean 13, variance 20/3; the general norm has 11 and 4.
    const cell = localCell({ n: 4, sum: 52, squares: 696 }, { mean: 11, sd: 2 }, { mean: 4, variance: 3 })
    expect(cell.found).toEqual({ mean: 13, sd: 2.582 })
    // (4·13 + 4·11)/8 = 12, and (3·20/3 + 3·4)/6 = 16/3.
    expect(cell.drawn).toEqual({ mean: 12, sd: 2.3094 })
  })

  test('depends less on the general norm, the more people there are', () => {
    const drawn = [200, 2_000, 200_000].map(
      (n) =>
        localCell(
          { n, sum: n * 13, squares: n * (169 + 9) },
          { mean: 11, sd: 2 },
          { mean: 50, variance: 200 },
        ).drawn,
    )
    expect(drawn.map(({ mean }) => mean)).toEqual([12.6, 12.9512, 12.9995])
    expect(drawn.map(({ sd }) => sd > 2 && sd < 3.01)).toEqual([true, true, true])
  })

  test('keeps some variance even if all people are alike', () => {
    const { found, drawn } = localCell(
      { n: 200, sum: 2_400, squares: 28_800 },
      { mean: 11, sd: 2 },
      { mean: 50, variance: 200 },
    )
    expect(found.sd).toBe(0)
    expect(drawn.sd).toBeCloseTo(Math.sqrt(800 / 399), 4)
  })

  test('is refused for one person', () => {
    expect(() =>
      localCell({ n: 1, sum: 12, squares: 144 }, { mean: 11, sd: 2 }, { mean: 50, variance: 200 }),
    ).toThrow(RangeError)
  })
})
