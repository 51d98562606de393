import { createHmac, timingSafeEqual } from 'node:crypto'
import type { GuestCaller } from '../contract/caller.ts'
import type { Payer } from '../contract/payer.ts'

/**
 * Unsubscribe links in emails. A link contains the account and a keyed hash of the address, and proves both with a MAC:
 * nothing is stored for it, it can't be forged, and it doesn't contain the address.
 */
const prefix = 'tmb_stop_'
const accountBytes = 12
const keyBytes = 16
const proofBytes = 16

/** Stands in for an address where it must not appear: in links, and in the list of unsubscribed addresses. */
export function unsubscribeKey(mailKey: Buffer, address: string): Buffer {
  return createHmac('sha256', mailKey)
    .update(`address:${address.toLowerCase()}`)
    .digest()
    .subarray(0, keyBytes)
}

export function createUnsubscribeToken(mailKey: Buffer, accountId: string, address: Buffer): string {
  const data = Buffer.concat([Buffer.from(accountId, 'hex'), address])
  return prefix + Buffer.concat([data, proofOf(mailKey, data)]).toString('base64url')
}

/** The caller for the text after `/unsubscribe/`. Undefined if this installation didn't create the link. */
export function parseUnsubscribeToken(
  text: string,
  { mail, region }: { mail: { key: Buffer }; region: string },
  network: Payer<'network'>,
): GuestCaller | undefined {
  if (!/^tmb_stop_[\w-]{59}$/.test(text)) return undefined
  const bytes = Buffer.from(text.slice(prefix.length), 'base64url')
  const data = bytes.subarray(0, accountBytes + keyBytes)
  const proof = bytes.subarray(accountBytes + keyBytes)
  if (proof.length !== proofBytes || !timingSafeEqual(proof, proofOf(mail.key, data))) return undefined
  const accountId = data.subarray(0, accountBytes).toString('hex')
  return { kind: 'guest', accountId, region, link: 'stop', linkHash: data.subarray(accountBytes), network }
}

function proofOf(mailKey: Buffer, data: Buffer): Buffer {
  return createHmac('sha256', mailKey).update('stop:').update(data).digest().subarray(0, proofBytes)
}
