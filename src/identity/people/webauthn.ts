import { createHash } from 'node:crypto'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { z } from 'zod'
import type { Person } from '../../contract/authorization.ts'
import {
  type NewPasskey,
  type PasskeyCredential,
  type PasskeyOwner,
  type PasskeyRow,
  passkeyIdPattern,
} from './passkeys.ts'

/** The relying party (WebAuthn Level 3, section 5): the host of the authorization server, and its origin. */
export type RelyingParty = { id: string; origin: string }

export function relyingPartyOf(authUrl: string): RelyingParty {
  const { hostname, origin } = new URL(authUrl)
  return { id: hostname, origin }
}

/** Options for `navigator.credentials.create`. The passkey must be discoverable and verify its user. */
export async function registrationOptions(
  { id }: RelyingParty,
  {
    person,
    known: existing,
    challenge,
  }: { person: Person & PasskeyOwner; known: readonly PasskeyRow[]; challenge: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadLibrary()
  return generateRegistrationOptions({
    rpName: 'Timbre',
    rpID: id,
    userName: person.email,
    userDisplayName: person.email,
    userID: handleOf(person.id, person.onlyAccountId),
    challenge: bytesOf(challenge),
    excludeCredentials: existing.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
  })
}

/** EdDSA, ES256 and RS256, which cover all devices (COSE numbers, RFC 9053 and RFC 8812). */
const algorithms = [-8, -7, -257]

/** Options for `navigator.credentials.get`. No list of passkeys, so it doesn't reveal who has one. */
export async function authenticationOptions(
  { id }: RelyingParty,
  challenge: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadLibrary()
  return generateAuthenticationOptions({
    rpID: id,
    challenge: bytesOf(challenge),
    userVerification: 'required',
  })
}

/** Whether a challenge is ours and was issued for this purpose. The caller makes sure it is used once. */
type IsOwnChallenge = (challenge: string) => boolean

/** Verified data of a response, with the challenge that it uses. */
export type WithChallenge<T> = T & { challenge: string }

/** The passkey in a browser's response (section 7.1), or undefined if anything about the response is invalid. */
export async function verifyRegistration(
  { id, origin }: RelyingParty,
  input: unknown,
  isOurs: IsOwnChallenge,
): Promise<WithChallenge<Omit<NewPasskey, 'personId' | 'name' | 'now' | 'onlyAccountId'>> | undefined> {
  const { data: response } = RegistrationResponse.safeParse(input)
  const challenge = response && challengeIn(response.response.clientDataJSON)
  if (!response || !challenge || !isOurs(challenge)) return undefined
  const { verifyRegistrationResponse } = await loadLibrary()
  const { registrationInfo } = await undefinedIfInvalid(
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!registrationInfo) return undefined
  const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo
  return {
    challenge,
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
    deviceType: credentialDeviceType,
    backedUp: credentialBackedUp,
  }
}

/**
 * The passkey that signed (section 7.2), with its new counter, or undefined if anything about the response is invalid.
 * Before the signature is verified, `charge` is called with the claimed passkey, and may refuse by throwing.
 */
export async function verifyAuthentication(
  { id, origin }: RelyingParty,
  input: unknown,
  {
    find,
    isOurs,
    charge,
  }: {
    find: (id: string) => Promise<PasskeyCredential | undefined>
    isOurs: IsOwnChallenge
    charge: (passkey: PasskeyCredential | undefined) => Promise<void>
  },
): Promise<WithChallenge<PasskeyCredential> | undefined> {
  const { data: response } = SignInResponse.safeParse(input)
  const challenge = response && challengeIn(response.response.clientDataJSON)
  if (!response || !challenge || !isOurs(challenge)) return undefined
  const passkey = await find(response.id)
  await charge(passkey)
  const { userHandle } = response.response
  if (!passkey || !handlesOf(passkey).includes(userHandle)) return undefined
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { authenticationInfo } = await undefinedIfInvalid(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: { ...passkey, publicKey: new Uint8Array(passkey.publicKey) },
    }),
  )
  return authenticationInfo && { ...passkey, challenge, counter: authenticationInfo.newCounter }
}

/** Loaded with the first ceremony: its 300 modules took a tenth of a start. */
function loadLibrary() {
  return import('@simplewebauthn/server')
}

/** The library throws on invalid responses. The reason isn't shown to the client. */
async function undefinedIfInvalid<T extends { verified: boolean }>(work: Promise<T>): Promise<Partial<T>> {
  const outcome = await work.catch(() => undefined)
  return outcome?.verified ? outcome : {}
}

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

/**
 * The user handle is the person's ID, which reveals nothing to anyone who reads it from a device. Passkeys for one account have
 * one of their own: a device replaces a passkey with the same handle, unless it is told of it, and a session of that account's
 * provider must not be told of the others (section 14.6.2). Its account isn't seen in it.
 */
function handleOf(personId: string, onlyAccountId: string | null): Uint8Array<ArrayBuffer> {
  if (onlyAccountId === null) return new Uint8Array(Buffer.from(personId, 'hex'))
  const hash = createHash('sha256').update(`passkeys of ${personId} for ${onlyAccountId}`).digest()
  return new Uint8Array(hash.subarray(0, 16))
}

/** Until 0.1.0, passkeys for one account had the handle of the others. */
function handlesOf({ personId, onlyAccountId }: PasskeyCredential): string[] {
  return [handleOf(personId, onlyAccountId), handleOf(personId, null)].map((handle) =>
    Buffer.from(handle).toString('base64url'),
  )
}

function bytesOf(challenge: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(challenge, 'base64url'))
}

const Text = z.string().max(20_000)
const credential = {
  id: z.string().regex(passkeyIdPattern),
  rawId: Text,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
}

const RegistrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Text,
    attestationObject: Text,
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
})

const SignInResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Text,
    authenticatorData: Text,
    signature: Text,
    userHandle: Text,
  }),
})
