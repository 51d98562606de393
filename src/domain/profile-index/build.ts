import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Sql } from '../../contract/ports.ts'
import { countSlices, insertSlices, usedAtFirst } from './fold.ts'
import { type Sort, sorts } from './sort.ts'
import {
  findLastSlice,
  firstKey,
  insertIndex,
  isMarking,
  listRange,
  lockIndex,
  markReady,
  noteMarking,
  readRange,
  removeSlice,
  writeNextSlice,
} from './store.ts'

/** Slices per transaction. */
const slicesPerStep = 4
/** Between two looks at whether older transactions have ended; no connection is held meanwhile. */
const waitMilliseconds = 50

/**
 * Builds the index of an account in short transactions, while the service runs; until it is done, lists don't use it.
 * Continues where an earlier build ended. Whatever changes meanwhile is marked, and folded in later. False if another
 * process builds it, an old transaction lasts, or the signal was aborted.
 */
export async function buildIndex(
  database: Database,
  accountId: string,
  signal: AbortSignal,
): Promise<boolean> {
  await database.inAccount(accountId, (sql) => insertIndex(sql, accountId))
  await database.inAccount(accountId, (sql) => noteMarking(sql, accountId))
  if (!(await waitForMarking(database, accountId, signal))) return false
  for (const sort of Object.values(sorts)) {
    for (let step: Step = 'more'; step !== 'done'; ) {
      if (signal.aborted) return false
      step = await database.inAccount(accountId, (sql) => buildStep(sql, accountId, sort))
      if (step === 'busy') return false
    }
  }
  await database.inAccount(accountId, (sql) => markReady(sql, accountId))
  return true
}

/** A transaction that began before the index may still change profiles without marks. False if it takes too long. */
async function waitForMarking(database: Database, accountId: string, signal: AbortSignal): Promise<boolean> {
  for (let tries = 0; tries < 200 && !signal.aborted; tries += 1) {
    if (await database.inAccount(accountId, (sql) => isMarking(sql, accountId))) return true
    await sleep(waitMilliseconds)
  }
  return false
}

type Step = 'more' | 'done' | 'busy'

/** Adds the next slices of an order. The last one is open: it is rebuilt with what follows it. */
async function buildStep(sql: Sql, accountId: string, sort: Sort): Promise<Step> {
  const index = await lockIndex(sql, accountId)
  if (index === 'busy' || !index) return 'busy'
  if (index.ready) return 'done'
  const last = await findLastSlice(sql, accountId, sort)
  const from = last ? (await readRange(sql, accountId, sort, last.slice)).from : firstKey
  const limit = (slicesPerStep + 1) * usedAtFirst
  const keys = await listRange(sql, accountId, sort, { from, to: undefined }, limit)
  if (last && keys.length <= usedAtFirst) return 'done'
  if (last) await removeSlice(sql, accountId, sort, last.slice)
  const slices = countSlices(index)
  await insertSlices(sql, accountId, sort, { from, keys }, slices)
  await writeNextSlice(sql, accountId, slices.next())
  return keys.length < limit ? 'done' : 'more'
}
