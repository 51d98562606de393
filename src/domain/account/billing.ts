import { Failure } from '../../contract/failure.ts'
import type { Account, InstallationConfig } from '../../contract/operation.ts'
import { quotaOf } from '../../contract/quotas.ts'

/** Refuses new work (402) if the account's billing status does not permit it. Reads are always allowed. */
export function refuseUnpaidWork(account: Account, trial: InstallationConfig['trial'], now: Date): void {
  if (account.billingStatus === 'canceled' || account.billingStatus === 'unpaid') {
    throw new Failure(`billing_${account.billingStatus}`)
  }
  if (account.billingStatus !== 'trialing') return
  if (account.trialEndsAt !== null && Date.parse(account.trialEndsAt) <= now.getTime()) {
    throw new Failure('trial_expired')
  }
  if (account.trialReportsUsed >= trial.reports) {
    throw new Failure('trial_report_limit', {
      message: `The trial account has reached its limit of ${trial.reports} reports. Choose a plan to continue.`,
    })
  }
}

/** Whether the account may send reminders now: it is not paused, and may create new work. */
export function mayRemind(
  account: Account,
  { trial }: Pick<InstallationConfig, 'trial'>,
  now: Date,
): boolean {
  if (account.paused) return false
  try {
    refuseUnpaidWork(account, trial, now)
    return true
  } catch {
    return false
  }
}

/** People in a sandbox. */
const sandboxProfiles = 2_000

/** What limits an account: its trial, or the quotas that the operator has set for all others. */
export type AccountLimits = Pick<InstallationConfig, 'trial' | 'quotas'>

/** The maximum number of profiles; undefined if there is none. */
export function profileCapOf(account: Account, limits: AccountLimits): number | undefined {
  if (account.mode === 'sandbox') return sandboxProfiles
  return account.billingStatus === 'trialing' ? limits.trial.profiles : quotaOf('profiles', account, limits)
}

/**
 * Whether the cap is exact, so that creations are counted one after the other. A quota may be exceeded by as many as are
 * created at the same moment: it protects the installation, and creations of large accounts needn't wait for each other.
 */
export function isCapExact(account: Account): boolean {
  return account.mode === 'sandbox' || account.billingStatus === 'trialing'
}

/** Refuses another profile at the cap of a trial or of a quota (402) and of a sandbox (409). */
export function refuseProfileBeyondCap(account: Account, limits: AccountLimits, profileCount: number): void {
  const cap = profileCapOf(account, limits)
  if (cap === undefined || profileCount < cap) return
  if (account.mode === 'sandbox') throw new Failure('sandbox_full')
  if (account.billingStatus !== 'trialing')
    throw new Failure('profile_quota', {
      message: `The account has reached its limit of ${cap} profiles. Delete some, or ask the operator of this service for more.`,
    })
  throw new Failure('trial_profile_cap', {
    message: `The trial account has reached its cap of ${cap} profiles. Delete one or choose a plan.`,
  })
}

/** What the account uses of its limits. A limit is null if there is none. */
export type Usage = {
  profiles: number
  profileLimit: number | null
  reports: number
  reportLimit: number | null
}

/**
 * Uses the same counts as the refusals above: reports of the trial during a trial, otherwise all reports ever
 * generated.
 */
export function usageOf(account: Account, limits: AccountLimits, profileCount: number): Usage {
  const isTrial = account.billingStatus === 'trialing'
  return {
    profiles: profileCount,
    profileLimit: profileCapOf(account, limits) ?? null,
    reports: isTrial ? account.trialReportsUsed : account.reportsGenerated,
    reportLimit: isTrial ? limits.trial.reports : null,
  }
}
