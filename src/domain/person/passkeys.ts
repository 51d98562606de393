import type { Person } from '../../contract/authorization.ts'
import type { Locale } from '../../contract/locale.ts'
import type { Payer } from '../../contract/payer.ts'
import type { Sql } from '../../contract/ports.ts'
import {
  registrationOptions,
  relyingParty,
  signInOptions,
  verifyRegistration,
  verifySignIn,
} from '../../identity/people/ceremony.ts'
import {
  type ChallengePurpose,
  consumeChallenge,
  isChallenge,
  newChallenge,
} from '../../identity/people/challenges.ts'
import {
  findPasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  payerOf,
  removePasskey,
  renamePasskey,
  usePasskey,
} from '../../identity/people/passkeys.ts'
import { holdPerson } from '../../identity/people/person.ts'
import { enqueue, messageIdFor } from '../message/outbox.ts'
import type { PeopleParts } from './parts.ts'
import { passkeyLetter } from './passkey-letter.ts'
import { type Entrance, enter } from './sign-in.ts'

/** More passkeys than anybody has devices; without an end, one session could fill the table. */
export const mostPasskeys = 20

export function passkeysOf({ database }: PeopleParts, personId: string): Promise<PasskeyRow[]> {
  return database.inSystem((sql) => listPasskeys(sql, personId), { readOnly: true })
}

/** What a browser needs to make a passkey; undefined when the person has as many as one may have. */
export function beginPasskey(parts: PeopleParts, person: Person): Promise<object | undefined> {
  return parts.database.inSystem(async (sql) => {
    const known = await listPasskeys(sql, person.id)
    if (known.length >= mostPasskeys) return undefined
    const challenge = newChallenge(parts.secretKey, registrationOf(person), parts.clock())
    return registrationOptions(relyingParty(parts.authUrl), { person, known, challenge })
  })
}

/**
 * Keeps the passkey that a browser made, and writes to its owner that there is one more; false when the answer is not good, its challenge not ours any more, or the
 * person has as many as one may have, however many were begun before.
 */
export async function addPasskey(
  parts: PeopleParts,
  person: Person,
  { response, name, locale }: { response: unknown; name: string; locale: Locale },
): Promise<boolean> {
  const to = registrationOf(person)
  const verified = await verifyRegistration(relyingParty(parts.authUrl), response, oursFor(parts, to))
  if (!verified) return false
  const { challenge, ...made } = verified
  return parts.database.inSystem(async (sql) => {
    await holdPerson(sql, person.id)
    if (!(await consumeChallenge(sql, challenge, to))) return false
    if ((await listPasskeys(sql, person.id)).length >= mostPasskeys) return false
    const now = parts.clock()
    if (!(await insertPasskey(sql, { ...made, personId: person.id, name, now }))) return false
    await tellOwner(sql, parts, { to: person.email, change: 'added', at: now, locale })
    return true
  })
}

export function changePasskeyName(
  { database }: PeopleParts,
  person: Person,
  change: { id: string; name: string },
): Promise<boolean> {
  return database.inSystem((sql) => renamePasskey(sql, { ...change, personId: person.id }))
}

/** Removes a passkey; false when the person has none of that id. */
export function forgetPasskey(
  parts: PeopleParts,
  person: Person,
  { id, locale }: { id: string; locale: Locale },
): Promise<boolean> {
  return parts.database.inSystem(async (sql) => {
    if (!(await removePasskey(sql, { id, personId: person.id }))) return false
    await tellOwner(sql, parts, { to: person.email, change: 'removed', at: parts.clock(), locale })
    return true
  })
}

/** In the transaction of the change: there is no change that its owner is not told of. */
async function tellOwner(
  sql: Sql,
  { newId, publicUrl, secretKey }: PeopleParts,
  told: Parameters<typeof passkeyLetter>[0],
): Promise<void> {
  const id = newId()
  await enqueue(sql, {
    ...{ accountId: null, id, profileId: null, inviteId: null, secretKey, now: told.at },
    message: passkeyLetter(told),
    messageId: messageIdFor(id, publicUrl),
  })
}

/** What a browser needs to offer the passkeys it has for this service; it is told of nobody's. */
export function beginPasskeySignIn(parts: PeopleParts): Promise<object> {
  const challenge = newChallenge(parts.secretKey, signingIn, parts.clock())
  return signInOptions(relyingParty(parts.authUrl), challenge)
}

/** Signs in the owner of the passkey that signed; undefined when anything about the answer is not good. */
export async function signInWithPasskey(
  parts: PeopleParts,
  {
    response,
    formerSecret,
    charge,
  }: {
    response: unknown
    formerSecret: string | undefined
    charge: (passkey: Payer<'passkey'> | undefined) => void
  },
): Promise<Entrance | undefined> {
  const find = (id: string) => parts.database.inSystem((sql) => findPasskey(sql, id), { readOnly: true })
  const verified = await verifySignIn(relyingParty(parts.authUrl), response, {
    find,
    isOurs: oursFor(parts, signingIn),
    charge: (known) => charge(known && payerOf(known)),
  })
  if (!verified) return undefined
  const { id, email, counter, challenge } = verified
  return parts.database.inSystem(async (sql) => {
    if (!(await consumeChallenge(sql, challenge, signingIn))) return undefined
    if (!(await usePasskey(sql, { id, counter, now: parts.clock() }))) return undefined
    return enter(sql, parts, { email, method: 'passkey', formerSecret })
  })
}

function registrationOf({ id }: Person): ChallengePurpose {
  return { purpose: 'registration', personId: id }
}

const signingIn: ChallengePurpose = { purpose: 'sign-in' }

function oursFor({ secretKey, clock }: PeopleParts, purpose: ChallengePurpose) {
  return (challenge: string) => isChallenge(secretKey, challenge, purpose, clock())
}
