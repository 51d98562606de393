import { z } from 'zod'
import type { Anchor } from '../../src/contract/anchor.ts'
import { notFound } from '../../src/contract/failure.ts'
import type { Database, Sql } from '../../src/contract/ports.ts'
import type { SecretKey } from '../../src/contract/secret-key.ts'
import { PublicId } from '../../src/contract/shapes.ts'
import { findAccount } from '../../src/domain/account/caller-status-store.ts'
import { isDeletionSealed, isHeadSealed } from '../../src/domain/audit/chain.ts'
import { findHead, readChain } from '../../src/domain/audit/store.ts'
import { type ChainVerification, verifyAccountChain } from '../../src/domain/audit/verify.ts'
import { findMove } from '../../src/domain/move/store.ts'
import { findRestoreEntry } from '../../src/domain/restoration/store.ts'
import {
  anchorPath,
  readAnchorFile,
  readAnchors,
  readAnchorsAside,
  readDeletions,
} from '../../src/platform/anchor-file.ts'
import { command, UsageError } from './command.ts'
import { accountIdsOf } from './shell.ts'

export type Verification = {
  isSound: boolean
  accounts: (ChainVerification & { anchoredTo: number; deletedAt?: string; movedTo?: string })[]
  damage: string[]
}

/**
 * Verifies the audit chains of all accounts or of one against their hashes, their sealed heads and the anchors in the
 * data directory. Accounts that only have anchors are reported as missing, unless a sealed line records their deletion.
 */
export async function verifyAudit(
  { database, secretKey }: { database: Database; secretKey: SecretKey },
  dataDir: string,
  only?: string,
  anchorFiles: readonly string[] = [],
): Promise<Verification> {
  // Read before any chain: chains may grow meanwhile, so they can only be longer than their anchors.
  const files = [
    { path: anchorPath(dataDir), ...(await readAnchors(dataDir)) },
    ...(await Promise.all(anchorFiles.map(readNamedFile))),
  ]
  const anchors = files.flatMap((file) => file.anchors)
  const anchored = Map.groupBy(anchors, ({ accountId }) => accountId)
  const aside = await readAnchorsAside(dataDir)
  const deletions = await deletedAccounts(dataDir, secretKey)
  const accounts: Verification['accounts'] = []
  const verify = async (accountId: string) => {
    const own = [
      ...(anchored.get(accountId) ?? []),
      ...(await anchorsBefore(database, accountId, aside, secretKey)),
    ]
    anchored.delete(accountId)
    const deletedAt = deletions.get(accountId)
    if (deletedAt !== undefined && !(await exists(database, accountId))) {
      const move = await database.inSystem((sql) => findMove(sql, accountId, 'out'), { readOnly: true })
      const moved = move && { movedTo: move.zone }
      accounts.push({ accountId, entries: 0, faults: [], anchoredTo: furthest(own), deletedAt, ...moved })
      return
    }
    const verdict = await verifyAccountChain(sourceOf(database, accountId), accountId, own, secretKey)
    accounts.push({ ...verdict, anchoredTo: furthest(own) })
  }
  if (only !== undefined) {
    if (!anchored.has(only) && !deletions.has(only) && !(await exists(database, only)))
      throw notFound(`There is no account ${only}.`)
    await verify(only)
  } else {
    for await (const accountId of accountIdsOf(database)) await verify(accountId)
    for (const accountId of accounts.map((account) => account.accountId)) deletions.delete(accountId)
    for (const accountId of [...new Set([...anchored.keys(), ...deletions.keys()])].sort())
      await verify(accountId)
  }
  const damage = files.flatMap(({ path, unreadable }) =>
    unreadable.map((line) => `${path}: line ${line} cannot be read`),
  )
  const isSound = damage.length === 0 && accounts.every(({ faults }) => faults.length === 0)
  return { isSound, accounts, damage }
}

export const verifyCommand = command({
  name: 'verify',
  summary: 'Verify every chain of the audit log; exits with 1 when anything is wrong.',
  usage: '[--account ID] [--anchors FILE]…',
  repeated: ['anchors'],
  input: z.strictObject({ account: PublicId.optional(), anchors: z.array(z.string()).optional() }),
  async run(shell, { account, anchors }) {
    const verification = await verifyAudit(shell, shell.dataDir, account, anchors)
    const { isSound, accounts, damage } = verification
    const lines = accounts.flatMap(({ accountId, entries, anchoredTo, faults, deletedAt, movedTo }) => {
      if (movedTo !== undefined) return [`${accountId}  moved to ${movedTo}, anchored up to ${anchoredTo}`]
      if (deletedAt !== undefined) return [`${accountId}  deleted ${deletedAt}, anchored up to ${anchoredTo}`]
      if (faults.length > 0) return faults.map(({ seq, text }) => `${accountId}  seq ${seq}: ${text}`)
      return [`${accountId}  ok: ${entries} entries, anchored up to ${anchoredTo}`]
    })
    const text = [...lines, ...damage].join('\n') || 'There is no account.'
    return { text, json: { ...verification }, exitCode: isSound ? 0 : 1 }
  },
})

/** The anchors of another instance, or copies of them that someone else keeps. */
async function readNamedFile(path: string) {
  try {
    return { path, ...(await readAnchorFile(path)) }
  } catch (error) {
    throw new UsageError(`--anchors: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

/**
 * The anchors of before restores that are still in the chain: those up to the entry about the restore. All of them if
 * the chain has no such entry, because only a restore excuses a shorter chain.
 */
async function anchorsBefore(
  database: Database,
  accountId: string,
  aside: readonly { restoredAt: string; anchors: readonly Anchor[] }[],
  secretKey: SecretKey,
): Promise<Anchor[]> {
  const kept: Anchor[] = []
  for (const { restoredAt, anchors } of aside) {
    const own = anchors.filter(
      (anchor) => anchor.accountId === accountId && isAnchorSealed(anchor, secretKey),
    )
    if (own.length === 0) continue
    const find = (sql: Sql) => findRestoreEntry(sql, accountId, restoredAt)
    const entry = await database.inAccount(accountId, find, { readOnly: true })
    kept.push(...own.filter(({ seq }) => entry === undefined || seq < entry))
  }
  return kept
}

/** These files aren't sealed again by a rotation of SECRET_KEY; what no key in use has sealed proves nothing. */
function isAnchorSealed({ accountId, seq, hash, seal }: Anchor, secretKey: SecretKey): boolean {
  const head = { seq, hash: Buffer.from(hash, 'hex'), seal: Buffer.from(seal, 'hex') }
  return isHeadSealed(accountId, head, secretKey)
}

async function exists(database: Database, accountId: string): Promise<boolean> {
  const found = await database.inAccount(accountId, (sql) => findAccount(sql, accountId, null), {
    readOnly: true,
  })
  return found !== undefined
}

function sourceOf(database: Database, accountId: string) {
  return {
    entries: (range: { after: number; upTo?: number; limit: number }) =>
      database.inAccount(accountId, (sql) => readChain(sql, accountId, range), { readOnly: true }),
    head: () => database.inAccount(accountId, (sql) => findHead(sql, accountId), { readOnly: true }),
  }
}

/** When accounts were deleted, according to lines that only the holder of SECRET_KEY can write. */
async function deletedAccounts(dataDir: string, secretKey: SecretKey): Promise<Map<string, string>> {
  const lines = await readDeletions(dataDir)
  const sealed = lines.filter((line) => isDeletionSealed(line, secretKey))
  return new Map(sealed.map(({ accountId, at }) => [accountId, at]))
}

function furthest(anchors: readonly Anchor[]): number {
  return anchors.reduce((highest, { seq }) => Math.max(highest, seq), 0)
}
