import { describe, expect, test } from 'vitest'
import { Failure } from '../../contract/failure.ts'
import type { Account } from '../../contract/operation.ts'
import { refuseProfileBeyondCap, refuseUnpaidWork, usageOf } from './billing.ts'

const now = new Date('2026-11-21T09:00:00Z')
const trial = { reports: 10, profiles: 25 }
const limits = { trial, quotas: { profiles: 1_000 } }

function account(overrides: Partial<Account>): Account {
  return {
    id: 'a'.repeat(24),
    name: 'Northwind',
    paused: false,
    billingStatus: 'trialing',
    trialEndsAt: '2026-11-30T00:00:00Z',
    reportsGenerated: 0,
    trialReportsUsed: 0,
    createdAt: '2026-11-01T00:00:00Z',
    updatedAt: '2026-11-01T00:00:00Z',
    type: 'organization',
    mode: 'live',
    logoDigest: null,
    preferences: {},
    requirePasskey: false,
    ...overrides,
  }
}

/** The error code of the refusal, or undefined if the work is allowed. */
function refusal(work: () => void): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof Failure && error.kind === 'billing') return error.code
    throw error
  }
}

describe('refuseUnpaidWork', () => {
  test.each<[string, Partial<Account>, string | undefined]>([
    ['a running trial', {}, undefined],
    ['a trial without an end date', { trialEndsAt: null }, undefined],
    ['a trial one millisecond before its end', { trialEndsAt: '2026-11-21T09:00:00.001Z' }, undefined],
    ['a trial that ends now', { trialEndsAt: '2026-11-21T09:00:00Z' }, 'trial_expired'],
    ['a trial below its report limit', { trialReportsUsed: 9 }, undefined],
    ['a trial at its report limit', { trialReportsUsed: 10 }, 'trial_report_limit'],
    [
      'an active account beyond all trial limits',
      { billingStatus: 'active', trialReportsUsed: 99 },
      undefined,
    ],
    [
      'an active account whose trial has ended',
      { billingStatus: 'active', trialEndsAt: '2020-01-01T00:00:00Z' },
      undefined,
    ],
    ['a late payment', { billingStatus: 'past_due' }, undefined],
    ['a canceled account', { billingStatus: 'canceled' }, 'billing_canceled'],
    ['an unpaid account', { billingStatus: 'unpaid' }, 'billing_unpaid'],
  ])('%s', (_, overrides, code) => {
    expect(refusal(() => refuseUnpaidWork(account(overrides), trial, now))).toBe(code)
  })
})

describe('refuseProfileBeyondCap', () => {
  test.each<[string, Partial<Account>, number, string | undefined]>([
    ['below the cap', {}, 24, undefined],
    ['at the cap', {}, 25, 'trial_profile_cap'],
    ['over the cap', {}, 40, 'trial_profile_cap'],
    ['of a paying account', { billingStatus: 'active' }, 999, undefined],
    ['at the quota', { billingStatus: 'active' }, 1_000, 'profile_quota'],
  ])('%s', (_, overrides, count, code) => {
    expect(refusal(() => refuseProfileBeyondCap(account(overrides), limits, count))).toBe(code)
  })

  test('of a paying account without a quota', () => {
    const paying = account({ billingStatus: 'active' })
    expect(refusal(() => refuseProfileBeyondCap(paying, { trial }, 4_000_000))).toBeUndefined()
    expect(usageOf(paying, limits, 5).profileLimit).toBe(1_000)
  })
})

describe('usageOf', () => {
  const counts = { reportsGenerated: 12, trialReportsUsed: 4 }

  test('counts a trial against the same limits as the refusals', () => {
    const usage = { profiles: 25, profileLimit: 25, reports: 4, reportLimit: 10 }
    expect(usageOf(account(counts), limits, 25)).toEqual(usage)
    expect(refusal(() => refuseProfileBeyondCap(account(counts), limits, 25))).toBe('trial_profile_cap')
    expect(refusal(() => refuseProfileBeyondCap(account(counts), limits, 24))).toBeUndefined()
  })

  test.each(['active', 'past_due', 'canceled', 'unpaid'] as const)(
    'has no limits for an account that is %s',
    (status) => {
      const usage = { profiles: 41, profileLimit: null, reports: 12, reportLimit: null }
      expect(usageOf(account({ ...counts, billingStatus: status }), { trial }, 41)).toEqual(usage)
    },
  )
})
