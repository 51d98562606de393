import { describe, expect, test } from 'vitest'
import { Failure } from '../../contract/failure.ts'
import type { Account } from '../../contract/operation.ts'
import { refuseProfileBeyondCap, refuseUnpaidWork, usageOf } from './billing.ts'

const now = new Date('2026-11-21T09:00:00Z')
const limits = { reports: 10, profiles: 25 }

function account(more: Partial<Account>): Account {
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
    ...more,
  }
}

/** The code of the refusal, or undefined when the work may go on. */
function refusal(work: () => void): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof Failure && error.kind === 'billing') return error.code
    throw error
  }
}

describe('new work', () => {
  test.each<[string, Partial<Account>, string | undefined]>([
    ['a trial that runs', {}, undefined],
    ['a trial without an end', { trialEndsAt: null }, undefined],
    ['a trial in its last millisecond', { trialEndsAt: '2026-11-21T09:00:00.001Z' }, undefined],
    ['a trial that ends now', { trialEndsAt: '2026-11-21T09:00:00Z' }, 'trial_expired'],
    ['a trial below its reports', { trialReportsUsed: 9 }, undefined],
    ['a trial at its reports', { trialReportsUsed: 10 }, 'trial_report_limit'],
    ['an active account past every limit', { billingStatus: 'active', trialReportsUsed: 99 }, undefined],
    [
      'an active account whose trial is over',
      { billingStatus: 'active', trialEndsAt: '2020-01-01T00:00:00Z' },
      undefined,
    ],
    ['a late payment', { billingStatus: 'past_due' }, undefined],
    ['a cancelled account', { billingStatus: 'canceled' }, 'billing_canceled'],
    ['an unpaid account', { billingStatus: 'unpaid' }, 'billing_unpaid'],
  ])('of %s', (_, more, code) => {
    expect(refusal(() => refuseUnpaidWork(account(more), limits, now))).toBe(code)
  })
})

describe('one more profile', () => {
  test.each<[string, Partial<Account>, number, string | undefined]>([
    ['below the cap', {}, 24, undefined],
    ['at the cap', {}, 25, 'trial_profile_cap'],
    ['over the cap', {}, 40, 'trial_profile_cap'],
    ['of an account that pays', { billingStatus: 'active' }, 4000, undefined],
  ])('%s', (_, more, count, code) => {
    expect(refusal(() => refuseProfileBeyondCap(account(more), limits, count))).toBe(code)
  })
})

describe('what is used', () => {
  const counted = { reportsGenerated: 12, trialReportsUsed: 4 }

  test('of a trial counts what its refusals count, up to their limits', () => {
    const full = { profiles: 25, profileLimit: 25, reports: 4, reportLimit: 10 }
    expect(usageOf(account(counted), limits, 25)).toEqual(full)
    expect(refusal(() => refuseProfileBeyondCap(account(counted), limits, 25))).toBe('trial_profile_cap')
    expect(refusal(() => refuseProfileBeyondCap(account(counted), limits, 24))).toBeUndefined()
  })

  test.each(['active', 'past_due', 'canceled', 'unpaid'] as const)(
    'of one that is %s has no limit',
    (status) => {
      const used = { profiles: 41, profileLimit: null, reports: 12, reportLimit: null }
      expect(usageOf(account({ ...counted, billingStatus: status }), limits, 41)).toEqual(used)
    },
  )
})
