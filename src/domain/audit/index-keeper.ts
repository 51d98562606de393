import type { Database } from '../../contract/ports.ts'
import { eachAccount } from '../account/each-account.ts'
import { addSlice, listAccountsToSlice } from './index-store.ts'

export type AuditIndexParts = {
  database: Database
  log: { warn(fields: object, message: string): void }
}

/** Adds complete slices to the indexes of audit logs. Any number of processes may do so at the same time. */
export async function keepAuditIndexes(parts: AuditIndexParts, signal: AbortSignal): Promise<void> {
  const failure = 'audit index: could not update an account, will retry'
  const addSlices = async (accountId: string) => {
    const add = () => parts.database.inAccount(accountId, (sql) => addSlice(sql, accountId))
    while (!signal.aborted && (await add())) {}
  }
  await eachAccount({ ...parts, failure, list: listAccountsToSlice }, addSlices, signal)
}
