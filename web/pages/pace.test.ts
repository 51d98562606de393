import { describe, expect, test } from 'vitest'
import { addPace, minutesLeft } from './pace.ts'

const seconds = (...values: number[]) => values.map((value) => value * 1000)

describe('minutesLeft', () => {
  test('uses the expected pace until there are three measured ones', () => {
    expect(minutesLeft(seconds(60, 60), 120, 7000)).toBe(14)
  })

  test('uses the median pace, so that one long break does not count', () => {
    expect(minutesLeft(seconds(6, 6, 3600), 100, 7000)).toBe(10)
  })

  test('uses the mean of the middle two for an even number', () => {
    expect(minutesLeft(seconds(4, 4, 8, 8), 100, 7000)).toBe(10)
  })

  test('is never below one minute', () => {
    expect(minutesLeft(seconds(1, 1, 1), 2, 7000)).toBe(1)
    expect(minutesLeft([], 0, 7000)).toBe(1)
  })
})

describe('withPace', () => {
  test('keeps the last ten', () => {
    const paces = Array.from({ length: 12 }, (_, index) => index).reduce<readonly number[]>(addPace, [])
    expect(paces).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  })
})
