import { describe, expect, test } from 'vitest'
import { begin } from './flow.ts'
import { addPace, paceOf } from './pace.ts'
import { journeyMinutes } from './pace-tracker.ts'
import { takingViewFixture } from './sample.ts'

const seconds = (...values: number[]) => values.map((value) => value * 1000)

describe('the pace', () => {
  test('is the usual one until there are three measured ones', () => {
    expect(paceOf(seconds(60, 60), 0.5)).toBe(0.5)
  })

  test('is the median, so that one long break does not count', () => {
    expect(paceOf(seconds(6, 6, 3600), 0.5)).toBe(0.1)
  })

  test('is the upper one of the middle two for an even number', () => {
    expect(paceOf(seconds(4, 4, 6, 8), 0.5)).toBe(0.1)
  })
})

describe('the minutes left', () => {
  const flow = begin(takingViewFixture)

  test('are those of all parts, with the own pace in the current one', () => {
    expect(journeyMinutes(takingViewFixture, flow, [])).toBe(6 + 14 + 4)
    expect(journeyMinutes(takingViewFixture, flow, seconds(5, 5, 5))).toBe(2 + 14 + 4)
  })

  test('leave out completed parts, and are never below one', () => {
    const position = { at: 'item', part: 'focus', item: 1 } as const
    const completed = { ...flow, position, completed: ['disc', 'core'] as const }
    expect(journeyMinutes(takingViewFixture, completed, [])).toBe(14)
    expect(journeyMinutes(takingViewFixture, completed, [1, 1, 1])).toBe(1)
  })
})

describe('withPace', () => {
  test('keeps the last ten', () => {
    const paces = Array.from({ length: 12 }, (_, index) => index).reduce<readonly number[]>(addPace, [])
    expect(paces).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  })
})
