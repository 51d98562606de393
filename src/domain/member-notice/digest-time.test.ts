import { describe, expect, test } from 'vitest'
import { nextDigestAt } from './digest-time.ts'

describe('the next digest', () => {
  test.each([
    // Monday, 16 March 2026.
    ['2026-03-16T06:59:59Z', 'Europe/Berlin', 'daily', '2026-03-16T07:00:00.000Z'],
    ['2026-03-16T07:00:00Z', 'Europe/Berlin', 'daily', '2026-03-17T07:00:00.000Z'],
    ['2026-03-16T06:59:59Z', 'Europe/Berlin', 'weekly', '2026-03-16T07:00:00.000Z'],
    ['2026-03-16T07:00:00Z', 'Europe/Berlin', 'weekly', '2026-03-23T07:00:00.000Z'],
    ['2026-03-16T12:00:00Z', 'UTC', 'atOnce', '2026-03-17T08:00:00.000Z'],
    ['2026-03-16T12:00:00Z', 'Asia/Kolkata', 'daily', '2026-03-17T02:30:00.000Z'],
    ['2026-03-16T12:00:00Z', 'Asia/Kathmandu', 'daily', '2026-03-17T02:15:00.000Z'],
    // A zone that this runtime lacks.
    ['2026-03-16T12:00:00Z', 'Not/A_Zone', 'daily', '2026-03-17T08:00:00.000Z'],
    // Monday begins earlier in Auckland, later in Honolulu.
    ['2026-03-15T12:00:00Z', 'Pacific/Auckland', 'weekly', '2026-03-15T19:00:00.000Z'],
    ['2026-03-15T12:00:00Z', 'Pacific/Honolulu', 'weekly', '2026-03-16T18:00:00.000Z'],
    // A day of 23 hours, and one of 25.
    ['2026-03-28T07:00:00Z', 'Europe/Berlin', 'daily', '2026-03-29T06:00:00.000Z'],
    ['2026-10-24T06:00:00Z', 'Europe/Berlin', 'daily', '2026-10-25T07:00:00.000Z'],
  ] as const)('after %s in %s, %s, is at %s', (after, zone, frequency, expected) => {
    expect(nextDigestAt(new Date(after), zone, frequency).toISOString()).toBe(expected)
  })

  test('is once a day over a year in every zone, and each is later than the one before', () => {
    for (const zone of ['America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca']) {
      let at = new Date('2026-01-01T00:00:00Z')
      let count = 0
      while (at < new Date('2027-01-01T00:00:00Z')) {
        at = nextDigestAt(at, zone, 'daily')
        count += 1
      }
      expect([zone, count]).toEqual([zone, 366])
    }
  })
})
