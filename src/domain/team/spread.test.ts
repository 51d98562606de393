import { describe, expect, test } from 'vitest'
import { momentsOf, rangeByChance } from './spread.ts'

describe('rangeByChance', () => {
  // Upper points of the range of n standard normal draws: E. S. Pearson and H. O. Hartley (1954), Biometrika Tables, 22.
  test.each([
    [2, 0.05, 2.77],
    [3, 0.05, 3.31],
    [4, 0.05, 3.63],
    [10, 0.05, 4.47],
    [20, 0.05, 5.01],
    [2, 0.01, 3.64],
    [10, 0.01, 5.16],
  ])('of %d people with a chance of %d is %d standard errors', (count, chance, range) => {
    expect(rangeByChance(count, chance)).toBeCloseTo(range, 2)
  })

  test('grows with the number of people, and with a smaller chance', () => {
    expect(rangeByChance(100, 0.05)).toBeGreaterThan(rangeByChance(99, 0.05))
    expect(rangeByChance(5, 0.05 / 30)).toBeGreaterThan(rangeByChance(5, 0.05))
  })
})

test('momentsOf estimates the variance of the population', () => {
  expect(momentsOf([1, 3])).toEqual({ mean: 2, variance: 2 })
  expect(momentsOf([4])).toEqual({ mean: 4, variance: 0 })
})
