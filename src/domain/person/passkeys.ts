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
  listPasskeyReaches,
  listPasskeys,
  type PasskeyOwner,
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
import { notifyAccountOwners } from './notify-account-owners.ts'
import { notifyPerson } from './notify-person.ts'
import type { PeopleParts } from './parts.ts'
import { revokeOrphanedDashboards } from './sessions.ts'
import { type OpenedSession, openPersonSession } from './sign-in.ts'

/** More passkeys than anyone has devices. Without a limit, one session could fill the table. */
export const maxPasskeys = 20

export function listPersonPasskeys({ database }: PeopleParts, owner: PasskeyOwner): Promise<PasskeyRow[]> {
  return database.inSystem((sql) => listPasskeys(sql, owner), { readOnly: true })
}

/** Requires a recent sign-in, so that a stolen session can't add a passkey that outlasts it. */
export function mayChangePasskeys({ clock }: PeopleParts, { signedInAt }: { signedInAt: string }): boolean {
  return isRecent(signedInAt, clock())
}

/** The options for a browser to create a passkey; undefined if the person has the maximum. */
export function beginPasskey(parts: PeopleParts, person: Person & PasskeyOwner): Promise<object | undefined> {
  return parts.database.inSystem(async (sql) => {
    const known = await listPasskeys(sql, person)
    if (known.length >= maxPasskeys) return undefined
    const challenge = newChallenge(parts.secretKey, registrationOf(person), parts.clock())
    return registrationOptions(relyingPartyOf(parts.authUrl), { person, known, challenge })
  })
}

/** How many other sessions a change of passkeys ended. */
type PasskeyChange = { endedSessions: number }

/**
 * Stores the passkey that a browser created, and notifies its owner. Undefined if the response is invalid, its
 * challenge has expired, or the person has the maximum, however many were begun before.
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
  const { challenge, ...passkey } = verified
  const change = await parts.database.inSystem(async (sql) => {
    await lockPersonById(sql, person.id)
    if (!(await consumeChallenge(sql, challenge, to))) return undefined
    if ((await listPasskeys(sql, person)).length >= maxPasskeys) return undefined
    if (await needsOwnPasskey(sql, parts, person)) return undefined
    const [now, { onlyAccountId }] = [parts.clock(), person]
    if (!(await insertPasskey(sql, { ...passkey, personId: person.id, onlyAccountId, name, now })))
      return undefined
    await notifyPerson(sql, parts, person, { to: person.email, change: 'added', at: now, locale })
    const notice = { kind: 'passkeyAdded', member: person.email, who: person.email, at: now, locale } as const
    await notifyAccountOwners(sql, parts, notice)
    return { endedSessions: await endOtherSessions(sql, othersOf(person)) }
  })
  if (change) await revokeOrphanedDashboards(parts, person.id, requestId)
  return change
}

/** The person who changes their passkeys, and their session. */
type ActingPerson = Person & PasskeyOwner & { method: SignInMethod; secret: string }

function othersOf({ id, secret, onlyAccountId }: ActingPerson) {
  return { personId: id, secret, onlyAccountId }
}

/**
 * Whether the person must sign in with an existing passkey before changing passkeys: an account that the session opens
 * requires passkeys, and someone who only reads their mailbox must not add one. The first passkey for it can be added after a
 * code. Passkeys and requirements of other accounts don't count, so that a provider learns nothing of them.
 */
export async function needsOwnPasskey(
  sql: Sql,
  parts: PeopleParts,
  { id, email, method, onlyAccountId }: Pick<ActingPerson, 'id' | 'email' | 'method' | 'onlyAccountId'>,
): Promise<boolean> {
  if (method === 'passkey') return false
  const reaches = await listPasskeyReaches(sql, id)
  if (reaches.length === 0) return false
  const memberships = await listMemberships(sql, parts.memberships, email)
  return memberships.some(({ requirePasskey, isAccepted, accountId, signInAccountId = accountId }) => {
    const isOpened = onlyAccountId === null || onlyAccountId === signInAccountId
    const hasPasskey = reaches.some((only) => only === null || only === signInAccountId)
    return isOpened && requirePasskey && isAccepted && hasPasskey
  })
}

export function changePasskeyName(
  { database }: PeopleParts,
  owner: PasskeyOwner,
  change: { id: string; name: string },
): Promise<boolean> {
  return database.inSystem((sql) => renamePasskey(sql, { ...change, owner }))
}

/** Removes a passkey; undefined if the person has none with that id. */
export async function deletePasskey(
  parts: PeopleParts,
  person: ActingPerson,
  { id, locale, requestId }: { id: string; locale: Locale; requestId: string },
): Promise<PasskeyChange | undefined> {
  const change = await parts.database.inSystem(async (sql) => {
    if (await needsOwnPasskey(sql, parts, person)) return undefined
    if (!(await removePasskey(sql, { id, owner: person }))) return undefined
    await notifyPerson(sql, parts, person, { to: person.email, change: 'removed', at: parts.clock(), locale })
    return { endedSessions: await endOtherSessions(sql, othersOf(person)) }
  })
  if (change) await revokeOrphanedDashboards(parts, person.id, requestId)
  return change
}

/** The options for a browser to offer its passkeys for this service. They name no passkey. */
export function beginPasskeySignIn(parts: PeopleParts): Promise<object> {
  const challenge = newChallenge(parts.secretKey, signingIn, parts.clock())
  return authenticationOptions(relyingPartyOf(parts.authUrl), challenge)
}

/** Signs in the owner of the passkey that signed; undefined if anything about the response is invalid. */
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
    charge: (passkey: Payer<'passkey'> | undefined) => Promise<void>
    agent: string | null
  },
): Promise<OpenedSession | undefined> {
  const find = (id: string) => parts.database.inSystem((sql) => findPasskey(sql, id), { readOnly: true })
  let owner: string | undefined
  const verified = await verifyAuthentication(relyingPartyOf(parts.authUrl), response, {
    find,
    isOurs: oursFor(parts, signingIn),
    charge: async (passkey) => {
      await charge(passkey && passkeyPayer(passkey))
      owner = passkey?.email
    },
  })
  const entrance = verified && (await enterWith(parts, verified, { formerSecret, agent }))
  if (!entrance && owner !== undefined) parts.countFailedSignIn(owner)
  return entrance
}

/** Uses up the challenge, so that a response counts once. */
function enterWith(
  parts: PeopleParts,
  passkey: { id: string; email: string; counter: number; challenge: string; onlyAccountId: string | null },
  { formerSecret, agent }: { formerSecret: string | undefined; agent: string | null },
): Promise<OpenedSession | undefined> {
  const { id, email, counter, challenge, onlyAccountId } = passkey
  return parts.database.inSystem(async (sql) => {
    if (!(await consumeChallenge(sql, challenge, signingIn))) return undefined
    if (!(await recordPasskeyUse(sql, { id, counter, now: parts.clock() }))) return undefined
    const reach = { providerAccountId: null, onlyAccountId }
    return openPersonSession(sql, parts, { email, method: 'passkey', formerSecret, agent, reach })
  })
}

function registrationOf({ id }: Person): ChallengePurpose {
  return { purpose: 'registration', personId: id }
}

const signingIn: ChallengePurpose = { purpose: 'sign-in' }

function oursFor({ secretKey, clock }: PeopleParts, purpose: ChallengePurpose) {
  return (challenge: string) => isValidChallenge(secretKey, challenge, purpose, clock())
}
