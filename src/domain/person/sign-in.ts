import type { Sql } from '../../contract/ports.ts'
import { listMemberships } from '../../identity/people/memberships.ts'
import { upsertPerson } from '../../identity/people/people.ts'
import {
  endAllSessions,
  endSession,
  type SignInMethod,
  startSession,
} from '../../identity/people/sessions.ts'
import {
  findAttempt,
  type RedeemResult,
  redeemCode,
  type SignInAttemptRow,
} from '../../identity/people/sign-in-codes.ts'
import { uncountCode } from './code-count.ts'
import type { PeopleParts } from './parts.ts'

/** The session that a sign-in opened; its secret goes into the browser's cookie and is stored nowhere. */
export type OpenedSession = { secret: string; expiresAt: Date; email: string; personId: string }

export type CodeSignInOutcome =
  | ({ outcome: 'right' } & OpenedSession)
  | Exclude<RedeemResult, { outcome: 'right' }>

/** How it stands with an attempt; who pays for a try depends on it. */
export function findSignInAttempt(
  { database, clock }: PeopleParts,
  attempt: string,
): Promise<SignInAttemptRow | undefined> {
  return database.inSystem((sql) => findAttempt(sql, attempt, clock()), { readOnly: true })
}

/** Tries a code; the right one ends the session that the browser had and opens another, all in one transaction. */
export function signInWithCode(
  parts: PeopleParts,
  tried: {
    attempt: string
    code: string
    formerSecret: string | undefined
    isTrustedDevice: boolean
    maxTries?: number | undefined
    agent: string | null
  },
): Promise<CodeSignInOutcome> {
  const { attempt, code, formerSecret, isTrustedDevice, maxTries, agent } = tried
  return parts.database.inSystem(async (sql): Promise<CodeSignInOutcome> => {
    const now = parts.clock()
    const redeemed = await redeemCode(sql, { attempt, code, now, maxTries, secretKey: parts.secretKey })
    if (redeemed.outcome !== 'right') return redeemed
    const entrance = await openPersonSession(sql, parts, {
      email: redeemed.email,
      method: 'code',
      formerSecret,
      agent,
    })
    if (entrance && parts.isLimited) await uncountCode(sql, parts, { email: redeemed.email, isTrustedDevice })
    // No letter brought this code: it was guessed, or the member was removed since.
    return entrance ? { ...redeemed, ...entrance } : { outcome: 'over' }
  })
}

/**
 * Opens a session under a new secret for the owner of an address, who is a person from the first time on.
 * Undefined when no account has or invites a member of this address.
 */
export async function openPersonSession(
  sql: Sql,
  parts: PeopleParts,
  {
    email,
    method,
    formerSecret,
    agent,
  }: { email: string; method: SignInMethod; formerSecret: string | undefined; agent: string | null },
): Promise<OpenedSession | undefined> {
  const memberships = await listMemberships(sql, parts.memberships, email)
  if (memberships.length === 0) return undefined
  const now = parts.clock()
  const person = await upsertPerson(sql, { id: parts.newId(), email, now })
  if (formerSecret !== undefined) await endSession(sql, formerSecret)
  return {
    ...(await startSession(sql, { personId: person.id, method, now, agent })),
    email,
    personId: person.id,
  }
}

/**
 * Ends the session of one browser, and the dashboard of the person: its tokens lie in the browser and would open it for
 * whoever sits there next. In their other browsers it opens again by the session that they have there.
 */
export async function signOut(parts: PeopleParts, secret: string, requestId: string): Promise<void> {
  const personId = await parts.database.inSystem((sql) => endSession(sql, secret))
  if (personId) await parts.revokeDashboardOf(personId, requestId)
}

/** Ends every session of a person, here and in every other browser, and then what they let apps do. */
export async function signOutEverywhere(
  parts: PeopleParts,
  personId: string,
  requestId: string,
): Promise<void> {
  await parts.database.inSystem((sql) => endAllSessions(sql, personId))
  await parts.revokeAppsOf(personId, requestId)
}
