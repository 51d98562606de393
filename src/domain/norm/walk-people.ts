import { focusForm } from '../../content/forms.ts'
import type { Clock, Database, Sql } from '../../contract/ports.ts'
import { scoringVersion } from '../../scoring/edition.ts'
import { localFloor, type RawSums } from '../../scoring/local-norm.ts'
import { findProgress, type NormProgress, storeProgress } from './progress-store.ts'
import { countUsableResults, endOfWindow, sumRawScores } from './store.ts'

/** Profiles per statement. At these sizes a statement takes a tenth to a fifth of a second. */
export type WindowSizes = { counted: number; summed: number }
export const windowSizes: WindowSizes = { counted: 10_000, summed: 1_000 }

const windowsBetweenStores = 10
const progressHours = 24

export type PeopleWalk = {
  database: Database
  clock: Clock
  log: { info(fields: object, message: string): void }
  sizes: WindowSizes
}

/** Counts the people of a norm, and stops once there are `enough`. Undefined if aborted. */
export async function countPeople(
  { database, sizes }: Pick<PeopleWalk, 'database' | 'sizes'>,
  accountId: string,
  enough: number,
  signal: AbortSignal,
): Promise<number | undefined> {
  let n = 0
  let position: string | undefined = ''
  while (position !== undefined && n < enough) {
    if (signal.aborted) return undefined
    const after: string = position
    const look = async (sql: Sql) => {
      const last = await endOfWindow(sql, accountId, after, sizes.counted)
      if (last === undefined) return { last, n: 0 }
      return { last, n: await countUsableResults(sql, accountId, focusForm.id, after, last) }
    }
    const window = await database.inAccount(accountId, look, { readOnly: true })
    n += window.n
    position = window.last
  }
  return n
}

/**
 * Sums up the raw scores of an account's people, window after window, each in its own short transaction. Keeps a sum
 * per scale. Stores now and then how far it is, and continues there if an earlier run of the last day was ended.
 * Undefined if aborted.
 */
export async function sumPeople(
  walk: PeopleWalk,
  accountId: string,
  signal: AbortSignal,
): Promise<Record<string, RawSums> | undefined> {
  const { database, log, sizes } = walk
  let progress = await resume(walk, accountId)
  for (let windows = 1; ; windows++) {
    if (signal.aborted) return undefined
    const { lastProfileId: after } = progress
    const look = async (sql: Sql) => {
      const last = await endOfWindow(sql, accountId, after, sizes.summed)
      if (last === undefined) return undefined
      return { last, rows: await sumRawScores(sql, accountId, focusForm.id, after, last) }
    }
    const window = await database.inAccount(accountId, look, { readOnly: true })
    if (!window) return progress.sums
    progress = addWindow(progress, window.last, window.rows)
    // Sums of fewer people could reveal what one of them answered.
    if (windows % windowsBetweenStores || progress.people < localFloor) continue
    const reached = progress
    await database.inAccount(accountId, (sql) => storeProgress(sql, accountId, reached))
    log.info({ accountId, people: progress.people }, 'norms: people summed up so far')
  }
}

async function resume({ database, clock, log }: PeopleWalk, accountId: string): Promise<NormProgress> {
  const now = clock()
  const wanted = { form: focusForm.id, version: scoringVersion, since: oldestProgress(now) }
  const stored = await database.inAccount(accountId, (sql) => findProgress(sql, accountId, wanted), {
    readOnly: true,
  })
  if (!stored)
    return {
      beganAt: now,
      form: focusForm.id,
      version: scoringVersion,
      lastProfileId: '',
      people: 0,
      sums: {},
    }
  log.info({ accountId, people: stored.people }, 'norms: continuing where an earlier run ended')
  return stored
}

/** Progress that began earlier is not continued: too many of its people may have changed or left since. */
export function oldestProgress(now: Date): Date {
  return new Date(now.getTime() - progressHours * 3_600_000)
}

function addWindow(
  progress: NormProgress,
  lastProfileId: string,
  rows: readonly (RawSums & { name: string })[],
): NormProgress {
  const sums = { ...progress.sums }
  for (const { name, ...more } of rows) sums[name] = added(sums[name], more)
  return { ...progress, lastProfileId, sums, people: peopleIn(sums) }
}

function added(one: RawSums | undefined, other: RawSums): RawSums {
  if (!one) return other
  return { n: one.n + other.n, sum: one.sum + other.sum, squares: one.squares + other.squares }
}

/** The number of people on the scale with the fewest. */
export function peopleIn(sums: Readonly<Record<string, RawSums>>): number {
  const counts = Object.values(sums).map(({ n }) => n)
  return counts.length === 0 ? 0 : Math.min(...counts)
}
