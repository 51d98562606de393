import { Failure } from '../../contract/failure.ts'
import type { Account, InstallationConfig } from '../../contract/operation.ts'

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

/** People in a sandbox. */
const sandboxProfiles = 2_000

/** The maximum number of profiles; undefined if there is none. */
export function profileCapOf(account: Account, trial: InstallationConfig['trial']): number | undefined {
  if (account.mode === 'sandbox') return sandboxProfiles
  return account.billingStatus === 'trialing' ? trial.profiles : undefined
}

/** Refuses another profile for a trial account (402) and for a sandbox (409) at its cap. */
export function refuseProfileBeyondCap(
  account: Account,
  trial: InstallationConfig['trial'],
  profileCount: number,
): void {
  const cap = profileCapOf(account, trial)
  if (cap === undefined || profileCount < cap) return
  if (account.mode === 'sandbox') throw new Failure('sandbox_full')
  throw new Failure('trial_profile_cap', {
    message: `The trial account has reached its cap of ${trial.profiles} profiles. Delete one or choose a plan.`,
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
export function usageOf(account: Account, trial: InstallationConfig['trial'], profileCount: number): Usage {
  const isTrial = account.billingStatus === 'trialing'
  return {
    profiles: profileCount,
    profileLimit: profileCapOf(account, trial) ?? null,
    reports: isTrial ? account.trialReportsUsed : account.reportsGenerated,
    reportLimit: isTrial ? trial.reports : null,
  }
}
