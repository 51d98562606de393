import { type Caller, isTokenCaller, type TakerCaller, type TokenCaller } from '../contract/caller.ts'
import type { Limits } from '../contract/limits.ts'
import { networkFor, paidBy } from '../contract/payer.ts'
import { type Allowance, type RequestMetadata, rateLimited } from '../contract/request.ts'
import type { AccessRequest, KnownAccessRequest } from './access-request.ts'

export async function refuseExhaustedAllowance({
  caller,
  limits,
  spendOnce,
  status,
}: Pick<KnownAccessRequest, 'caller' | 'limits' | 'spendOnce' | 'status'>): Promise<void> {
  const allowance = await spendOnce(() => countRequest(limits, caller, status.linkExists))
  if (allowance && !allowance.isWithin) throw rateLimited(allowance)
}

export type SpendOnce = AccessRequest['spendOnce']

/** The database may run a transaction again after a serialization failure; the request still counts once. */
export function createSpendOnce({ onRateLimit }: Pick<RequestMetadata, 'onRateLimit'>): SpendOnce {
  let spent: Promise<Allowance | undefined> | undefined
  const spendAndReport = async (spend: () => Promise<Allowance | undefined>) => {
    const allowance = await spend()
    if (allowance) onRateLimit?.(allowance)
    return allowance
  }
  return (spend) => {
    spent ??= spendAndReport(spend)
    return spent
  }
}

/**
 * Counts this request against the rate limit of its payer. Undefined if unlimited. Callers who have proven who they are
 * pay for themselves; programs have one allowance per client and account, whichever member authorized the app. Personal
 * links and report links are secrets, so each existing one has its own allowance. Share links and share cards are passed
 * around, and other links can be made up without end: there the network pays.
 */
export async function countRequest(
  limits: Limits,
  caller: Caller,
  linkExists: boolean,
): Promise<Allowance | undefined> {
  const { accountId } = caller
  if (isTokenCaller(caller)) return countProgramRequest(limits, caller)
  if (caller.kind === 'member')
    return limits.personRequests(paidBy('person', `${accountId}:${caller.memberId}`))
  if (caller.kind === 'taker') return countTakerRequest(limits, caller)
  if (caller.kind === 'visitor') return limits.logoRequests(caller.network)
  const link = caller.linkHash.toString('base64url')
  if (!linkExists) return limits.unknownLinks(caller.network)
  if (caller.link === 'shared' || caller.link === 'card')
    return limits.sharedLinkRequests(networkFor(caller.network, link))
  return limits.linkRequests(paidBy('link', link))
}

export function countProgramRequest(limits: Limits, caller: TokenCaller): Promise<Allowance | undefined> {
  const payer = paidBy('program', `${caller.accountId}:${caller.clientId}`)
  if (caller.kind === 'machine' && caller.via === 'scim') return limits.directoryRequests(payer)
  return limits.programRequests(payer)
}

export function countTakerRequest(
  limits: Limits,
  { accountId, profileId }: Pick<TakerCaller, 'accountId' | 'profileId'>,
): Promise<Allowance | undefined> {
  return limits.personRequests(paidBy('person', `${accountId}:${profileId}`))
}
