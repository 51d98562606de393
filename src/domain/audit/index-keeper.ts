import type { Database } from '../../contract/ports.ts'
import { addSlice, listAccountsToSlice } from './index-store.ts'

export type AuditIndexParts = {
  database: Database
  log: { warn(fields: object, message: string): void }
}

const accountsPerPage = 100

/** Adds complete slices to the indexes of audit logs. Any number of processes may do so at the same time. */
export async function keepAuditIndexes(
  { database, log }: AuditIndexParts,
  signal: AbortSignal,
): Promise<void> {
  for (let last = ''; !signal.aborted; ) {
    const after = last
    const accounts = await database.inSystem((sql) => listAccountsToSlice(sql, after, accountsPerPage), {
      readOnly: true,
    })
    for (const accountId of accounts) await addSlices(accountId)
    if (accounts.length < accountsPerPage) return
    last = accounts.at(-1) ?? last
  }

  async function addSlices(accountId: string): Promise<void> {
    try {
      while (!signal.aborted && (await database.inAccount(accountId, (sql) => addSlice(sql, accountId)))) {}
    } catch (error) {
      log.warn({ accountId, err: error }, 'audit index: could not update an account, will retry')
    }
  }
}
