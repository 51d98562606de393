import { expect, test } from 'vitest'
import { remainingTime } from './remaining-time.ts'

test.each([
  ['2026-11-23T12:00:20Z', '1 minute'],
  ['2026-11-23T12:59:59Z', '59 minutes'],
  ['2026-11-23T13:00:00Z', '1 hour'],
  ['2026-11-24T11:59:00Z', '23 hours'],
  ['2026-11-24T12:30:00Z', '1 day'],
  ['2026-11-25T15:10:00Z', '2 days 3 hours'],
])('until %s remain %s', (until, text) => {
  expect(remainingTime(until, new Date('2026-11-23T12:00:00Z'))).toBe(text)
})
