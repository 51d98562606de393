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
/** People whose scores are added up in one statement: some hundredths of a second each. */
const peopleAtOnce = 1_000
const maxAgeDays = 30

/**
 * Makes the local norms that are due, over all accounts. Each account has transactions of its own, so a failure of
 * one leaves the others alone, and none is held while another works. Ends early once the signal is given.
 */
export async function renewNorms(renewal: NormRenewal, signal: AbortSignal): Promise<void> {
  let last = ''
  while (!signal.aborted) {
    const list = (sql: Sql) => listNormAccounts(sql, last, accountsAtOnce)
    const accounts = await renewal.database.inSystem(list, { readOnly: true })
    for (const accountId of accounts) {
      if (signal.aborted) return
      await renewNorm(renewal, accountId, signal).catch((error: unknown) =>
        renewal.log.warn({ accountId, err: error }, 'norms: could not renew one; tried again later'),
      )
    }
    if (accounts.length < accountsAtOnce) return
    last = accounts.at(-1) ?? last
  }
}

/** Makes the account's norm anew where that is due, and ends it where too few people are left. */
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
  // People came and went meanwhile; what was added up is what counts.
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
 * Adds the norm behind the one that stood when the work began, unless another process was quicker. As many people may
 * be there twice in a day, with fewer in between: then the id is taken, and a number behind it tells both apart.
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

/** More than there are sweeps in a day. */
const maxNormsPerDay = 50

/**
 * A norm is made anew when a tenth more or fewer people are there, after thirty days, and when the form or the
 * general norm is another one; it ends as soon as it is seen that too few are left.
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

/** Window after window, each in a short transaction of its own; what is kept is a sum for each scale. */
async function sumPeople(
  database: Database,
  accountId: string,
  signal: AbortSignal,
): Promise<Record<string, RawSums>> {
  const sums: Record<string, RawSums> = {}
  for (let position: string | undefined = ''; position !== undefined && !signal.aborted; ) {
    const after: string = position
    const look = async (sql: Sql) => {
      const last = await endOfWindow(sql, accountId, after, peopleAtOnce)
      return last === undefined
        ? { rows: [] }
        : { last, rows: await sumRawScores(sql, accountId, focusForm.id, after, last) }
    }
    const found = await database.inAccount(accountId, look, { readOnly: true })
    for (const { name, ...more } of found.rows) sums[name] = added(sums[name], more)
    position = found.last
  }
  return sums
}

function added(one: RawSums | undefined, other: RawSums): RawSums {
  if (!one) return other
  return { n: one.n + other.n, sum: one.sum + other.sum, squares: one.squares + other.squares }
}

/** Tells accounts, sizes and days apart; the number in the middle says nothing of the account. */
function idOf(accountId: string, n: number, now: Date): string {
  const account = fnv1a(accountId).toString(16).padStart(8, '0')
  return `local-${account}-${n}-${now.toISOString().slice(0, 10)}`
}
