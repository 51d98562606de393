import { createHash } from 'node:crypto'
import { type Anchor, anchorText, headText } from '../../contract/anchor.ts'
import type { SecretKey } from '../../contract/secret-key.ts'

/** An entry as it is hashed; every field is included. */
export type ChainedEntry = {
  accountId: string
  /** Starts at 1 for each account, without gaps. */
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

/** The hash that the first entry is chained to. */
export const chainStart: Buffer = Buffer.alloc(32)

/** SHA-256 of the previous hash and the entry, so that changing an entry requires changing all later ones. */
export function chainHash(previousHash: Buffer, entry: ChainedEntry): Buffer {
  const canonical = JSON.stringify([
    previousHash.toString('hex'),
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

export type StoredEntry = ChainedEntry & { hash: Buffer }

export type ChainHead = { seq: number; hash: Buffer }

/**
 * HMAC-SHA-256 of the end of a chain. Someone who can write to the database but doesn't have SECRET_KEY can compute a
 * shorter chain but can't seal its end.
 */
export function sealHead(accountId: string, { seq, hash }: ChainHead, secretKey: SecretKey): Buffer {
  return secretKey.mac('audit head', headText(accountId, seq, hash.toString('hex')))
}

/** Whether an end was sealed with the current key or one that a rotation has replaced. */
export function isHeadSealed(
  accountId: string,
  { seq, hash, seal }: ChainHead & { seal: Buffer },
  secretKey: SecretKey,
): boolean {
  const seals = secretKey.macs('audit head', headText(accountId, seq, hash.toString('hex')))
  return seals.some((mac) => mac.equals(seal))
}

/** Whether nothing of an anchor's line was changed, its time included. Lines of earlier versions have no such seal. */
export function isLineSealed(anchor: Anchor, secretKey: SecretKey): boolean {
  const seals = secretKey.macs('audit head', anchorText(anchor))
  return anchor.line === undefined || seals.some((mac) => mac.toString('hex') === anchor.line)
}

/**
 * Seals the end of a deleted account's chain and the time of the deletion. Without this seal, a removed chain can't
 * be passed off as a deletion.
 */
export function sealDeletion(end: ChainEnd, secretKey: SecretKey): string {
  return secretKey.mac('audit head', deletionText(end)).toString('hex')
}

export function isDeletionSealed(end: ChainEnd & { seal: string }, secretKey: SecretKey): boolean {
  return secretKey.macs('audit head', deletionText(end)).some((mac) => mac.toString('hex') === end.seal)
}

/** The last entry of a deleted account, its hash in hex, and the time of the deletion. */
export type ChainEnd = { accountId: string; seq: number; hash: string; at: string }

function deletionText({ accountId, seq, hash, at }: ChainEnd): string {
  return `deleted:${accountId}:${seq}:${hash}:${at}`
}
