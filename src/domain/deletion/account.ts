import { noteErasure } from '../../contract/erasure.ts'
import type { Clock, Database, Sql } from '../../contract/ports.ts'
import { listSandboxRows, removeSandboxRow } from '../account/sandbox-store.ts'
import { lockAccount, setAccountStatus } from '../account/store.ts'
import { removeGrantsIn } from '../app/store.ts'
import {
  largeTables,
  markDeletionDone,
  markDeletionStarted,
  removeAccess,
  removeAccount,
  removeAuditEntries,
  removeDeletionMarks,
  removeProviderSignIns,
  removeRows,
} from './store.ts'

export type AccountDeletion = {
  database: Database
  clock: Clock
  region: string
  /** Whether another region has the authorization server and must be notified. */
  hasRemoteAuthServer: boolean
  /** Called before the first audit entry is removed: anchors the end of the chain outside the database. */
  anchorChainEnd: (accountId: string) => Promise<void>
  /** Called after each batch, with the number of rows removed from the table so far. */
  progress: (table: string, removed: number) => void
}

/** Rows per transaction: few enough to finish within a second, so that other accounts don't wait. */
const batchSizes = { profile: 100, other: 2_000 }

/**
 * Permanently deletes an account and everything in it. The first transaction ends all access: it pauses the account,
 * revokes its clients and removes its members, sessions and links. Rows are then deleted in batches, the account last, so
 * an interrupted deletion can be rerun until it completes. Its sandboxes are deleted before it.
 */
export async function deleteAccount(deletion: AccountDeletion, accountId: string): Promise<void> {
  const { database, clock, region, hasRemoteAuthServer, anchorChainEnd, progress } = deletion
  await database.inSystem((sql) => markDeletionStarted(sql, accountId, clock()))
  await database.inAccount(accountId, async (sql) => {
    const current = await lockAccount(sql, accountId)
    await setAccountStatus(sql, { ...current, paused: true }, clock())
    await removeAccess(sql, accountId, clock())
  })
  const sandboxes = await database.inAccount(accountId, (sql) => listSandboxRows(sql, accountId))
  for (const { id } of sandboxes) await deleteAccount(deletion, id)
  for (const table of largeTables) {
    const limit = table === 'profile' ? batchSizes.profile : batchSizes.other
    const remove = (sql: Sql) => removeRows(sql, table, accountId, limit)
    await inBatches(limit, table, () => database.inAccount(accountId, remove), progress)
  }
  await anchorChainEnd(accountId)
  const removeEntries = (sql: Sql) => removeAuditEntries(sql, accountId, batchSizes.other)
  await inBatches(batchSizes.other, 'audit_entry', () => database.inSystem(removeEntries), progress)
  await database.inSystem(async (sql) => {
    await removeGrantsIn(sql, { accountIds: [accountId], region })
    await removeSandboxRow(sql, accountId)
    await removeProviderSignIns(sql, accountId)
    await removeAccount(sql, accountId)
    noteErasure(sql, { accountId, profileId: null })
    if (hasRemoteAuthServer) await markDeletionDone(sql, accountId, clock())
    else await removeDeletionMarks(sql, [accountId])
  })
}

async function inBatches(
  limit: number,
  table: string,
  remove: () => Promise<number>,
  progress: AccountDeletion['progress'],
): Promise<void> {
  for (let [total, removed] = [0, limit]; removed >= limit; ) {
    removed = await remove()
    total += removed
    if (removed > 0) progress(table, total)
  }
}
