import type { Clock, Database, Sql } from '../../contract/ports.ts'
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
  removeRows,
} from './store.ts'

export type AccountDeletion = {
  database: Database
  clock: Clock
  region: string
  /** Whether another region has the authorization server, and must be told. */
  hasRemoteAuthServer: boolean
  /** Called before the first entry of the audit log is removed, with nothing but its end still to be kept elsewhere. */
  anchorChainEnd: (accountId: string) => Promise<void>
  /** Called after each batch, with the rows that were removed of a table so far. */
  progress: (table: string, removed: number) => void
}

/** Rows of one transaction: few enough for a second, so that no other account waits. */
const batchSizes = { profile: 100, others: 2_000 }

/**
 * Deletes an account with everything it has, for good. From the first transaction on nobody acts for it any more: it is
 * paused and without clients, members, sessions and links. Then its rows go in batches, the account last, so that a
 * deletion that was cut off can be run again until it is done.
 */
export async function deleteAccount(deleting: AccountDeletion, accountId: string): Promise<void> {
  const { database, clock, region, hasRemoteAuthServer, anchorChainEnd, progress } = deleting
  await database.inSystem((sql) => markDeletionStarted(sql, accountId, clock()))
  await database.inAccount(accountId, async (sql) => {
    const current = await lockAccount(sql, accountId)
    await setAccountStatus(sql, { ...current, paused: true }, clock())
    await removeAccess(sql, accountId)
  })
  for (const table of largeTables) {
    const limit = table === 'profile' ? batchSizes.profile : batchSizes.others
    const remove = (sql: Sql) => removeRows(sql, table, accountId, limit)
    await inBatches(limit, table, () => database.inAccount(accountId, remove), progress)
  }
  await anchorChainEnd(accountId)
  const removeThese = (sql: Sql) => removeAuditEntries(sql, accountId, batchSizes.others)
  await inBatches(batchSizes.others, 'audit_entry', () => database.inSystem(removeThese), progress)
  await database.inSystem(async (sql) => {
    await removeGrantsIn(sql, { accountIds: [accountId], region })
    await removeAccount(sql, accountId)
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
  for (let [all, removed] = [0, limit]; removed >= limit; ) {
    removed = await remove()
    all += removed
    if (removed > 0) progress(table, all)
  }
}
