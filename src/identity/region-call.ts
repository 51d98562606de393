import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { CryptoKey } from 'jose'
import type { Clock } from '../contract/ports.ts'
import { findSignerKey, type KeySource } from './key-source.ts'

/** What a zone signs calls with: the secret that all zones share, and its own private key. */
export type CallSigner = { secret: string; key: { kid: string; privateKey: CryptoKey } }

/**
 * Calls between regions carry `Authorization: Timbre-Region from.at.nonce.digest.kid.mac.signature`: the calling zone,
 * the time in milliseconds, a nonce, and the SHA-256 of the body. These, the called zone and the name of the call are
 * covered by an HMAC-SHA-256 under a key derived from REGION_SECRET, and by an ES256 signature under the calling zone's
 * token signing key. The MAC keeps outsiders out before anything is looked up; the signature keeps one region from
 * calling as another. So a call can't be altered, sent to another zone or replayed, and the header alone identifies the
 * caller before the body is read.
 */
export async function signCall(
  { secret, key: { kid, privateKey } }: CallSigner,
  call: { from: string; to: string; name: string; body: Buffer },
  now: Date,
): Promise<string> {
  const { from, to, name, body } = call
  const nonce = randomBytes(16).toString('base64url')
  const fields = [from, String(now.getTime()), nonce, digestOf(body), kid]
  const text = textOf(to, name, fields)
  const signature = Buffer.from(await crypto.subtle.sign(es256, privateKey, text)).toString('base64url')
  return `${scheme} ${[...fields, macOf(keyOf(secret), text), signature].join('.')}`
}

export type SignedCall = {
  /** The calling zone. */
  from: string
  /** Whether the body is the one that was signed. */
  isBody: (body: Buffer) => boolean
}

/** Records a nonce of a zone. False if it was recorded before, by any process of this region. */
export type SpendNonce = (nonce: {
  zone: string
  nonce: string
  now: Date
  expiresAt: Date
}) => Promise<boolean>

/**
 * Verifies the header of a call to `zone`. Undefined if it was used before, or if the sender doesn't know the secret or
 * doesn't have a key that the calling region publishes.
 */
export function createCallVerifier({
  secrets,
  zone,
  callers,
  keys,
  spendNonce,
  clock,
}: {
  /** The current secret, and the previous one during a rotation. */
  secrets: readonly string[]
  zone: string
  /** The zones that may call. */
  callers: readonly string[]
  /** The keys that they publish. */
  keys: KeySource
  spendNonce: SpendNonce
  clock: Clock
}): (header: string | undefined, name: string) => Promise<SignedCall | undefined> {
  const secretKeys = secrets.map(keyOf)
  return async (header, name) => {
    const match = header?.length && header.length < maxHeaderCharacters ? pattern.exec(header) : null
    if (!match) return undefined
    const [, from = '', at = '', nonce = '', digest = '', kid = '', mac = '', signature = ''] = match
    const text = textOf(zone, name, [from, at, nonce, digest, kid])
    if (!secretKeys.some((key) => isSame(mac, macOf(key, text)))) return undefined
    if (!callers.includes(from)) return undefined
    if (Math.abs(clock().getTime() - Number(at)) > windowMilliseconds) return undefined
    const signerKey = await findSignerKey(keys, kid, { zone: from, at: Number(at) })
    if (!signerKey?.zones.includes(from)) return undefined
    if (!(await crypto.subtle.verify(es256, signerKey.key, Buffer.from(signature, 'base64url'), text)))
      return undefined
    const now = clock()
    const expiresAt = new Date(Number(at) + nonceMilliseconds)
    if (!(await spendNonce({ zone: from, nonce, now, expiresAt }))) return undefined
    return { from, isBody: (body) => digestOf(body) === digest }
  }
}

const scheme = 'Timbre-Region'
const pattern =
  /^Timbre-Region ([a-z]{2,8})\.(\d{13})\.([\w-]{22})\.([\w-]{43})\.([\w-]{43})\.([\w-]{43})\.([\w-]{86})$/
const maxHeaderCharacters = 320
const es256 = { name: 'ECDSA', hash: 'SHA-256' }

/** How far the clocks of regions may differ. */
const windowMilliseconds = 60_000

/** Kept longer than a process with a slow clock would accept the call. */
const nonceMilliseconds = 2 * windowMilliseconds

/** The signed text. Tokens have no line breaks in their signed part, so neither can be mistaken for the other. */
function textOf(to: string, name: string, fields: readonly string[]): Buffer<ArrayBuffer> {
  return Buffer.from(['timbre-region-2', to, name, ...fields].join('\n'))
}

function macOf(key: Buffer, text: Buffer): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

function isSame(actual: string, expected: string): boolean {
  const [left, right] = [Buffer.from(actual), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'calls between regions of Timbre', 32))
}

function digestOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url')
}
