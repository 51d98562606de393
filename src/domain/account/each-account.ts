import type { Database, Sql } from '../../contract/ports.ts'
import { listClosedByMove } from './moving-store.ts'

export type AccountWalk = {
  database: Pick<Database, 'inSystem'>
  log: { warn(fields: object, message: string): void }
  /** For the log line of an account in which the work failed. */
  failure: string
  /** Ids after this one, in order and at most so many; in a system transaction. */
  list: (sql: Sql, after: string, limit: number) => Promise<string[]>
}

const accountsPerPage = 100

/**
 * Does some work in each of these accounts, one after the other, without those that move away: nothing can be written there.
 * A failure concerns one account, and the next run tries again. Stops early once the signal is aborted.
 */
export async function eachAccount(
  { database, log, failure, list }: AccountWalk,
  work: (accountId: string) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  for (let last = ''; !signal.aborted; ) {
    const after = last
    const readPage = async (sql: Sql) => {
      const accounts = await list(sql, after, accountsPerPage)
      return { accounts, closed: new Set(accounts.length > 0 ? await listClosedByMove(sql, accounts) : []) }
    }
    const { accounts, closed } = await database.inSystem(readPage, { readOnly: true })
    for (const accountId of accounts) {
      if (signal.aborted) return
      if (closed.has(accountId)) continue
      await work(accountId).catch((error: unknown) => log.warn({ accountId, err: error }, failure))
    }
    if (accounts.length < accountsPerPage) return
    last = accounts.at(-1) ?? last
  }
}
