import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { z } from 'zod'
import type { Person } from '../../contract/authorization.ts'
import { type NewPasskey, type PasskeyCredential, type PasskeyRow, passkeyIdPattern } from './passkeys.ts'

/** For whom passkeys are made (WebAuthn Level 3, section 5): the host of the authorization server, and its origin. */
export type RelyingParty = { id: string; origin: string }

export function relyingPartyOf(authUrl: string): RelyingParty {
  const { hostname, origin } = new URL(authUrl)
  return { id: hostname, origin }
}

/** What `navigator.credentials.create` is given. The passkey must be found without a name, and know its owner. */
export function registrationOptions(
  { id }: RelyingParty,
  { person, known, challenge }: { person: Person; known: readonly PasskeyRow[]; challenge: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: 'Timbre',
    rpID: id,
    userName: person.email,
    userDisplayName: person.email,
    userID: handleOf(person.id),
    challenge: bytesOf(challenge),
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
  })
}

/** EdDSA, ES256 and RS256, which every device speaks (COSE numbers, RFC 9053 and RFC 8812). */
const algorithms = [-8, -7, -257]

/** What `navigator.credentials.get` is given: no list of passkeys, so it tells of nobody whether they have one. */
export function authenticationOptions(
  { id }: RelyingParty,
  challenge: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: id,
    challenge: bytesOf(challenge),
    userVerification: 'required',
  })
}

/** Whether a challenge is ours and was given out for this. That it is used once, the caller sees to. */
type IsOwnChallenge = (challenge: string) => boolean

/** What an answer was checked to hold, with the challenge that it uses. */
export type WithChallenge<T> = T & { challenge: string }

/** The passkey in a browser's answer (section 7.1), or undefined when anything about the answer is not good. */
export async function verifyRegistration(
  { id, origin }: RelyingParty,
  given: unknown,
  isOurs: IsOwnChallenge,
): Promise<WithChallenge<Omit<NewPasskey, 'personId' | 'name' | 'now'>> | undefined> {
  const { data: response } = RegistrationResponse.safeParse(given)
  const challenge = response && challengeIn(response.response.clientDataJSON)
  if (!response || !challenge || !isOurs(challenge)) return undefined
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
 * Whose passkey signed (section 7.2) and its new counter, or undefined when anything about the answer is not good. Before
 * a signature is checked, `charge` is told which passkey it is said to be of, and may refuse by throwing.
 */
export async function verifyAuthentication(
  { id, origin }: RelyingParty,
  given: unknown,
  {
    find,
    isOurs,
    charge,
  }: {
    find: (id: string) => Promise<PasskeyCredential | undefined>
    isOurs: IsOwnChallenge
    charge: (known: PasskeyCredential | undefined) => void
  },
): Promise<WithChallenge<PasskeyCredential> | undefined> {
  const { data: response } = SignInResponse.safeParse(given)
  const challenge = response && challengeIn(response.response.clientDataJSON)
  if (!response || !challenge || !isOurs(challenge)) return undefined
  const known = await find(response.id)
  charge(known)
  const { userHandle } = response.response
  if (!known || userHandle !== Buffer.from(handleOf(known.personId)).toString('base64url')) return undefined
  const { authenticationInfo } = await undefinedIfInvalid(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: { ...known, publicKey: new Uint8Array(known.publicKey) },
    }),
  )
  return authenticationInfo && { ...known, challenge, counter: authenticationInfo.newCounter }
}

/** The library tells of bad answers by throwing; nobody is told why theirs was refused. */
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

/** The user handle is the person's id, which names nobody to whoever reads it off a device. */
function handleOf(personId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(personId, 'hex'))
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
