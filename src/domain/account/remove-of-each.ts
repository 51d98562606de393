import type { Database, Sql } from '../../contract/ports.ts'
import { eachAccount } from './each-account.ts'
import { listAccountIds } from './store.ts'

export type Removal = {
  database: Database
  log: { warn(fields: object, message: string): void }
  /** For the log line of an account whose rows could not all be removed. */
  failure: string
  /** Removes at most so many rows of an account, in a transaction, and says how many. */
  remove: (sql: Sql, accountId: string, most: number) => Promise<number>
  /** Rows removed in one transaction: few, so that requests don't wait long. */
  atOnce: number
}

/**
 * Removes old rows of all accounts, in small transactions. A failure concerns one account and is retried in the next
 * run. Stops early once the signal is aborted.
 */
export async function removeOfEachAccount(removal: Removal, signal: AbortSignal): Promise<void> {
  const { database, remove, atOnce } = removal
  const removeAll = async (accountId: string) => {
    for (let removed = atOnce; removed >= atOnce && !signal.aborted; ) {
      removed = await database.inAccount(accountId, (sql) => remove(sql, accountId, atOnce))
    }
  }
  await eachAccount({ ...removal, list: listAccountIds }, removeAll, signal)
}
