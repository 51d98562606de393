import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { type BlockingSession, describeSession, watchBlocking } from './blocking-session.ts'
import { isDatabaseError } from './errors.ts'
import { hideFromCoaches } from './hidden-tables.ts'
import {
  builtIndex,
  changesCoachPolicy,
  createdPolicy,
  oldestServed,
  runsConcurrently,
  statementsOf,
} from './migration-text.ts'

export type Migration = { name: string; sha256: string; text: string }

export type MigrationLimits = {
  /**
   * Milliseconds that a statement waits for a lock. Requests for the same table wait behind it, themselves for 2 s at
   * most. One second leaves them time, also behind a second table.
   */
  lock: number
  /** Milliseconds before a file is tried again. Later pauses are longer, up to five times. */
  pause: number
  /** Milliseconds after which a file that doesn't get its locks is given up. */
  giveUp: number
}

export const usualLimits: MigrationLimits = { lock: 1_000, pause: 2_000, giveUp: 300_000 }

export type Migrating = {
  client: pg.Client
  connection: pg.ClientConfig
  limits: MigrationLimits
  log: (message: string) => void
}

/** Runs a migration and records it. Throws if it fails, or if it doesn't get its locks within the limit. */
export async function applyMigration(migrating: Migrating, migration: Migration): Promise<void> {
  const run = runsConcurrently(migration.text) ? runConcurrently : runInTransaction
  try {
    await withLocks(migrating, `The migration ${migration.name}`, () => run(migrating, migration))
  } catch (error) {
    if (error instanceof LocksNotGranted) throw error
    throw new Error(`The migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
  }
}

class LocksNotGranted extends Error {}

/** Tries again with pauses while `work` doesn't get its locks, and logs each session that is in the way. */
export async function withLocks<T>(
  { client, connection, limits, log }: Migrating,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const over = AbortSignal.timeout(limits.giveUp)
  const pid = await pidOf(client)
  let blocking: BlockingSession | undefined
  const onBlocked = (session: BlockingSession) => {
    if (session.pid !== blocking?.pid)
      log(`${name} waits for ${describeSession(session)} and is tried again for ${spanOf(limits.giveUp)}`)
    blocking = session
  }
  const watched = { connection, pid, everyMilliseconds: limits.lock / 2 }
  for (let pause = limits.pause; ; pause = Math.min(pause * 1.5, limits.pause * 5)) {
    try {
      return await watchBlocking(watched, onBlocked, work)
    } catch (error) {
      if (!isLockNotGranted(error)) throw error
      if (over.aborted) throw new LocksNotGranted(adviceFor(name, limits, blocking), { cause: error })
      await setTimeout(pause)
    }
  }
}

function adviceFor(name: string, { giveUp }: MigrationLimits, blocking: BlockingSession | undefined): string {
  const given = `${name} did not get its locks within ${spanOf(giveUp)}`
  return blocking
    ? `${given}: ${describeSession(blocking)} is in the way. Let it end, or end it with select pg_terminate_backend(${blocking.pid}), and start again.`
    : `${given}. Start again when the database is less busy.`
}

function spanOf(milliseconds: number): string {
  return milliseconds < 60_000 ? `${milliseconds / 1_000} s` : `${milliseconds / 60_000} min`
}

/** Lock timeout and deadlock. */
function isLockNotGranted(error: unknown): boolean {
  return isDatabaseError(error) && (error.code === '55P03' || error.code === '40P01')
}

async function pidOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

const firstAfterCoaches = '0069'

async function runInTransaction(migrating: Migrating, migration: Migration): Promise<void> {
  await inLimitedTransaction(migrating, async () => {
    await migrating.client.query(migration.text)
    // Before 0068 the tables of earlier versions have no policy yet; it adds them one by one.
    if (migration.name > firstAfterCoaches) await hideFromCoaches(migrating.client, 'of this transaction')
    await record(migrating.client, migration)
  })
}

/** A transaction in which each statement waits for locks as long as `limits.lock`. */
export async function inLimitedTransaction<T>(
  { client, limits }: Migrating,
  work: () => Promise<T>,
): Promise<T> {
  await client.query(`begin; set local lock_timeout = ${limits.lock}; set local statement_timeout = 0`)
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/**
 * Nobody waits behind these statements, so they wait for all of the time; only for a policy requests wait, so it waits
 * as long as in a transaction. A build that was interrupted leaves an index that isn't valid, which is written at
 * each change and used by nothing.
 */
async function runConcurrently({ client, limits }: Migrating, migration: Migration): Promise<void> {
  await client.query('set statement_timeout = 0')
  // Some systems can't notice that a client has gone.
  await client.query('set client_connection_check_interval = 2000').catch(() => {})
  for (const statement of statementsOf(migration.text)) {
    const policy = createdPolicy(statement)
    if (policy && (await hasPolicy(client, policy))) continue
    const isPolicy = policy !== undefined || changesCoachPolicy(statement)
    await client.query(`set lock_timeout = ${isPolicy ? limits.lock : limits.giveUp}`)
    const index = builtIndex(statement)
    if (index !== undefined && (await isInvalid(client, index)))
      await client.query(`drop index concurrently if exists ${index}`)
    await client.query(statement)
  }
  await record(client, migration)
}

async function hasPolicy(
  client: pg.Client,
  { name, table }: { name: string; table: string },
): Promise<boolean> {
  const { rows } = await client.query(
    'select 1 from pg_policy where polrelid = to_regclass($1) and polname = $2',
    [table, name],
  )
  return rows.length > 0
}

async function isInvalid(client: pg.Client, index: string): Promise<boolean> {
  const { rows } = await client.query(
    'select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  return rows.length > 0
}

async function record(client: pg.Client, { name, sha256, text }: Migration): Promise<void> {
  await client.query('insert into migration (name, sha256, oldest_served) values ($1, $2, $3)', [
    name,
    sha256,
    oldestServed(text) ?? null,
  ])
}
