import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AccountHomes } from '../contract/account-homes.ts'
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

/** The key of the installation, and those that accounts from other regions came with. */
export type MailKeys = { mail: { key: Buffer }; homes?: AccountHomes | undefined }

/** All keys under which something may be stored or signed for the account, that of the installation first. */
export function mailKeysOf({ mail, homes }: MailKeys, accountId: string): readonly Buffer[] {
  return [mail.key, ...(homes?.formerKeysOf(accountId)?.mail ?? [])]
}

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
  installation: MailKeys & { region: string },
  network: Payer<'network'>,
): GuestCaller | undefined {
  const found = readToken((accountId) => mailKeysOf(installation, accountId), text)
  return found && { kind: 'guest', region: installation.region, network, ...found }
}

/** The account in an unsubscribe link, whether or not the link is genuine. */
export function accountOfUnsubscribeToken(text: string): string | undefined {
  const [, data] = /^tmb_(?:notices|stop)_([\w-]{54,59})$/.exec(text) ?? []
  return data && Buffer.from(data, 'base64url').subarray(0, accountBytes).toString('hex')
}

function readToken(
  keysOf: (accountId: string) => readonly Buffer[],
  text: string,
): Pick<GuestCaller, 'accountId' | 'link' | 'linkHash'> | undefined {
  const isNotices = /^tmb_notices_[\w-]{54}$/.test(text)
  if (!isNotices && !/^tmb_stop_[\w-]{59}$/.test(text)) return undefined
  const link = isNotices ? 'notices' : 'stop'
  const bytes = Buffer.from(text.slice((isNotices ? noticesPrefix : prefix).length), 'base64url')
  const data = bytes.subarray(0, accountBytes + (isNotices ? memberBytes : keyBytes))
  const proof = bytes.subarray(data.length)
  const accountId = data.subarray(0, accountBytes).toString('hex')
  if (proof.length !== proofBytes) return undefined
  if (!keysOf(accountId).some((key) => timingSafeEqual(proof, proofOf(key, link, data)))) return undefined
  return { accountId, link, linkHash: data.subarray(accountBytes) }
}

function proofOf(mailKey: Buffer, link: 'stop' | 'notices', data: Buffer): Buffer {
  return createHmac('sha256', mailKey).update(`${link}:`).update(data).digest().subarray(0, proofBytes)
}
