import { createHmac, timingSafeEqual } from 'node:crypto'
import type { GuestCaller } from '../contract/caller.ts'
import type { Payer } from '../contract/payer.ts'

/**
 * Links in emails by which their readers say no to further ones. A link names the account and a keyed hash of the
 * address, and proves both by a MAC: nothing is stored for it, nobody can make one up, and no address is in it.
 */
const prefix = 'tmb_stop_'
const accountBytes = 12
const keyBytes = 16
const proofBytes = 16

/** What stands for an address where no address may be: in links, and in the list of those who said no. */
export function unsubscribeKey(mailKey: Buffer, address: string): Buffer {
  return createHmac('sha256', mailKey)
    .update(`address:${address.toLowerCase()}`)
    .digest()
    .subarray(0, keyBytes)
}

export function createUnsubscribeToken(mailKey: Buffer, accountId: string, address: Buffer): string {
  const named = Buffer.concat([Buffer.from(accountId, 'hex'), address])
  return prefix + Buffer.concat([named, proofOf(mailKey, named)]).toString('base64url')
}

/** The caller behind the text after `/unsubscribe/`; undefined when it is no link that this installation has made. */
export function parseUnsubscribeToken(
  text: string,
  { mail, region }: { mail: { key: Buffer }; region: string },
  network: Payer<'network'>,
): GuestCaller | undefined {
  if (!/^tmb_stop_[\w-]{59}$/.test(text)) return undefined
  const bytes = Buffer.from(text.slice(prefix.length), 'base64url')
  const named = bytes.subarray(0, accountBytes + keyBytes)
  const proof = bytes.subarray(accountBytes + keyBytes)
  if (proof.length !== proofBytes || !timingSafeEqual(proof, proofOf(mail.key, named))) return undefined
  const accountId = named.subarray(0, accountBytes).toString('hex')
  return { kind: 'guest', accountId, region, link: 'stop', linkHash: named.subarray(accountBytes), network }
}

function proofOf(mailKey: Buffer, named: Buffer): Buffer {
  return createHmac('sha256', mailKey).update('stop:').update(named).digest().subarray(0, proofBytes)
}
