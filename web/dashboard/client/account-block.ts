import { count, fill } from '../language/fill.ts'
import type { Operations } from './types.ts'
import { words } from './words.ts'

export type CurrentAccount = Operations['GET /account']['answer']['data']

/** Why an account is restricted, and how to resolve it. A `closed` account can't even be read. */
type Block = { readonly kind: 'closed' | 'unpaid'; readonly words: string }

/**
 * What blocks new work: a pause, or billing. Unpaid accounts can still be read, exported and tagged. Same rules as
 * the API's 403 and 402. Undefined if nothing blocks.
 */
export function accountBlock(
  account: Pick<CurrentAccount, 'state' | 'billing' | 'usage'> | 'closed' | undefined,
  now = Date.now(),
): Block | undefined {
  if (account === undefined) return undefined
  if (account === 'closed' || account.state === 'paused') {
    return { kind: 'closed', words: words.paused }
  }
  const { status, trialEndDate } = account.billing
  const { reports, reportLimit } = account.usage
  if (status === 'canceled' || status === 'unpaid') {
    return { kind: 'unpaid', words: words[status] }
  }
  if (status !== 'trialing') return undefined
  if (trialEndDate !== null && trialEndDate * 1_000 <= now) {
    return { kind: 'unpaid', words: words.trial.ended }
  }
  if (reportLimit !== null && reports >= reportLimit) {
    return { kind: 'unpaid', words: count(words.trial.reportsUsed, reportLimit) }
  }
  return undefined
}

/** One sentence with the state and one with the solution. Undefined if there is nothing to say. */
export function noticeFor(account: Pick<CurrentAccount, 'state' | 'billing' | 'usage'>): string | undefined {
  const block = accountBlock(account)
  if (block) return block.words
  const { billing, usage } = account
  if (billing.status !== 'trialing') return undefined
  const { reports, reportLimit, profiles, profileLimit } = usage
  if (reportLimit !== null && isNear(reports, reportLimit)) {
    return fill(words.trial.reportsNear, { used: reports, limit: reportLimit })
  }
  if (profileLimit === null || !isNear(profiles, profileLimit)) return undefined
  const text = profiles >= profileLimit ? words.trial.profilesUsed : words.trial.profilesNear
  return fill(text, { used: profiles, limit: profileLimit })
}

function isNear(used: number, limit: number): boolean {
  return used >= limit * 0.8
}

/** Whether the limit of profiles is reached. Existing people can still be invited. */
export function isFull({ usage: { profiles, profileLimit } }: Pick<CurrentAccount, 'usage'>): boolean {
  return profileLimit !== null && profiles >= profileLimit
}
