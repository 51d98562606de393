import { describe, expect, test } from 'vitest'
import { factorize } from './cholesky.ts'
import { gaussian, seededRandom } from './random.ts'
import { type RankInterval, rankIntervals } from './rank-intervals.ts'

const equal = (size: number, variance: number) =>
  Float64Array.from({ length: size * size }, (_, at) => (at % (size + 1) === 0 ? variance : 0))

describe('rankIntervals', () => {
  test('are single ranks where the utilities are far apart', () => {
    const apart = [4, -8, 8, 0, -4]
    expect(rankIntervals(apart, equal(5, 0.01))).toEqual([
      [2, 2],
      [5, 5],
      [1, 1],
      [3, 3],
      [4, 4],
    ])
  })

  test('hold nearly all ranks where nothing is known', () => {
    for (const [best, worst] of rankIntervals(new Array(13).fill(0), equal(13, 1))) {
      expect(worst - best + 1).toBeGreaterThanOrEqual(11)
    }
  })

  test('of two values that are equal and far from the rest are the two places', () => {
    expect(rankIntervals([5, 5, -5], equal(3, 0.1))).toEqual([
      [1, 2],
      [1, 2],
      [3, 3],
    ])
  })

  test('hold nine of ten draws of a rank, counted over many draws', () => {
    const size = 9
    const random = seededRandom(5)
    const utilities = Array.from({ length: size }, () => gaussian(random))
    const covariance = Float64Array.from({ length: size * size }, (_, at) => {
      const [row, column] = [Math.floor(at / size), at % size]
      return row === column ? 0.5 : -0.5 / (size + 3)
    })
    const intervals = rankIntervals(utilities, covariance)
    const factor = Float64Array.from(covariance)
    factorize(factor, size)
    const inside = new Array<number>(size).fill(0)
    const draws = 20_000
    for (let draw = 0; draw < draws; draw++) {
      const noise = utilities.map(() => gaussian(random))
      const drawn = utilities.map((utility, row) => {
        const error = noise
          .slice(0, row + 1)
          .reduce((sum, z, at) => sum + (factor[row * size + at] as number) * z, 0)
        return utility + error
      })
      for (const [value, own] of drawn.entries()) {
        const rank = 1 + drawn.filter((other) => other > own).length
        const [best, worst] = intervals[value] as RankInterval
        if (rank >= best && rank <= worst) inside[value] = (inside[value] as number) + 1
      }
    }
    // A rank is whole, so each interval can be some points off; together they are not.
    for (const count of inside) expect(count / draws).toBeGreaterThan(0.8)
    expect(inside.reduce((sum, count) => sum + count, 0) / (size * draws)).toBeGreaterThan(0.87)
    expect(inside.reduce((sum, count) => sum + count, 0) / (size * draws)).toBeLessThan(0.94)
  })
})
