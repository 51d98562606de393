import { focusForm } from '../../content/forms.ts'
import { focusNorm } from '../../content/norms.ts'
import type { Clock, Database, Sql } from '../../contract/ports.ts'
import { scoringVersion } from '../../scoring/edition.ts'
import { fnv1a } from '../../scoring/hash.ts'
import { localCells, localFloor, localWeights } from '../../scoring/local-norm.ts'
import { eachAccount } from '../account/each-account.ts'
import { removeOutdatedProgress, removeProgress } from './progress-store.ts'
import { findNewestNorm, insertNorm, listNormAccounts, type NewNorm, type StoredNorm } from './store.ts'
import {
  countPeople,
  oldestProgress,
  peopleIn,
  sumPeople,
  type WindowSizes,
  windowSizes,
} from './walk-people.ts'

export type NormRenewal = {
  database: Database
  clock: Clock
  log: Record<'info' | 'warn', (fields: object, message: string) => void>
  /** Smaller in tests. */
  sizes?: WindowSizes
}

const maxAgeDays = 30

/**
 * Computes the local norms that are due, for all accounts. Each account has its own short transactions, so a failure of
 * one doesn't affect the others, and none is open while another runs. Stops early once the signal is aborted.
 */
export async function renewNorms(renewal: NormRenewal, signal: AbortSignal): Promise<void> {
  const outdated = oldestProgress(renewal.clock())
  await renewal.database.inSystem((sql) => removeOutdatedProgress(sql, outdated))
  await eachAccount(
    { ...renewal, failure: 'norms: could not renew one, will retry', list: listNormAccounts },
    (accountId) => renewNorm(renewal, accountId, signal),
    signal,
  )
}

/** Computes the account's norm if due, and ends it if too few people are left. */
async function renewNorm(renewal: NormRenewal, accountId: string, signal: AbortSignal): Promise<void> {
  const { database, clock, sizes = windowSizes } = renewal
  const walk = { ...renewal, sizes }
  const now = clock()
  const current = await database.inAccount(accountId, (sql) => findNewestNorm(sql, accountId), {
    readOnly: true,
  })
  // If any number from the floor on makes it due, the exact one comes with the sums.
  const enough = isNormDue(current, Math.max(current?.n ?? 0, localFloor), now) ? localFloor : Infinity
  const n = await countPeople(walk, accountId, enough, signal)
  if (n === undefined || !isNormDue(current, n, now)) return
  const sums = n < localFloor ? {} : await sumPeople(walk, accountId, signal)
  if (!sums) return
  // The number of people may have changed meanwhile; the counts of the sums are what matters.
  const counted = n < localFloor ? n : peopleIn(sums)
  const isEnough = counted >= localFloor
  if (!isEnough && !current?.cells) return
  const norm: NewNorm = {
    id: idOf(accountId, counted, now),
    createdAt: now,
    n: counted,
    form: focusForm.id,
    version: scoringVersion,
    generalNorm: focusNorm.id,
    weights: localWeights,
    cells: isEnough ? localCells(sums, focusForm, focusNorm) : null,
  }
  await database.inAccount(accountId, async (sql) => {
    await insertIfUnchanged(sql, accountId, norm, current)
    await removeProgress(sql, accountId)
  })
  renewal.log.info({ accountId, people: counted }, 'norms: renewed one')
}

/**
 * Inserts the norm after the one that was current when the work began, unless another process was faster. The same
 * number of people may occur twice in a day, with fewer in between: then the id is taken, and a suffix distinguishes
 * them.
 */
async function insertIfUnchanged(
  sql: Sql,
  accountId: string,
  norm: NewNorm,
  previous: StoredNorm | undefined,
) {
  for (let turn = 1; turn <= maxNormsPerDay; turn++) {
    if ((await findNewestNorm(sql, accountId))?.id !== previous?.id) return
    if (await insertNorm(sql, accountId, { ...norm, id: turn === 1 ? norm.id : `${norm.id}-${turn}` })) return
  }
}

/** More than the sweeps of a day. */
const maxNormsPerDay = 50

/**
 * A norm is due again if the number of people changed by a tenth, after thirty days, and if the form or the general
 * norm changed. It ends as soon as too few people are left.
 */
export function isNormDue(
  current: Pick<StoredNorm, 'n' | 'createdAt' | 'form' | 'generalNorm' | 'cells'> | undefined,
  n: number,
  now: Date,
): boolean {
  if (n < localFloor) return current?.cells != null
  if (!current?.cells || current.form !== focusForm.id || current.generalNorm !== focusNorm.id) return true
  if (Math.abs(n - current.n) * 10 >= current.n) return true
  return now.getTime() - Date.parse(current.createdAt) >= maxAgeDays * 86_400_000
}

/** Distinguishes accounts, sizes and days. The number in the middle reveals nothing about the account. */
function idOf(accountId: string, n: number, now: Date): string {
  const account = fnv1a(accountId).toString(16).padStart(8, '0')
  return `local-${account}-${n}-${now.toISOString().slice(0, 10)}`
}
