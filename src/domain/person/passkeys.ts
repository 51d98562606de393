import type { Person } from '../../contract/authorization.ts'
import type { Locale } from '../../contract/locale.ts'
import type { Payer } from '../../contract/payer.ts'
import type { Sql } from '../../contract/ports.ts'
import { isRecent } from '../../contract/recent-sign-in.ts'
import {
  type ChallengePurpose,
  consumeChallenge,
  isValidChallenge,
  newChallenge,
} from '../../identity/people/challenges.ts'
import { listMemberships } from '../../identity/people/memberships.ts'
import {
  findPasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  passkeyPayer,
  recordPasskeyUse,
  removePasskey,
  renamePasskey,
} from '../../identity/people/passkeys.ts'
import { lockPersonById } from '../../identity/people/people.ts'
import { endOtherSessions, type SignInMethod } from '../../identity/people/sessions.ts'
import {
  authenticationOptions,
  registrationOptions,
  relyingPartyOf,
  verifyAuthentication,
  verifyRegistration,
} from '../../identity/people/webauthn.ts'
import { isPermitRefused, requestPermit } from '../message/permit.ts'
import { toMessageRefusal, toRefusalFailure } from '../message/refusal.ts'
import { enqueue, messageIdFor } from '../outbox/enqueue.ts'
import { notifyAccountOwners } from './notify-account-owners.ts'
import type { PeopleParts } from './parts.ts'
import { renderPasskeyEmail } from './passkey-email.ts'
import { revokeOrphanedDashboards } from './sessions.ts'
import { type OpenedSession, openPersonSession } from './sign-in.ts'

/** More passkeys than anybody has devices; without an end, one session could fill the table. */
export const maxPasskeys = 20

export function listPersonPasskeys({ database }: PeopleParts, personId: string): Promise<PasskeyRow[]> {
  return database.inSystem((sql) => listPasskeys(sql, personId), { readOnly: true })
}

/** Only with a recent sign-in, so that a stolen session can't add a way in that outlasts it. */
export function mayChangePasskeys({ clock }: PeopleParts, { signedInAt }: { signedInAt: string }): boolean {
  return isRecent(signedInAt, clock())
}

/** What a browser needs to make a passkey; undefined when the person has as many as one may have. */
export function beginPasskey(parts: PeopleParts, person: Person): Promise<object | undefined> {
  return parts.database.inSystem(async (sql) => {
    const known = await listPasskeys(sql, person.id)
    if (known.length >= maxPasskeys) return undefined
    const challenge = newChallenge(parts.secretKey, registrationOf(person), parts.clock())
    return registrationOptions(relyingPartyOf(parts.authUrl), { person, known, challenge })
  })
}

/** What a change of passkeys did besides: how many other sessions it ended. */
type PasskeyChange = { endedSessions: number }

/**
 * Keeps the passkey that a browser made, and writes to its owner that there is one more; undefined when the answer is
 * not good, its challenge not ours any more, or the person has as many as one may have, however many were begun before.
 */
export async function addPasskey(
  parts: PeopleParts,
  person: ActingPerson,
  {
    response,
    name,
    locale,
    requestId,
  }: { response: unknown; name: string; locale: Locale; requestId: string },
): Promise<PasskeyChange | undefined> {
  const to = registrationOf(person)
  const verified = await verifyRegistration(relyingPartyOf(parts.authUrl), response, oursFor(parts, to))
  if (!verified) return undefined
  const { challenge, ...made } = verified
  const change = await parts.database.inSystem(async (sql) => {
    await lockPersonById(sql, person.id)
    if (!(await consumeChallenge(sql, challenge, to))) return undefined
    if ((await listPasskeys(sql, person.id)).length >= maxPasskeys) return undefined
    if (await needsOwnPasskey(sql, parts, person)) return undefined
    const now = parts.clock()
    if (!(await insertPasskey(sql, { ...made, personId: person.id, name, now }))) return undefined
    await notifyPerson(sql, parts, person, { to: person.email, change: 'added', at: now, locale })
    const told = { kind: 'passkeyAdded', member: person.email, who: person.email, at: now, locale } as const
    await notifyAccountOwners(sql, parts, told)
    return { endedSessions: await endOtherSessions(sql, { personId: person.id, secret: person.secret }) }
  })
  if (change) await revokeOrphanedDashboards(parts, person.id, requestId)
  return change
}

/** Who changes their passkeys, and in which session. */
type ActingPerson = Person & { method: SignInMethod; secret: string }

/**
 * Whether the person has to sign in with a passkey they have before they change passkeys: an account of theirs requires
 * passkeys, and somebody who only reads their mailbox must not add one more. The first one can be added after a code.
 */
export async function needsOwnPasskey(
  sql: Sql,
  parts: PeopleParts,
  { id, email, method }: Pick<ActingPerson, 'id' | 'email' | 'method'>,
): Promise<boolean> {
  if (method === 'passkey' || (await listPasskeys(sql, id)).length === 0) return false
  const memberships = await listMemberships(sql, parts.memberships, email)
  return memberships.some(({ requirePasskey, isAccepted }) => requirePasskey && isAccepted)
}

export function changePasskeyName(
  { database }: PeopleParts,
  person: Person,
  change: { id: string; name: string },
): Promise<boolean> {
  return database.inSystem((sql) => renamePasskey(sql, { ...change, personId: person.id }))
}

/** Removes a passkey; undefined when the person has none of that id. */
export async function deletePasskey(
  parts: PeopleParts,
  person: ActingPerson,
  { id, locale, requestId }: { id: string; locale: Locale; requestId: string },
): Promise<PasskeyChange | undefined> {
  const change = await parts.database.inSystem(async (sql) => {
    if (await needsOwnPasskey(sql, parts, person)) return undefined
    if (!(await removePasskey(sql, { id, personId: person.id }))) return undefined
    await notifyPerson(sql, parts, person, { to: person.email, change: 'removed', at: parts.clock(), locale })
    return { endedSessions: await endOtherSessions(sql, { personId: person.id, secret: person.secret }) }
  })
  if (change) await revokeOrphanedDashboards(parts, person.id, requestId)
  return change
}

/**
 * In the transaction of the change: there is no change that its owner does not hear of. Whoever has used up the notices
 * of a day by changes of their own (`limited`) makes no further change.
 */
export async function notifyPerson(
  sql: Sql,
  parts: Pick<PeopleParts, 'newId' | 'publicUrl' | 'secretKey' | 'isLimited'>,
  { id: causedBy }: Pick<Person, 'id'>,
  notice: Parameters<typeof renderPasskeyEmail>[0],
): Promise<void> {
  const { newId, publicUrl, secretKey } = parts
  const permitContext = { sql, accountId: null, now: notice.at, site: parts }
  const permit = await requestPermit(permitContext, {
    kind: 'security',
    channel: 'email',
    to: notice.to,
    causedBy,
  })
  if (isPermitRefused(permit)) throw toRefusalFailure(toMessageRefusal(permit, permitContext))
  const id = newId()
  await enqueue(sql, {
    ...{ accountId: null, id, profileId: null, inviteId: null, secretKey, now: notice.at },
    permit,
    message: renderPasskeyEmail(notice),
    messageId: messageIdFor(id, publicUrl),
  })
}

/** What a browser needs to offer the passkeys it has for this service; it is told of nobody's. */
export function beginPasskeySignIn(parts: PeopleParts): Promise<object> {
  const challenge = newChallenge(parts.secretKey, signingIn, parts.clock())
  return authenticationOptions(relyingPartyOf(parts.authUrl), challenge)
}

/** Signs in the owner of the passkey that signed; undefined when anything about the answer is not good. */
export async function signInWithPasskey(
  parts: PeopleParts,
  {
    response,
    formerSecret,
    charge,
    agent,
  }: {
    response: unknown
    formerSecret: string | undefined
    charge: (passkey: Payer<'passkey'> | undefined) => void
    agent: string | null
  },
): Promise<OpenedSession | undefined> {
  const find = (id: string) => parts.database.inSystem((sql) => findPasskey(sql, id), { readOnly: true })
  let owner: string | undefined
  const verified = await verifyAuthentication(relyingPartyOf(parts.authUrl), response, {
    find,
    isOurs: oursFor(parts, signingIn),
    charge: (known) => {
      charge(known && passkeyPayer(known))
      owner = known?.email
    },
  })
  const entrance = verified && (await enterWith(parts, verified, { formerSecret, agent }))
  if (!entrance && owner !== undefined) parts.noteFailure(owner)
  return entrance
}

/** Uses the challenge up, so that a good answer counts once. */
function enterWith(
  parts: PeopleParts,
  { id, email, counter, challenge }: { id: string; email: string; counter: number; challenge: string },
  { formerSecret, agent }: { formerSecret: string | undefined; agent: string | null },
): Promise<OpenedSession | undefined> {
  return parts.database.inSystem(async (sql) => {
    if (!(await consumeChallenge(sql, challenge, signingIn))) return undefined
    if (!(await recordPasskeyUse(sql, { id, counter, now: parts.clock() }))) return undefined
    return openPersonSession(sql, parts, { email, method: 'passkey', formerSecret, agent })
  })
}

function registrationOf({ id }: Person): ChallengePurpose {
  return { purpose: 'registration', personId: id }
}

const signingIn: ChallengePurpose = { purpose: 'sign-in' }

function oursFor({ secretKey, clock }: PeopleParts, purpose: ChallengePurpose) {
  return (challenge: string) => isValidChallenge(secretKey, challenge, purpose, clock())
}
