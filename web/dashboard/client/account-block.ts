import type { Operations } from './types.ts'

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
    return {
      kind: 'closed',
      words:
        'This account is paused, so nothing can be changed or read. Ask your administrator to resume it.',
    }
  }
  const { status, trialEndDate } = account.billing
  const { reports, reportLimit } = account.usage
  if (status === 'canceled' || status === 'unpaid') {
    return unpaid(`This account is ${status}`, 'Ask your administrator.')
  }
  if (status !== 'trialing') return undefined
  if (trialEndDate !== null && trialEndDate * 1_000 <= now) return unpaid('The trial has ended', upgradeHint)
  if (reportLimit !== null && reports >= reportLimit) {
    return unpaid(`All ${reportLimit} reports of the trial are used`, upgradeHint)
  }
  return undefined
}

/** One sentence with the state and one with the solution. Undefined if there is nothing to say. */
export function noticeFor(account: Pick<CurrentAccount, 'state' | 'billing' | 'usage'>): string | undefined {
  const block = accountBlock(account)
  if (block) return block.words
  const { billing, usage } = account
  if (billing.status !== 'trialing') return undefined
  const nearest = [
    [usage.reports, usage.reportLimit, 'reports'] as const,
    [usage.profiles, usage.profileLimit, 'profiles'] as const,
  ].find(([used, limit]) => limit !== null && used >= limit * 0.8)
  if (!nearest) return undefined
  const [used, limit, what] = nearest
  return `${used} of ${limit} ${what} of the trial are used. ${used >= (limit ?? 0) ? 'No new one can be added. ' : ''}${upgradeHint}`
}

/** Whether the limit of profiles is reached. Existing people can still be invited. */
export function isFull({ usage: { profiles, profileLimit } }: Pick<CurrentAccount, 'usage'>): boolean {
  return profileLimit !== null && profiles >= profileLimit
}

export const upgradeHint = 'Ask your administrator for a plan.'

function unpaid(what: string, way: string): Block {
  return { kind: 'unpaid', words: `${what}: what is here can be read, and nothing new can be sent. ${way}` }
}
