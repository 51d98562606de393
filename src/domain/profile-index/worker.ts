import type { Database, Sql } from '../../contract/ports.ts'
import { eachAccount } from '../account/each-account.ts'
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
export const leastIndexed = 2_000

/** Profiles per transaction, so that it ends well within a second. */
const profilesPerFold = 1_000
/** After so many runs, accounts without an index are looked at again. */
const runsPerLook = 600

/**
 * Keeps the indexes of profiles: folds in what changed, and builds the index of an account once it is large enough. Any
 * number of processes may do so at the same time.
 */
export function createIndexKeeper({ database, log }: IndexParts): (signal: AbortSignal) => Promise<void> {
  let runs = 0
  const walk = { database, log, failure: 'profile index: could not update an account, will retry' }

  return async (signal) => {
    if (runs % runsPerLook === 0) {
      await eachAccount({ ...walk, list: listUnindexedAccounts }, (id) => buildIfLarge(id, signal), signal)
      const compare = (accountId: string) => compareWords(database, accountId, signal)
      await eachAccount({ ...walk, list: listUncomparedAccounts }, compare, signal)
    }
    runs += 1
    await eachAccount({ ...walk, list: listChangedAccounts }, (id) => fold(id, signal), signal)
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
