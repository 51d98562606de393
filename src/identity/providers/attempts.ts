import { createHash, randomBytes } from 'node:crypto'
import type { Sql } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import { hashSecret, sameHash } from '../secret.ts'

/** How long a person has for signing in at the provider. */
const attemptMinutes = 15
const prefix = 'tmb_provider_'
const [randomLength, timeLength, macLength] = [32, 6, 32]

/** A provider as it is set up now. An attempt with another one, or with an earlier version, is over. */
export type ProviderVersion = { id: string; changedAt: string }

/** What is sent to the provider and must come back from it. Everything follows from the secret of the attempt. */
export type AttemptValues = {
  /** OpenID Connect: `state`, `nonce` and the PKCE verifier. */
  state: string
  nonce: string
  codeVerifier: string
  /** SAML: the ID of the request. */
  requestId: string
}

/**
 * The secret of one attempt to sign in with a provider. Only the browser that started it has it, in a cookie. It isn't
 * stored until it is used, so starting attempts costs nothing.
 */
export function newProviderAttempt(secretKey: SecretKey, provider: ProviderVersion, now: Date): string {
  const head = Buffer.alloc(randomLength + timeLength)
  randomBytes(randomLength).copy(head)
  head.writeUIntBE(now.getTime() + attemptMinutes * 60_000, randomLength, timeLength)
  const mac = secretKey.mac('provider attempt', dataOf(head, provider))
  return prefix + Buffer.concat([head, mac]).toString('base64url')
}

/** Whether this attempt is ours, was started with this provider as it is and hasn't expired. Doesn't check previous use. */
export function isProviderAttempt(
  secretKey: SecretKey,
  attempt: string,
  { provider, now }: { provider: ProviderVersion; now: Date },
): boolean {
  const bytes = bytesOf(attempt)
  if (!bytes || expiryOf(bytes) <= now) return false
  const head = bytes.subarray(0, randomLength + timeLength)
  const macs = secretKey.macs('provider attempt', dataOf(head, provider))
  return macs.some((mac) => sameHash(bytes.subarray(head.length), mac))
}

/** Marks an attempt of ours as used, in a system transaction. False if it was used before. */
export async function consumeProviderAttempt(sql: Sql, attempt: string): Promise<boolean> {
  const bytes = bytesOf(attempt)
  if (!bytes) return false
  const consumed = await sql.run(
    'insert into provider_attempt (attempt_hash, expires_at) values ($1, $2) on conflict do nothing',
    [hashSecret(`used:${attempt}`), expiryOf(bytes)],
  )
  return consumed === 1
}

export function attemptValues(attempt: string): AttemptValues {
  const derive = (use: string) => createHash('sha256').update(`${use}:${attempt}`)
  return {
    state: derive('state').digest('base64url'),
    nonce: derive('nonce').digest('base64url'),
    codeVerifier: derive('verifier').digest('base64url'),
    requestId: `_${derive('request').digest('hex')}`,
  }
}

function bytesOf(attempt: string): Buffer | undefined {
  if (!/^tmb_provider_[\w-]{94}$/.test(attempt)) return undefined
  const bytes = Buffer.from(attempt.slice(prefix.length), 'base64url')
  return bytes.length === randomLength + timeLength + macLength ? bytes : undefined
}

function expiryOf(bytes: Buffer): Date {
  return new Date(bytes.readUIntBE(randomLength, timeLength))
}

function dataOf(head: Buffer, { id, changedAt }: ProviderVersion): Buffer {
  return Buffer.concat([head, Buffer.from(`${id} ${changedAt}`)])
}
