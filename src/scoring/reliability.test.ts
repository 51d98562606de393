import { describe, expect, test } from 'vitest'
import { alpha, itemRest, omega, splitHalf } from './reliability.ts'
import { addValues, correlationIn, covariances, crossSums } from './sums.ts'

/** Covariances that one factor with these loadings and unique variances gives. */
const oneFactor = (loadings: readonly number[], unique: readonly number[]) =>
  loadings.map((loading, row) =>
    loadings.map((other, column) => loading * other + (row === column ? Number(unique[row]) : 0)),
  )

describe('sums over people', () => {
  test('return means, covariances and r, as computed by hand', () => {
    const sums = crossSums(2)
    for (const pair of [
      [1, 2],
      [2, 4],
      [3, 3],
    ])
      addValues(sums, pair)
    // Deviations -1 0 1 and -1 1 0: variances 1 and 1, covariance 1/2.
    expect(covariances(sums)).toEqual([
      [1, 0.5],
      [0.5, 1],
    ])
    expect(correlationIn(sums, 0, 1)).toBe(0.5)
  })

  test('return no r if one variable is constant', () => {
    const sums = crossSums(2)
    for (const pair of [
      [1, 2],
      [2, 2],
    ])
      addValues(sums, pair)
    expect(correlationIn(sums, 0, 1)).toBeUndefined()
  })

  test('refuse a person with too few values', () => {
    expect(() => addValues(crossSums(2), [1])).toThrow(RangeError)
  })
})

describe('reliability', () => {
  const equal = [
    [2, 1, 1, 1],
    [1, 2, 1, 1],
    [1, 1, 2, 1],
    [1, 1, 1, 2],
  ]

  test('alpha of four items with variance 2 and covariance 1 is .8, by hand', () => {
    // 4/3 · (1 - 8/20)
    expect(alpha(equal)).toBeCloseTo(0.8, 12)
  })

  test('omega is the same if all items load equally', () => {
    expect(omega(equal)).toBeCloseTo(0.8, 8)
  })

  test('omega finds the loadings of a constructed matrix, and exceeds alpha if they differ', () => {
    const matrix = oneFactor([0.9, 0.7, 0.5, 0.3], [0.4, 0.6, 0.8, 1])
    // Σλ = 2.4, Σψ = 2.8.
    expect(omega(matrix)).toBeCloseTo(5.76 / 8.56, 7)
    expect(alpha(matrix)).toBeLessThan(5.76 / 8.56)
  })

  test('omega is omitted if an item correlates negatively, and for two items', () => {
    expect(omega(oneFactor([0.9, 0.7, 0.5, -0.4], [0.4, 0.6, 0.8, 1]))).toBeUndefined()
    expect(
      omega([
        [1, 0.5],
        [0.5, 1],
      ]),
    ).toBeUndefined()
  })

  test('both are omitted if nothing varies', () => {
    const still = equal.map((row) => row.map(() => 0))
    expect([alpha(still), omega(still), splitHalf(still, [0, 1], [2, 3])]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test('split halves are corrected to full length', () => {
    // The halves have variance 6 and covariance 4: r = 2/3, stepped up 4/3 : 5/3.
    expect(splitHalf(equal, [0, 1], [2, 3])).toBeCloseTo(0.8, 12)
    expect(
      splitHalf(
        [
          [1, -0.5],
          [-0.5, 1],
        ],
        [0],
        [1],
      ),
    ).toBe(-0.5)
  })

  test('an item is correlated with the rest of its scale, without itself', () => {
    // Covariance 3 with the sum of three, whose variance is 12.
    expect(itemRest(equal, 2)).toBeCloseTo(3 / Math.sqrt(2 * 12), 12)
  })
})
