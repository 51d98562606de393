import { focusForm } from '../../content/forms.ts'
import { focusNorm } from '../../content/norms.ts'
import type { Clock, Database, Sql } from '../../contract/ports.ts'
import { fnv1a } from '../../scoring/hash.ts'
import { localCells, localFloor, localWeights, type RawSums } from '../../scoring/local-norm.ts'
import { scoringVersion } from '../../scoring/score.ts'
import {
  countUsableResults,
  endOfWindow,
  findNewestNorm,
  insertNorm,
  listNormAccounts,
  type NewNorm,
  type StoredNorm,
  sumRawScores,
} from './store.ts'

export type NormRenewal = {
  database: Database
  clock: Clock
  log: { warn(fields: object, message: string): void }
}

const accountsAtOnce = 100
/** People summed up per statement: a few hundredths of a second each. */
const peoplePerWindow = 1_000
const maxAgeDays = 30

/**
 * Computes the local norms that are due, for all accounts. Each account has its own short transactions, so a failure of
 * one doesn't affect the others, and none is open while another runs. Stops early once the signal is aborted.
 */
export async function renewNorms(renewal: NormRenewal, signal: AbortSignal): Promise<void> {
  let last = ''
  while (!signal.aborted) {
    const list = (sql: Sql) => listNormAccounts(sql, last, accountsAtOnce)
    const accounts = await renewal.database.inSystem(list, { readOnly: true })
    for (const accountId of accounts) {
      if (signal.aborted) return
      await renewNorm(renewal, accountId, signal).catch((error: unknown) =>
        renewal.log.warn({ accountId, err: error }, 'norms: could not renew one, will retry'),
      )
    }
    if (accounts.length < accountsAtOnce) return
    last = accounts.at(-1) ?? last
  }
}

/** Computes the account's norm if due, and ends it if too few people are left. */
async function renewNorm(
  { database, clock }: NormRenewal,
  accountId: string,
  signal: AbortSignal,
): Promise<void> {
  const now = clock()
  const look = async (sql: Sql) => ({
    current: await findNewestNorm(sql, accountId),
    n: await countUsableResults(sql, accountId, focusForm.id),
  })
  const { current, n } = await database.inAccount(accountId, look, { readOnly: true })
  if (!isNormDue(current, n, now)) return
  const sums = n < localFloor ? {} : await sumPeople(database, accountId, signal)
  if (signal.aborted) return
  // The number of people may have changed meanwhile; the counts of the sums are what matters.
  const counted = n < localFloor ? n : Math.min(...Object.values(sums).map((one) => one.n))
  const isEnough = Number.isFinite(counted) && counted >= localFloor
  if (!isEnough && !current?.cells) return
  const norm: NewNorm = {
    id: idOf(accountId, isEnough ? counted : Math.min(n, localFloor - 1), now),
    createdAt: now,
    n: isEnough ? counted : Math.min(n, localFloor - 1),
    form: focusForm.id,
    version: scoringVersion,
    generalNorm: focusNorm.id,
    weights: localWeights,
    cells: isEnough ? localCells(sums, focusForm, focusNorm) : null,
  }
  await database.inAccount(accountId, (sql) => insertIfUnchanged(sql, accountId, norm, current))
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

/** Reads window after window, each in its own short transaction, and keeps only a sum per scale. */
async function sumPeople(
  database: Database,
  accountId: string,
  signal: AbortSignal,
): Promise<Record<string, RawSums>> {
  const sums: Record<string, RawSums> = {}
  for (let position: string | undefined = ''; position !== undefined && !signal.aborted; ) {
    const after: string = position
    const look = async (sql: Sql) => {
      const last = await endOfWindow(sql, accountId, after, peoplePerWindow)
      return last === undefined
        ? { rows: [] }
        : { last, rows: await sumRawScores(sql, accountId, focusForm.id, after, last) }
    }
    const window = await database.inAccount(accountId, look, { readOnly: true })
    for (const { name, ...more } of window.rows) sums[name] = added(sums[name], more)
    position = window.last
  }
  return sums
}

function added(one: RawSums | undefined, other: RawSums): RawSums {
  if (!one) return other
  return { n: one.n + other.n, sum: one.sum + other.sum, squares: one.squares + other.squares }
}

/** Distinguishes accounts, sizes and days. The number in the middle reveals nothing about the account. */
function idOf(accountId: string, n: number, now: Date): string {
  const account = fnv1a(accountId).toString(16).padStart(8, '0')
  return `local-${account}-${n}-${now.toISOString().slice(0, 10)}`
}
