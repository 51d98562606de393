import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../contract/ports.ts'

/**
 * Calls between regions carry `Authorization: Timbre-Region from.at.nonce.digest.mac`: the zone that calls, the
 * time in milliseconds, a random word, the SHA-256 of the body, and an HMAC-SHA-256 over these, the zone that is
 * called and the name of the call, under a key that is derived from REGION_SECRET. So a call cannot be changed,
 * sent to another zone or sent twice; the header alone shows who calls, before any of the body is read.
 */
export function signCall(
  secret: string,
  call: { from: string; to: string; name: string; body: Buffer },
  now: Date,
): string {
  const { from, to, name, body } = call
  const fields = [from, String(now.getTime()), randomBytes(16).toString('base64url'), digestOf(body)]
  return `${scheme} ${[...fields, macOf(keyOf(secret), to, name, fields)].join('.')}`
}

export type SignedCall = {
  /** The zone that calls. */
  from: string
  /** Whether the body is the one that was signed. */
  isBody: (body: Buffer) => boolean
}

/** Reads the header of a call to `zone`; undefined when it is not of a region that knows the secret, or was used. */
export function createCallVerifier({
  secret,
  zone,
  callers,
  clock,
}: {
  secret: string
  zone: string
  /** The zones that may call. */
  callers: readonly string[]
  clock: Clock
}): (header: string | undefined, name: string) => SignedCall | undefined {
  const key = keyOf(secret)
  const used = new Map<string, number>()
  return (header, name) => {
    const match = header?.length && header.length < longestHeader ? pattern.exec(header) : null
    if (!match) return undefined
    const [, from = '', at = '', nonce = '', digest = '', mac = ''] = match
    const expected = Buffer.from(macOf(key, zone, name, [from, at, nonce, digest]))
    const given = Buffer.from(mac)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    const now = clock().getTime()
    if (!callers.includes(from) || Math.abs(now - Number(at)) > windowMilliseconds) return undefined
    forgetBefore(used, now)
    if (used.has(nonce)) return undefined
    used.set(nonce, Number(at) + windowMilliseconds)
    return { from, isBody: (body) => digestOf(body) === digest }
  }
}

const scheme = 'Timbre-Region'
const pattern = /^Timbre-Region ([a-z]{2,8})\.(\d{13})\.([\w-]{22})\.([\w-]{43})\.([\w-]{43})$/
const longestHeader = 200

/** How far clocks of regions may differ. */
const windowMilliseconds = 60_000

function macOf(key: Buffer, to: string, name: string, fields: readonly string[]): string {
  return createHmac('sha256', key)
    .update(['timbre-region-1', to, name, ...fields].join('\n'))
    .digest('base64url')
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'calls between regions of Timbre', 32))
}

function digestOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url')
}

/** Words whose call would be too old by now need not be known any more; the oldest come first. */
function forgetBefore(used: Map<string, number>, now: number): void {
  for (const [nonce, until] of used) {
    if (until >= now) return
    used.delete(nonce)
  }
}
