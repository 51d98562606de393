import { createHmac, timingSafeEqual } from 'node:crypto'
import type { GuestCaller } from '../contract/caller.ts'
import type { Payer } from '../contract/payer.ts'

/**
 * Unsubscribe links in emails. A link contains the account and a keyed hash of the address, and proves both with a MAC:
 * nothing is stored for it, it can't be forged, and it doesn't contain the address.
 */
const prefix = 'tmb_stop_'
const noticesPrefix = 'tmb_notices_'
const accountBytes = 12
const memberBytes = 12
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
  return prefix + Buffer.concat([data, proofOf(mailKey, 'stop', data)]).toString('base64url')
}

/** For the emails that a member chose: contains the member, and ends these emails only. */
export function createNoticesToken(
  mailKey: Buffer,
  { accountId, memberId }: { accountId: string; memberId: string },
): string {
  const data = Buffer.from(accountId + memberId, 'hex')
  return noticesPrefix + Buffer.concat([data, proofOf(mailKey, 'notices', data)]).toString('base64url')
}

/** The caller for the text after `/unsubscribe/`. Undefined if this installation didn't create the link. */
export function parseUnsubscribeToken(
  text: string,
  { mail, region }: { mail: { key: Buffer }; region: string },
  network: Payer<'network'>,
): GuestCaller | undefined {
  const found = readToken(mail.key, text)
  return found && { kind: 'guest', region, network, ...found }
}

function readToken(
  mailKey: Buffer,
  text: string,
): Pick<GuestCaller, 'accountId' | 'link' | 'linkHash'> | undefined {
  const isNotices = /^tmb_notices_[\w-]{54}$/.test(text)
  if (!isNotices && !/^tmb_stop_[\w-]{59}$/.test(text)) return undefined
  const link = isNotices ? 'notices' : 'stop'
  const bytes = Buffer.from(text.slice((isNotices ? noticesPrefix : prefix).length), 'base64url')
  const data = bytes.subarray(0, accountBytes + (isNotices ? memberBytes : keyBytes))
  const proof = bytes.subarray(data.length)
  if (proof.length !== proofBytes || !timingSafeEqual(proof, proofOf(mailKey, link, data))) return undefined
  const accountId = data.subarray(0, accountBytes).toString('hex')
  return { accountId, link, linkHash: data.subarray(accountBytes) }
}

function proofOf(mailKey: Buffer, link: 'stop' | 'notices', data: Buffer): Buffer {
  return createHmac('sha256', mailKey).update(`${link}:`).update(data).digest().subarray(0, proofBytes)
}
