import type { Operations } from '../api/types.ts'

type Account = Operations['GET /account']['answer']['data']

/**
 * What this person can do here: as far as their token goes, and as far as the account's state and billing let
 * anybody. Until the account is known, the token decides; `closed` is one that refuses even to be read.
 */
export function rightsOf(
  account: Pick<Account, 'state' | 'billing'> | 'closed' | undefined,
  may: (scope: string) => boolean,
  now = Date.now(),
): { readonly maySend: boolean; readonly mayTag: boolean } {
  const isPaused = account === 'closed' || account?.state === 'paused'
  const isBlocked = isPaused || (account !== undefined && isUnpaid(account.billing, now))
  return { maySend: !isBlocked && may('profiles:write'), mayTag: !isPaused && may('tags:manage') }
}

/** Nothing new can be sent then; everything can be read. */
function isUnpaid({ status, trialEndDate }: Account['billing'], now: number): boolean {
  if (status === 'canceled' || status === 'unpaid') return true
  return status === 'trialing' && trialEndDate !== null && trialEndDate * 1_000 <= now
}
