import { createHash } from 'node:crypto'
import { headText } from '../../contract/anchor.ts'
import type { SecretKey } from '../../contract/secret-key.ts'

/** One entry as it is hashed; every field counts. */
export type ChainedEntry = {
  accountId: string
  /** 1 for the first entry of an account, and no gaps. */
  seq: number
  id: string
  /** ISO 8601 in UTC, to the millisecond. */
  at: string
  actorKind: string
  actorId: string
  clientId: string | null
  action: string
  targetType: string
  targetId: string
  requestId: string
  /** The JSON text exactly as it is stored. */
  changes: string
}

/** What the first entry of an account is chained to. */
export const chainStart: Buffer = Buffer.alloc(32)

/** SHA-256 over the entry and the hash before it, so that no entry can be changed without changing all later ones. */
export function chainHash(before: Buffer, entry: ChainedEntry): Buffer {
  const canonical = JSON.stringify([
    before.toString('hex'),
    entry.accountId,
    entry.seq,
    entry.id,
    entry.at,
    entry.actorKind,
    entry.actorId,
    entry.clientId,
    entry.action,
    entry.targetType,
    entry.targetId,
    entry.requestId,
    entry.changes,
  ])
  return createHash('sha256').update(canonical).digest()
}

export type ChainHead = { seq: number; hash: Buffer }

/**
 * HMAC-SHA-256 over the end of a chain. Whoever can write to the database but does not hold SECRET_KEY can
 * compute a shorter chain, and cannot seal its end.
 */
export function sealHead(accountId: string, { seq, hash }: ChainHead, secretKey: SecretKey): Buffer {
  return secretKey.mac('audit head', headText(accountId, seq, hash.toString('hex')))
}

/** Whether an end was sealed here, under the key in use or one that a rotation has replaced. */
export function isHeadSealed(
  accountId: string,
  { seq, hash, seal }: ChainHead & { seal: Buffer },
  secretKey: SecretKey,
): boolean {
  const seals = secretKey.macs('audit head', headText(accountId, seq, hash.toString('hex')))
  return seals.some((one) => one.equals(seal))
}

/**
 * The same over the end of a chain whose account was deleted, and the time of it: whoever cannot make this seal cannot
 * pass off a chain that was taken away as a deletion.
 */
export function sealDeletion(end: ChainEnd, secretKey: SecretKey): string {
  return secretKey.mac('audit head', deletionText(end)).toString('hex')
}

export function isDeletionSealed(end: ChainEnd & { seal: string }, secretKey: SecretKey): boolean {
  return secretKey.macs('audit head', deletionText(end)).some((mac) => mac.toString('hex') === end.seal)
}

/** The last entry of an account that was deleted, its hash in hex, and when it was deleted. */
export type ChainEnd = { accountId: string; seq: number; hash: string; at: string }

function deletionText({ accountId, seq, hash, at }: ChainEnd): string {
  return `deleted:${accountId}:${seq}:${hash}:${at}`
}
