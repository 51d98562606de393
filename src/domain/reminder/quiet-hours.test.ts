import { expect, test } from 'vitest'
import { isQuiet, quietEnd } from '../message/quiet-hours.ts'
import { dueWindows } from './due.ts'

test.each([
  ['UTC', '2026-03-16T07:59:59Z', true],
  ['UTC', '2026-03-16T08:00:00Z', false],
  ['UTC', '2026-03-16T20:59:59Z', false],
  ['UTC', '2026-03-16T21:00:00Z', true],
  ['Asia/Kathmandu', '2026-03-16T02:14:59Z', true],
  ['Asia/Kathmandu', '2026-03-16T02:15:00Z', false],
  ['America/New_York', '2026-03-16T01:00:00Z', true],
])('in %s it is night at %s: %s', (zone, at, expected) => {
  expect(isQuiet(new Date(at), zone)).toBe(expected)
})

test.each([
  ['Europe/Berlin', '2026-03-28T21:00:00Z', '2026-03-29T06:00:00.000Z'],
  ['Europe/Berlin', '2026-03-27T21:00:00Z', '2026-03-28T07:00:00.000Z'],
  ['UTC', '2026-03-16T12:34:56Z', '2026-03-16T12:34:56.000Z'],
])('in %s the night of %s ends at %s', (zone, at, expected) => {
  expect(quietEnd(new Date(at), zone).toISOString()).toBe(expected)
})

test('the windows of near days do not overlap', () => {
  const now = new Date('2026-03-16T00:00:00Z')
  expect(dueWindows([1, 2, 6], now)).toEqual([
    { day: 1, since: new Date('2026-03-14T00:00:00Z'), until: new Date('2026-03-15T00:00:00Z') },
    { day: 2, since: new Date('2026-03-12T00:00:00Z'), until: new Date('2026-03-14T00:00:00Z') },
    { day: 6, since: new Date('2026-03-08T00:00:00Z'), until: new Date('2026-03-10T00:00:00Z') },
  ])
})
