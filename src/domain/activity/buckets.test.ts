import { describe, expect, test } from 'vitest'
import { bucketsOf, countDays, daysBefore, medianOf } from './buckets.ts'

describe('bucketsOf', () => {
  test('days, over the end of a leap February', () => {
    expect(bucketsOf({ from: '2028-02-28', to: '2028-03-01' }, 'day')).toEqual([
      { from: '2028-02-28', to: '2028-02-28' },
      { from: '2028-02-29', to: '2028-02-29' },
      { from: '2028-03-01', to: '2028-03-01' },
    ])
  })

  test('weeks begin on Monday, also over the end of a year, and are cut off at both ends', () => {
    // 27 December 2026 is a Sunday.
    expect(bucketsOf({ from: '2026-12-26', to: '2027-01-05' }, 'week')).toEqual([
      { from: '2026-12-26', to: '2026-12-27' },
      { from: '2026-12-28', to: '2027-01-03' },
      { from: '2027-01-04', to: '2027-01-05' },
    ])
  })

  test('months have their own lengths, and are cut off at both ends', () => {
    expect(bucketsOf({ from: '2026-01-31', to: '2026-03-02' }, 'month')).toEqual([
      { from: '2026-01-31', to: '2026-01-31' },
      { from: '2026-02-01', to: '2026-02-28' },
      { from: '2026-03-01', to: '2026-03-02' },
    ])
  })

  test.each(['day', 'week', 'month'] as const)(
    'by %s, each day of a period is in one of them',
    (interval) => {
      const period = { from: '2025-11-15', to: '2026-12-31' }
      const buckets = bucketsOf(period, interval)
      expect(buckets[0]?.from).toBe(period.from)
      expect(buckets.at(-1)?.to).toBe(period.to)
      expect(buckets.reduce((sum, bucket) => sum + countDays(bucket), 0)).toBe(countDays(period))
    },
  )
})

test('the days before are as many, and end where the period begins', () => {
  expect(daysBefore({ from: '2026-03-01', to: '2026-03-31' })).toEqual({
    from: '2026-01-29',
    to: '2026-02-28',
  })
})

test.each([
  [[], null],
  [[[21, 1]], 21],
  [
    [
      [30, 1],
      [20, 1],
    ],
    25,
  ],
  [
    [
      [18, 5],
      [60, 2],
      [25, 3],
    ],
    21.5,
  ],
  [
    [
      [18, 5],
      [60, 2],
      [25, 4],
    ],
    25,
  ],
])('the median of %j is %s', (counted, median) => {
  expect(medianOf(counted.map(([value = 0, count = 0]) => ({ value, count })))).toBe(median)
})
