import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { CryptoKey } from 'jose'
import type { Clock } from '../contract/ports.ts'
import { findSignerKey, type KeySource } from './key-source.ts'

/** What a zone signs its calls with: the secret that all zones know, and the key that it alone has. */
export type CallSigner = { secret: string; key: { kid: string; privateKey: CryptoKey } }

/**
 * Calls between regions carry `Authorization: Timbre-Region from.at.nonce.digest.kid.mac.signature`: the zone that
 * calls, the time in milliseconds, a random word, the SHA-256 of the body, and over these, the zone that is called and
 * the name of the call an HMAC-SHA-256 under a key that is derived from REGION_SECRET, and a signature (ES256) under
 * the key with which the zone that calls signs its tokens. The first keeps out everybody else before anything is looked
 * up; the second keeps each region from speaking as another. So a call cannot be changed, sent to another zone or sent
 * twice; the header alone shows who calls, before any of the body is read.
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
  /** The zone that calls. */
  from: string
  /** Whether the body is the one that was signed. */
  isBody: (body: Buffer) => boolean
}

/** Notes a nonce of a zone; false when it was noted before, by whichever process of this region. */
export type SpendNonce = (spent: {
  zone: string
  nonce: string
  now: Date
  expiresAt: Date
}) => Promise<boolean>

/**
 * Reads the header of a call to `zone`; undefined when it was used, or is not of the region whose it says it is: one
 * that knows the secret and has a key that this region publishes.
 */
export function createCallVerifier({
  secrets,
  zone,
  callers,
  keys,
  spendNonce,
  clock,
}: {
  /** The secret of now, and the one before it while regions change over. */
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
    const found = await findSignerKey(keys, kid, { zone: from, at: Number(at) })
    if (!found?.zones.includes(from)) return undefined
    if (!(await crypto.subtle.verify(es256, found.key, Buffer.from(signature, 'base64url'), text)))
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

/** How far clocks of regions may differ. */
const windowMilliseconds = 60_000

/** A nonce is kept for longer than its call could be accepted by a process whose clock is behind the others. */
const nonceMilliseconds = 2 * windowMilliseconds

/** What is signed. No token has a line break in what is signed of it, so neither can be taken for the other. */
function textOf(to: string, name: string, fields: readonly string[]): Buffer<ArrayBuffer> {
  return Buffer.from(['timbre-region-2', to, name, ...fields].join('\n'))
}

function macOf(key: Buffer, text: Buffer): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'calls between regions of Timbre', 32))
}

function digestOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url')
}
