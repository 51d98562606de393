import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { DatabaseObserver } from '../contract/observers.ts'
import type { ReadReplica, Sql } from '../contract/ports.ts'
import { currentSpan, inSpan } from '../contract/trace.ts'
import { classifyError, DatabaseUnavailable, DataDamaged, isDatabaseError } from './errors.ts'
import type { GroupFlush } from './group-flush.ts'
import { openPool } from './open-pool.ts'
import { connectOutsideTransaction } from './open-reads.ts'
import { createPoolShares } from './pool-shares.ts'
import { nameStatement } from './prepared-statements.ts'
import { createReadReplicaPace } from './read-replica-pace.ts'
import { watchReadReplica } from './read-replica-watch.ts'
import { createRetryBudget } from './retry-budget.ts'
import { inTransaction } from './transaction.ts'
import { timeTransaction } from './work-times.ts'

export type ReadReplicaOptions = {
  server: pg.ClientConfig
  poolSize: number
  patience: number
  /** The opening of a transaction of this account that only reads. */
  openingOf: (accountId: string) => string
  identityOfPrimary: () => Promise<string | undefined>
  /** Writes the primary's log to its disk, so that replicas get all of it. */
  flushPrimary: () => Promise<void>
  now: () => number
  log: (message: string, cause?: unknown) => void
  observe?: DatabaseObserver | undefined
}

export type OpenReadReplica = ReadReplica & {
  /** Undefined while the replica can't be used. */
  lagSeconds(): number | undefined
  close(): Promise<void>
}

/**
 * Reads from a streaming replica (docs/decisions/0169). Nothing is older than what the primary had when the request was
 * authorized there: a read says how far the primary's log had come, and begins only when the replica has replayed that
 * much. The position is asked on the connection that reads, before its snapshot, so it is right behind a balancer too.
 */
export function openReadReplica(options: ReadReplicaOptions): OpenReadReplica {
  const { server, poolSize, patience, openingOf, identityOfPrimary, flushPrimary, now, log, observe } =
    options
  const busy = new Set<pg.PoolClient>()
  const watch = watchReadReplica({ server, patience, identityOfPrimary, log, onAway: stopWaiting })
  const pool = openPool({ poolSize, patience }, server, { onIdleLost: watch.suspect, mustWrite: false })
  const shares = createPoolShares(poolSize, { light: 2_000 * patience, heavy: 5_000 * patience })
  const pace = createReadReplicaPace(now)
  const noRetries = createRetryBudget({ now, random: () => 0, deadlineMilliseconds: 0 })
  /** How far the replica behind each connection has come. It never goes back. */
  const replayed = new WeakMap<pg.PoolClient, bigint>()
  /** How far the primary has come, as far as we know. */
  let furthest = 0n

  function stopWaiting(): void {
    for (const client of busy) client.connection.stream.destroy()
  }

  /** Waits a moment, as long as waiting has helped lately. */
  async function hasReplayed(client: pg.PoolClient, position: bigint): Promise<boolean> {
    if ((replayed.get(client) ?? 0n) >= position) return true
    for (const pause of waits) {
      if (pause > 0) await setTimeout(pause)
      const name = nameStatement(client, replayedStatement)
      const { rows } = await client.query<{ position: string | null }>({ name, text: replayedStatement })
      const found = positionOf(rows[0]?.position)
      replayed.set(client, found)
      if (found >= position) return true
    }
    return false
  }

  async function readFrom<T>(
    client: pg.PoolClient,
    opening: string,
    work: (sql: Sql) => Promise<T>,
  ): Promise<{ value: T }> {
    const connect = async () => ({ client, flushes: noFlushes, failed() {} })
    const { result } = await inTransaction({ connect, retries: noRetries }, opening, work, { readOnly: true })
    return { value: result }
  }

  async function read<T>(
    position: bigint,
    opening: string,
    work: (sql: Sql) => Promise<T>,
  ): Promise<{ value: T } | undefined> {
    // Others may have waited for their turn while it went away.
    if (!watch.isUsable()) return undefined
    const client = await connectOutsideTransaction(pool)
    busy.add(client)
    try {
      const isCurrent = await hasReplayed(client, position).catch((error) => {
        client.release(true)
        throw error
      })
      if (pace.note(isCurrent) === 'stuck') void flushPrimary().catch(() => {})
      if (!isCurrent) {
        client.release()
        observe?.replicaRead('behind')
        return undefined
      }
      const found = await readFrom(client, opening, work)
      observe?.replicaRead('answered')
      return found
    } finally {
      busy.delete(client)
    }
  }

  /** What has already taken long isn't done again: the primary would need as long, and nobody waits for it. */
  function giveBack(error: unknown, began: number): undefined {
    if (!isOfReplica(error) || now() - began > 3_000 * patience) throw error
    observe?.replicaRead('failed')
    watch.suspect()
  }

  return {
    isUsable: () => watch.isUsable() && pace.mayTry(),
    async position(sql) {
      const before = furthest
      const row = await sql.row<{ position: string }>(positionStatement)
      const position = positionOf(row?.position)
      if (position > furthest) furthest = position
      // A failover has lost the end of the log, which the replica may still have.
      return position < before ? 0n : position
    },
    async inAccount(accountId, position, work, { heavy = false }) {
      if (position === 0n) return undefined
      const times = timeTransaction(observe)
      const attributes = { 'db.system.name': 'postgresql', 'timbre.replica': true }
      const span = currentSpan()?.child('account_read', attributes, 'calls')
      const reading = () => {
        times.start()
        const began = now()
        return read(position, openingOf(accountId), work).catch((error) => giveBack(error, began))
      }
      const found = await inSpan(span, () =>
        shares.run({ account: accountId, heavy }, reading).finally(times.endWait),
      )
      const seconds = times.end()
      if (found) observe?.transacted('account_read', seconds)
      return found
    },
    lagSeconds: watch.lagSeconds,
    async close() {
      watch.close()
      stopWaiting()
      await pool.end()
    },
  }
}

/** A standby behind DATABASE_URL answers reads too. What it has replayed is then all there is. */
const positionStatement = `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
  else pg_current_wal_insert_lsn() end::text as position`

/** Null if it isn't a replica any more. */
const replayedStatement =
  'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end::text as position'

/** Milliseconds between the questions how far the replica has come: usually it is a few behind. */
const waits = [0, 2, 5, 10, 20, 40]

/** `16/B374D848`, a log sequence number, as one number. 0 without one. */
function positionOf(text: string | null | undefined): bigint {
  const [, high, low] = /^([0-9A-F]+)\/([0-9A-F]+)$/.exec(text ?? '') ?? []
  return high && low ? (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`) : 0n
}

/** Whether the replica failed, and not the work. */
function isOfReplica(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || error instanceof DataDamaged) return true
  return isDatabaseError(error) || classifyError(error, false) !== 'refused'
}

/** A primary sends only what is on its disk, so nothing that is read here can be undone. */
const noFlushes: GroupFlush = {
  async join() {
    return { async flush() {}, leave() {} }
  },
}
