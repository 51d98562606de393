import type { Database, Sql } from '../../contract/ports.ts'
import { buildIndex } from './build.ts'
import { foldChanges } from './fold.ts'
import { findIndex, hasProfiles, listChangedAccounts, listUnindexedAccounts, lockIndex } from './store.ts'
import { compareWords } from './words.ts'
import { listUncomparedAccounts } from './words-store.ts'

export type IndexParts = {
  database: Database
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
}

/** Accounts with fewer profiles have no index: their lists read all rows within milliseconds. */
const leastIndexed = 2_000

/** Profiles per transaction, so that it ends well within a second. */
const profilesPerFold = 1_000
const accountsPerPage = 100
/** After so many runs, accounts without an index are looked at again. */
const runsPerLook = 600

/**
 * Keeps the indexes of profiles: folds in what changed, and builds the index of an account once it is large enough. Any
 * number of processes may do so at the same time.
 */
export function createIndexKeeper({ database, log }: IndexParts): (signal: AbortSignal) => Promise<void> {
  let runs = 0

  return async (signal) => {
    if (runs % runsPerLook === 0) {
      await eachAccount(listUnindexedAccounts, buildIfLarge, signal)
      await eachAccount(
        listUncomparedAccounts,
        (accountId) => compareWords(database, accountId, signal),
        signal,
      )
    }
    runs += 1
    await eachAccount(listChangedAccounts, fold, signal)
  }

  async function eachAccount(
    list: typeof listChangedAccounts,
    work: (accountId: string, signal: AbortSignal) => Promise<unknown>,
    signal: AbortSignal,
  ): Promise<void> {
    for (let last = ''; !signal.aborted; ) {
      const accounts = await database.inSystem((sql) => list(sql, last, accountsPerPage), { readOnly: true })
      for (const accountId of accounts) {
        if (signal.aborted) return
        await work(accountId, signal).catch((error: unknown) =>
          log.warn({ accountId, err: error }, 'profile index: could not update an account, will retry'),
        )
      }
      if (accounts.length < accountsPerPage) return
      last = accounts.at(-1) ?? last
    }
  }

  async function buildIfLarge(accountId: string, signal: AbortSignal): Promise<void> {
    const isWanted = await database.inAccount(
      accountId,
      async (sql) => (await findIndex(sql, accountId)) ?? hasProfiles(sql, accountId, leastIndexed),
      { readOnly: true },
    )
    if (!isWanted || !(await buildIndex(database, accountId, signal))) return
    log.info({ accountId }, 'profile index: built the index of an account')
  }

  async function fold(accountId: string, signal: AbortSignal): Promise<void> {
    for (let folded = profilesPerFold; folded === profilesPerFold && !signal.aborted; )
      folded = await database.inAccount(accountId, (sql) => foldOnce(sql, accountId))
  }
}

async function foldOnce(sql: Sql, accountId: string): Promise<number> {
  const index = await lockIndex(sql, accountId)
  return index && index !== 'busy' && index.ready ? foldChanges(sql, accountId, index, profilesPerFold) : 0
}
