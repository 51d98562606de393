import pg from 'pg'
import { databaseAddresses } from '../contract/database-addresses.ts'
import type { DatabaseObserver, TransactionKind } from '../contract/observers.ts'
import { usualPoolSize } from '../contract/pool-size.ts'
import type { Database, Sql, SystemOptions } from '../contract/ports.ts'
import { currentSpan, inSpan } from '../contract/trace.ts'
import { decode } from './decode.ts'
import { ReadOnlyServer } from './errors.ts'
import { openLooks } from './look.ts'
import { createPoolShares, type PoolShare } from './pool-shares.ts'
import { openPrimaryPool } from './primary-pool.ts'
import { watchWrites } from './readiness.ts'
import { createRetryBudget } from './retry-budget.ts'
import { type Committed, inTransaction } from './transaction.ts'
import { steadyNow, timeTransaction } from './work-times.ts'

export type ConnectOptions = {
  /** A `postgres://` address, the settings of `pg`, or those of several servers, of which the primary is used. */
  connection: string | pg.ClientConfig | readonly pg.ClientConfig[]
  /** Maximum number of connections for transactions. One more waits for the disk on behalf of all of them. */
  poolSize?: number
  /**
   * Whether a pooler gives each transaction another connection of the server. Then nothing is left in a session: no
   * settings, no prepared statements, and no proof that a server has not restarted since a commit.
   */
  isPooled?: boolean | undefined
  /** Multiplies every time limit. For tests that are not about time, on slow machines. Default: 1. */
  patience?: number | undefined
  /** Whether accounts may move to another region: then every write asks first whether its account does. */
  refuseMoving?: boolean | undefined
  /** Checks whether every migration has been applied. Part of `look`. */
  migrated?: (sql: Sql) => Promise<boolean>
  observe?: DatabaseObserver | undefined
  /** Called when an idle connection breaks. */
  log?: (message: string, cause: unknown) => void
}

/** Connections of the pool now, and transactions that wait for one. */
export type Connections = { idle: number; used: number; pending: number }

/** How many connections of the server a pool of this size may need, with those that wait for the disk and look at health. */
export function connectionsOf(poolSize: number): number {
  return poolSize + 2
}

/** Opens the pool. Nothing is sent yet: a database that is down shows at the first transaction. */
export function connect(settings: ConnectOptions): Database & { connections: () => Connections } {
  const { poolSize = usualPoolSize, patience = 1, observe, refuseMoving = false, isPooled = false } = settings
  const local = isPooled ? `; ${localSettings(patience)}` : ''
  const servers = serversOf(settings.connection)
  const pool = openPrimaryPool(servers, {
    now: steadyNow,
    open: (server, onIdleLost) =>
      openPool({ ...settings, poolSize, patience }, server, { onIdleLost, mustWrite: servers.length > 1 }),
  })
  const retries = createRetryBudget({
    now: steadyNow,
    random: Math.random,
    deadlineMilliseconds: statementSeconds * 1_000 * patience,
  })
  const shares = createPoolShares(poolSize, { light: 2_000 * patience, heavy: 5_000 * patience })
  const shared = { connect: pool.connect, retries, onRetry: observe?.retried, isPooled }
  const writes = watchWrites()
  const looks = openLooks({
    servers,
    patience,
    isPooled,
    migrated: settings.migrated ?? (async () => true),
    writes,
  })
  /** The share of the pool is free again while the transaction waits for the disk. */
  const acknowledge = async <T>(
    readOnly: boolean,
    share: PoolShare,
    transact: () => Promise<Committed<T>>,
  ): Promise<T> => {
    const times = timeTransaction(observe)
    const stored = async () => {
      const { result, onDisk } = await shares
        .run(share, () => {
          times.start()
          return transact()
        })
        .finally(times.endWait)
      await onDisk()
      const seconds = times.end()
      observe?.transacted(kindOf(readOnly, share), seconds)
      return result
    }
    const span = currentSpan()?.child(kindOf(readOnly, share), { 'db.system.name': 'postgresql' }, 'calls')
    return writes.around(readOnly, inSpan(span, stored))
  }
  const database: Database = {
    inAccount(accountId, work, options = {}) {
      const { readOnly = false, heavy = false, unproven = false } = options
      // The gate has validated the ID. This check keeps anything else from becoming SQL or a second account.
      if (!/^[0-9a-f]{24}$/.test(accountId))
        throw new TypeError('An account id has 24 hexadecimal characters')
      const asks = refuseMoving && !readOnly && !options.evenMoving
      const check = asks ? `; select refuse_writes_while_moving('${accountId}')` : ''
      const opening = `${begin(options)}${local}; set local role timbre_app; set local app.account = '${accountId}'${check}`
      const transact = () => inTransaction(shared, opening, work, options)
      return acknowledge(readOnly, { account: unproven ? 'unproven' : accountId, heavy }, transact)
    },
    inSystem(work, options = {}) {
      const { readOnly = false } = options
      const opening = `${begin(options)}${local}; set local role timbre_system`
      const transact = () => inTransaction(shared, opening, work, options)
      return acknowledge(readOnly, { account: undefined, heavy: false }, transact)
    },
    async flush() {
      const pending = await pool.flushes().join()
      await pending.flush()
    },
    look: looks.look,
    close() {
      looks.close()
      return pool.end()
    },
  }
  return {
    ...database,
    connections() {
      const { idle, total } = pool.counts()
      return { idle, used: total - idle, pending: shares.waiting() }
    },
  }
}

function kindOf(readOnly: boolean, { account }: PoolShare): TransactionKind {
  if (account === undefined) return readOnly ? 'system_read' : 'system_write'
  return readOnly ? 'account_read' : 'account_write'
}

const statementSeconds = 5

type PoolOptions = ConnectOptions & { poolSize: number; patience: number }

type PoolOfServer = {
  onIdleLost: (cause: unknown) => void
  /** One of several servers may be a standby. */
  mustWrite: boolean
}

function openPool(
  { poolSize, patience, isPooled = false, log }: PoolOptions,
  server: pg.ClientConfig,
  { onIdleLost, mustWrite }: PoolOfServer,
): pg.Pool {
  const pool = new pg.Pool({
    ...server,
    pipeline: true,
    types: decode,
    max: poolSize + 1,
    connectionTimeoutMillis: 2_000 * patience,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: 1_800,
    // For a server that hangs and can't enforce its own timeout.
    query_timeout: statementSeconds * 1_000 * patience + 250,
    async onConnect(client) {
      const prepared = isPooled ? undefined : client.query(sessionSettings(patience))
      const reply = mustWrite ? await client.query('show transaction_read_only') : undefined
      await prepared
      if (reply?.rows[0]?.transaction_read_only === 'on') throw new ReadOnlyServer()
    },
  })
  pool.on('error', (error) => {
    if (pool.ending) return
    log?.('A connection to the database was lost', error.message)
    onIdleLost(error)
  })
  // A connection may also break while in use. Its statements report that, but the event needs a handler.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

function serversOf(connection: ConnectOptions['connection']): readonly pg.ClientConfig[] {
  if (typeof connection !== 'string') return 'length' in connection ? connection : [connection]
  return databaseAddresses(connection).map((connectionString) => ({ connectionString }))
}

/**
 * The same for every connection and account. The role is a fail-safe: a statement outside of a transaction would run as
 * timbre_app without an account, and row security shows it nothing.
 */
function sessionSettings(patience: number): string {
  return [
    'deallocate all',
    `set statement_timeout = '${statementSeconds * patience}s'`,
    `set lock_timeout = '${2 * patience}s'`,
    `set idle_in_transaction_session_timeout = '${10 * patience}s'`,
    'set max_parallel_workers_per_gather = 0',
    `set timezone = 'UTC'`,
    'set role timbre_app',
  ].join('; ')
}

/** The same for one transaction. The login of a pooler needs no fail-safe: it owns nothing and inherits nothing. */
function localSettings(patience: number): string {
  return [
    `set local statement_timeout = '${statementSeconds * patience}s'`,
    `set local lock_timeout = '${2 * patience}s'`,
    `set local idle_in_transaction_session_timeout = '${10 * patience}s'`,
    'set local max_parallel_workers_per_gather = 0',
    `set local timezone = 'UTC'`,
  ].join('; ')
}

/** All statements of a read-only transaction see one snapshot, so that a page and its total agree. */
function begin({ readOnly, asyncCommit }: SystemOptions): string {
  if (readOnly) return 'begin isolation level repeatable read, read only'
  return asyncCommit ? 'begin; set local synchronous_commit = off' : 'begin'
}
