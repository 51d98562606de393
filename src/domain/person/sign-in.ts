import type { Sql } from '../../contract/ports.ts'
import { listMemberships, membershipsWithin } from '../../identity/people/memberships.ts'
import { upsertPerson } from '../../identity/people/people.ts'
import {
  endAllSessions,
  endSession,
  findVouching,
  fullReach,
  type SessionReach,
  type SignInMethod,
  startSession,
} from '../../identity/people/sessions.ts'
import {
  findAttempt,
  type RedeemResult,
  redeemCode,
  type SignInAttemptRow,
} from '../../identity/people/sign-in-codes.ts'
import { domainOf } from '../../identity/providers/claims.ts'
import { findDomainProvider } from '../../identity/providers/store.ts'
import { uncountCode } from './code-count.ts'
import type { PeopleParts } from './parts.ts'
import { mayRecover, mayUseCode, reachOfCode } from './recovery.ts'

/** An opened session. Its secret goes into the browser's cookie and is not stored. */
export type OpenedSession = { secret: string; expiresAt: Date; email: string; personId: string }

export type CodeSignInOutcome =
  | ({ outcome: 'right' } & OpenedSession)
  | Exclude<RedeemResult, { outcome: 'right' }>

/** The state of an attempt, which determines who pays for a try. */
export function findSignInAttempt(
  { database, clock }: PeopleParts,
  attempt: string,
): Promise<SignInAttemptRow | undefined> {
  return database.inSystem((sql) => findAttempt(sql, attempt, clock()), { readOnly: true })
}

/** Tries a code. The right one ends the browser's previous session and opens a new one, in one transaction. */
export async function signInWithCode(
  parts: PeopleParts,
  tried: {
    attempt: string
    code: string
    formerSecret: string | undefined
    isTrustedDevice: boolean
    maxTries?: number | undefined
    agent: string | null
    requestId: string
  },
): Promise<CodeSignInOutcome> {
  const { attempt, code, formerSecret, isTrustedDevice, maxTries, agent, requestId } = tried
  let recovered: { accountId: string; email: string } | undefined
  const outcome = await parts.database.inSystem(async (sql): Promise<CodeSignInOutcome> => {
    const now = parts.clock()
    const redeemed = await redeemCode(sql, { attempt, code, now, maxTries, secretKey: parts.secretKey })
    if (redeemed.outcome !== 'right') return redeemed
    const { email } = redeemed
    const bound = await findDomainProvider(sql, domainOf(email))
    const memberships = await listMemberships(sql, parts.memberships, email)
    if (!mayUseCode(bound, memberships)) return { outcome: 'over' }
    if (bound?.required && mayRecover(bound, memberships)) recovered = { accountId: bound.accountId, email }
    const reach = reachOfCode(bound, memberships)
    const entrance = await openPersonSession(sql, parts, {
      email,
      method: 'code',
      formerSecret,
      agent,
      reach,
    })
    if (entrance && parts.isLimited) await uncountCode(sql, parts, { email, isTrustedDevice })
    // This code was never sent: it was guessed, or the member was removed since.
    return entrance ? { ...redeemed, ...entrance } : { outcome: 'over' }
  })
  // Before the browser gets the session, so that none is opened this way without the other owners being told.
  if (outcome.outcome === 'right' && recovered) await parts.recordRecovery({ ...recovered, requestId })
  return outcome
}

/**
 * Opens a session under a new secret for the owner of an address, and creates the person the first time. Undefined if
 * no account has or invites a member with this address.
 */
export async function openPersonSession(
  sql: Sql,
  parts: PeopleParts,
  {
    email,
    method,
    formerSecret,
    agent,
    reach = fullReach,
    at = parts.clock(),
  }: {
    email: string
    method: SignInMethod
    formerSecret: string | undefined
    agent: string | null
    reach?: SessionReach
    /** When the person was admitted; now if left out. */
    at?: Date
  },
): Promise<OpenedSession | undefined> {
  const memberships = await listMemberships(sql, parts.memberships, email)
  if (membershipsWithin(memberships, reach).length === 0) return undefined
  const now = at
  const person = await upsertPerson(sql, { id: parts.newId(), email, now })
  // Someone who came from the provider and confirms with a passkey has both.
  const vouched =
    method === 'passkey' && formerSecret !== undefined
      ? await findVouching(sql, { secret: formerSecret, personId: person.id, now })
      : undefined
  if (formerSecret !== undefined) await endSession(sql, formerSecret)
  const opened = await startSession(sql, {
    ...{ personId: person.id, method, now, agent, notAfter: vouched?.until },
    reach: vouched ? { ...reach, providerAccountId: vouched.providerAccountId } : reach,
  })
  return { ...opened, email, personId: person.id }
}

/**
 * Ends one browser's session and the person's dashboard grant, whose tokens are in the browser and would open it for
 * the next person there. In other browsers the dashboard opens again from their own session.
 */
export async function signOut(parts: PeopleParts, secret: string, requestId: string): Promise<void> {
  const personId = await parts.database.inSystem((sql) => endSession(sql, secret))
  if (personId) await parts.revokeDashboardOf(personId, requestId)
}

/** Ends all sessions of a person, in every browser, and then the grants of their apps. */
export async function signOutEverywhere(
  parts: PeopleParts,
  { id, onlyAccountId }: { id: string; onlyAccountId: string | null },
  requestId: string,
): Promise<void> {
  await parts.database.inSystem((sql) => endAllSessions(sql, id, onlyAccountId))
  await parts.revokeAppsOf(id, requestId, onlyAccountId)
}
