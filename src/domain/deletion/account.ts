import type { Clock, Database, Sql } from '../../contract/ports.ts'
import { lockAccount, setStanding } from '../account/store.ts'
import { removeGrantsIn } from '../app/store.ts'
import {
  forgetDeletions,
  largeTables,
  noteBeginning,
  noteEnd,
  removeAccess,
  removeAccount,
  removeEntries,
  removeSome,
} from './store.ts'

export type Deleting = {
  database: Database
  clock: Clock
  region: string
  /** Whether another region has the authorization server, and must be told. */
  hasServerElsewhere: boolean
  /** Called before the first entry of the audit log is removed, with nothing but its end still to be kept elsewhere. */
  keepEnd: (accountId: string) => Promise<void>
  /** Called after each batch, with the rows that were removed of a table so far. */
  progress: (table: string, removed: number) => void
}

/** Rows of one transaction: few enough for a second, so that no other account waits. */
const atOnce = { profile: 100, others: 2_000 }

/**
 * Deletes an account with everything it has, for good. From the first transaction on nobody acts for it any more: it is
 * paused and without clients, members, sessions and links. Then its rows go in batches, the account last, so that a
 * deletion that was cut off can be run again until it is done.
 */
export async function deleteAccount(deleting: Deleting, accountId: string): Promise<void> {
  const { database, clock, region, hasServerElsewhere, keepEnd, progress } = deleting
  await database.inSystem((sql) => noteBeginning(sql, accountId, clock()))
  await database.inAccount(accountId, async (sql) => {
    const standing = await lockAccount(sql, accountId)
    await setStanding(sql, { ...standing, paused: true }, clock())
    await removeAccess(sql, accountId)
  })
  for (const table of largeTables) {
    const limit = table === 'profile' ? atOnce.profile : atOnce.others
    const remove = (sql: Sql) => removeSome(sql, table, accountId, limit)
    await inBatches(limit, table, () => database.inAccount(accountId, remove), progress)
  }
  await keepEnd(accountId)
  const removeThese = (sql: Sql) => removeEntries(sql, accountId, atOnce.others)
  await inBatches(atOnce.others, 'audit_entry', () => database.inSystem(removeThese), progress)
  await database.inSystem(async (sql) => {
    await removeGrantsIn(sql, { accountIds: [accountId], region })
    await removeAccount(sql, accountId)
    if (hasServerElsewhere) await noteEnd(sql, accountId, clock())
    else await forgetDeletions(sql, [accountId])
  })
}

async function inBatches(
  limit: number,
  table: string,
  remove: () => Promise<number>,
  progress: Deleting['progress'],
): Promise<void> {
  for (let [all, removed] = [0, limit]; removed >= limit; ) {
    removed = await remove()
    all += removed
    if (removed > 0) progress(table, all)
  }
}
