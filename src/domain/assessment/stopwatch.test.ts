import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundedSeconds, type Seconds } from './stopwatch.ts'

const count = fc.nat({ max: 100_000 })
const seconds: fc.Arbitrary<Seconds> = fc.record({ active: count, idle: count, inactive: count })
const sum = ({ active, idle, inactive }: Seconds) => active + idle + inactive
const buckets = ['active', 'idle', 'inactive'] as const

describe('boundedSeconds', () => {
  test('accepts a plausible report unchanged', () => {
    expect(boundedSeconds({ active: 50, idle: 5, inactive: 5 }, undefined, 60)).toEqual({
      active: 50,
      idle: 5,
      inactive: 5,
    })
  })

  test('drops inactive seconds first, then idle ones', () => {
    const claim = { active: 50, idle: 30, inactive: 30 }
    expect(boundedSeconds(claim, undefined, 90)).toEqual({ active: 50, idle: 30, inactive: 10 })
    expect(boundedSeconds(claim, undefined, 60)).toEqual({ active: 50, idle: 10, inactive: 0 })
    expect(boundedSeconds(claim, undefined, 20)).toEqual({ active: 20, idle: 0, inactive: 0 })
  })

  test('does not turn stored idle seconds into active ones', () => {
    const before = { active: 10, idle: 10, inactive: 0 }
    expect(boundedSeconds({ active: 20, idle: 10, inactive: 0 }, before, 20)).toEqual(before)
  })

  test('never decreases stored seconds, whatever the report or the clock', () => {
    fc.assert(
      fc.property(
        seconds,
        seconds,
        fc.double({ min: -10, max: 400_000, noNaN: true }),
        (report, before, wall) => {
          const after = boundedSeconds(report, before, wall)
          for (const bucket of buckets) expect(after[bucket]).toBeGreaterThanOrEqual(before[bucket])
        },
      ),
    )
  })

  test('never exceeds the wall clock or the report', () => {
    fc.assert(
      fc.property(
        seconds,
        seconds,
        fc.double({ min: 0, max: 400_000, noNaN: true }),
        (report, before, wall) => {
          const after = boundedSeconds(report, before, wall)
          expect(sum(after)).toBeLessThanOrEqual(Math.max(sum(before), Math.ceil(wall)))
          for (const bucket of buckets) {
            expect(after[bucket]).toBeLessThanOrEqual(Math.max(report[bucket], before[bucket]))
          }
        },
      ),
    )
  })

  test('changes nothing for a repeated report', () => {
    fc.assert(
      fc.property(seconds, fc.nat({ max: 400_000 }), (report, wall) => {
        const once = boundedSeconds(report, undefined, wall)
        expect(boundedSeconds(report, once, wall)).toEqual(once)
      }),
    )
  })
})
