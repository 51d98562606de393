import { describe, expect, test } from 'vitest'
import { pendingRetentionOf, retentionAfterChoice } from './retention.ts'

const now = new Date('2026-11-21T09:00:00Z')
const inAWeek = '2026-11-28T09:00:00.000Z'
const account = (retentionDays?: number, pending: { from?: string; before?: number } = {}) => ({
  preferences: retentionDays === undefined ? {} : { retentionDays },
  retentionFrom: pending.from ?? null,
  retentionDaysBefore: pending.before ?? null,
})

describe('days that are chosen', () => {
  test.each([
    ['the first days wait, and nobody is deleted until then', account(), 30, null],
    ['fewer days wait, and the former hold until then', account(730), 365, 730],
    ['fewer again: the former still hold', account(365, { from: inAWeek, before: 730 }), 100, 730],
    [
      'more than chosen a moment ago, but fewer than hold',
      account(30, { from: inAWeek, before: 730 }),
      365,
      730,
    ],
    ['more than chosen a moment ago, and nothing holds yet', account(30, { from: inAWeek }), 3650, null],
  ])('%s', (_title, before, days, daysBefore) => {
    expect(retentionAfterChoice(before, days, now)).toEqual({ holdsFrom: inAWeek, daysBefore })
  })

  test.each([
    ['more days', account(30), 31],
    ['none', account(30), undefined],
    ['none before they hold', account(30, { from: inAWeek }), undefined],
    ['those that still hold', account(30, { from: inAWeek, before: 730 }), 730],
  ])('%s hold at once', (_title, before, days) => {
    expect(retentionAfterChoice(before, days, now)).toBeNull()
  })
})

test('nothing is pending once the time has come', () => {
  const chosen = account(30, { from: inAWeek, before: 730 })
  const before = new Date(Date.parse(inAWeek) - 1)
  expect(pendingRetentionOf(chosen, before)).toEqual({ holdsFrom: inAWeek, daysBefore: 730 })
  expect(pendingRetentionOf(chosen, new Date(inAWeek))).toBeNull()
  expect(pendingRetentionOf(account(undefined, { from: inAWeek }), before)).toBeNull()
  expect(pendingRetentionOf(account(30), before)).toBeNull()
})

test('no time passes while the account is paused', () => {
  const chosen = { ...account(30, { from: inAWeek }), paused: true }
  const later = new Date(Date.parse(inAWeek) + 1)
  const pausedAt = '2026-11-27T09:00:00.000Z'
  expect(pendingRetentionOf({ ...chosen, pausedAt }, later)).toEqual({ holdsFrom: inAWeek, daysBefore: null })
  expect(pendingRetentionOf({ ...chosen, pausedAt: inAWeek }, later)).toBeNull()
  expect(pendingRetentionOf({ ...chosen, pausedAt: null }, later), 'since before it was recorded').toBeNull()
})

test('longer days that an earlier version wrote hold at once', () => {
  const written = account(730, { from: inAWeek, before: 365 })
  expect(pendingRetentionOf(written, now)).toBeNull()
  expect(retentionAfterChoice(written, 400, now)).toEqual({ holdsFrom: inAWeek, daysBefore: 730 })
})
