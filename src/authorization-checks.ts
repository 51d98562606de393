import {
  type Caller,
  type DelegateCaller,
  isTokenCaller,
  type MemberCaller,
  type TokenCaller,
} from './contract/caller.ts'
import { Failure, forbidden, notFound, wrongRegion } from './contract/failure.ts'
import type { Limits } from './contract/limits.ts'
import type { Account, InstallationConfig, Operation } from './contract/operation.ts'
import { networkFor, paidBy } from './contract/payer.ts'
import type { Sql } from './contract/ports.ts'
import type { Allowance } from './contract/request.ts'
import { type Access, type Scope, scopesNeeded, scopesOfRole } from './contract/scope.ts'
import { type CallerStatus, findAccount } from './domain/account/caller-status-store.ts'

/** The first stations of the gate: who may come in at all, before anything is read of what they want. */

export function refuseOtherRegion(caller: Caller, site: InstallationConfig): void {
  if (caller.region !== site.region) throw wrongRegion(caller.region)
}

/**
 * An app that was let in may have been shut out at the authorization server since. A region that has not heard from
 * there for too long does not know, and serves no app until it does.
 */
export function refuseStaleRevocations(caller: Caller, revocationsAreFresh: () => boolean): void {
  if (caller.kind !== 'delegate' || revocationsAreFresh()) return
  throw new Failure('unavailable', {
    message: 'This region cannot tell whether the app is still allowed. Try again soon.',
    retryAfterSeconds: 5,
  })
}

/**
 * The account of a caller who still stands: whose client, consent or membership was not taken back. And whether the
 * link that the caller holds exists, which says who pays for the request.
 */
export async function readCallerAccount(
  sql: Sql,
  access: Access,
  caller: Caller,
): Promise<Pick<CallerStatus, 'account' | 'linkExists'>> {
  const found = await findAccount(sql, caller.accountId, caller)
  if (!found) throw notFound('The account of this token no longer exists.')
  if (!found.isClientActive) throw invalidToken('The client of this token has been revoked.')
  if (caller.kind === 'delegate' && !isDelegationValid(caller, found)) {
    throw invalidToken('The app is no longer allowed to act for this account. Ask to be let in again.')
  }
  if (caller.kind === 'member') {
    refuseNonMember(access, found)
    refuseWithoutPasskey(access, caller, found.account)
  }
  return found
}

/** A member can hand on no more than they may do themselves, so a lesser role ends the tokens that have more. */
function isDelegationValid(
  { scopes, byPasskey }: DelegateCaller,
  { account, isRevoked, member }: CallerStatus,
): boolean {
  if (isRevoked || !member?.isAccepted) return false
  if (account.requirePasskey && !byPasskey) return false
  const allowed = scopesOfRole(member.role)
  return [...scopes].every((scope) => allowed.includes(scope))
}

function refuseNonMember(access: Access, { member }: CallerStatus): void {
  if (!('access' in access) || access.access !== 'member') return
  if (!member || !(member.isAccepted || access.evenInvited)) {
    throw forbidden('You are not a member of this account. Ask an owner of it to invite you.')
  }
  if (access.roles.includes(member.role)) return
  throw forbidden('Your role in this account does not allow this. Ask an owner of the account.')
}

function refuseWithoutPasskey(access: Access, { signIn }: MemberCaller, account: Account): void {
  if (!account.requirePasskey || signIn?.byPasskey) return
  if ('access' in access && access.access === 'member' && access.evenWithoutPasskey) return
  throw new Failure('passkey_required')
}

function invalidToken(message: string): Failure {
  return new Failure('token_invalid', { message })
}

/** Refuses callers of another kind than the operation is for, and tokens that lack one of the scopes. */
export function refuseMissingScope(
  access: Access,
  caller: Caller,
  getRawInput: () => Record<string, unknown>,
): void {
  const kindNeeded = 'access' in access && access.access !== 'anyToken' ? access.access : 'token'
  const kind = isTokenCaller(caller) ? 'token' : caller.kind
  if (kindNeeded !== kind) throw forbidden(accessMessages[kindNeeded])
  if (!isTokenCaller(caller)) return
  const needed = scopesNeeded(access, 'scopeWith' in access ? peekInput(getRawInput) : {})
  const lacking = scopesLacking(needed, caller)
  if (lacking.length === 0) return
  throw new Failure('insufficient_scope', {
    message: `The token lacks the scope ${lacking.join(' and ')}.`,
    details: { scopes: needed },
  })
}

const linkOnlyMessage = 'An invite link opens the assessment, and nothing else opens it.'

const accessMessages = {
  token: 'This needs an access token.',
  member: 'Only a member of the account who has signed in can do this.',
  taker: linkOnlyMessage,
  guest: linkOnlyMessage,
  visitor: linkOnlyMessage,
}

/** What the input asks for, before its turn to be checked: one that cannot be read asks for nothing. */
function peekInput(getRawInput: () => Record<string, unknown>): Record<string, unknown> {
  try {
    return getRawInput()
  } catch (error) {
    if (error instanceof Failure) return {}
    throw error
  }
}

/**
 * Takes one request from whoever pays for it. A caller who has proven who they are pays for themselves; programs have
 * one allowance for each client and account, whoever of its members let the app in. A personal link and a report link
 * are secrets, so one that exists has an allowance of its own. A shareable link is passed around, and all else can be
 * invented without end: there the network pays.
 */
export function countRequest(limits: Limits, caller: Caller, linkExists: boolean): Allowance | undefined {
  const { accountId } = caller
  if (isTokenCaller(caller)) return countProgramRequest(limits, caller)
  if (caller.kind === 'member')
    return limits.personRequests(paidBy('person', `${accountId}:${caller.memberId}`))
  if (caller.kind === 'taker')
    return limits.personRequests(paidBy('person', `${accountId}:${caller.profileId}`))
  if (caller.kind === 'visitor') return limits.logoRequests(caller.network)
  const link = caller.linkHash.toString('base64url')
  if (!linkExists) return limits.unknownLinks(caller.network)
  if (caller.link === 'shared') return limits.sharedLinkRequests(networkFor(caller.network, link))
  return limits.linkRequests(paidBy('link', link))
}

export function countProgramRequest(
  limits: Limits,
  { accountId, clientId }: TokenCaller,
): Allowance | undefined {
  return limits.programRequests(paidBy('program', `${accountId}:${clientId}`))
}

export function scopesLacking(needed: readonly Scope[], caller: TokenCaller): Scope[] {
  return needed.filter((scope) => !caller.scopes.has(scope))
}

export function refusePaused(operation: { evenPaused?: true }, account: Account): void {
  if (!account.paused || operation.evenPaused) return
  throw new Failure('account_paused')
}

/**
 * Which share of the connections the work counts against. Heavy is whatever reads pages or many people, so that a new
 * list cannot be forgotten. Links can be invented for any account, and pictures are asked for by anyone.
 */
export function connectionShareOf(
  { effect, input }: Operation,
  { kind }: Caller,
): { heavy: boolean; unproven: boolean } {
  const readsMany = ['limit', 'search', 'profileIds'].some((field) => field in input.shape)
  return { heavy: effect === 'reads' && readsMany, unproven: kind === 'guest' || kind === 'visitor' }
}
