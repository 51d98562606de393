import { count, fill } from '../language/fill.ts'
import { joinSentences } from '../language/formats.ts'
import { settings } from './settings.ts'
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
    return { kind: 'closed', words: asking(words.paused, 'resume') }
  }
  const { status, trialEndDate } = account.billing
  const { reports, reportLimit } = account.usage
  if (status === 'canceled' || status === 'unpaid') {
    return { kind: 'unpaid', words: asking(words[status], 'billing') }
  }
  if (status !== 'trialing') return undefined
  if (trialEndDate !== null && trialEndDate * 1_000 <= now) {
    return { kind: 'unpaid', words: asking(words.trial.ended, 'plan') }
  }
  if (reportLimit !== null && reports >= reportLimit) {
    return { kind: 'unpaid', words: asking(count(words.trial.reportsUsed, reportLimit), 'plan') }
  }
  return undefined
}

/** Adds whom to ask. */
export function asking(text: string, what: keyof typeof words.ask): string {
  return joinSentences([text, fill(words.ask[what], { who: operatorName() })])
}

/** The contact of the operator, or else “the people who run timbre.example”. */
export function operatorName(): string {
  const { operatorContact, resource = '' } = settings
  return operatorContact ?? fill(words.operator, { host: resource.replace(/^https?:\/\//, '') })
}

/** One sentence with the state and one with the solution. Undefined if there is nothing to say. */
export function noticeFor(account: Pick<CurrentAccount, 'state' | 'billing' | 'usage'>): string | undefined {
  const block = accountBlock(account)
  if (block) return block.words
  const { billing, usage } = account
  if (billing.status !== 'trialing') return undefined
  const { reports, reportLimit, profiles, profileLimit } = usage
  if (reportLimit !== null && isNear(reports, reportLimit)) {
    return asking(fill(words.trial.reportsNear, { used: reports, limit: reportLimit }), 'plan')
  }
  if (profileLimit === null || !isNear(profiles, profileLimit)) return undefined
  const text = profiles >= profileLimit ? words.trial.profilesUsed : words.trial.profilesNear
  return asking(fill(text, { used: profiles, limit: profileLimit }), 'plan')
}

function isNear(used: number, limit: number): boolean {
  return used >= limit * 0.8
}
