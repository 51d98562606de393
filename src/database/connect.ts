import type pg from 'pg'
import { databaseAddresses } from '../contract/database-addresses.ts'
import type { DatabaseObserver, TransactionKind } from '../contract/observers.ts'
import { usualPoolSize } from '../contract/pool-size.ts'
import type { Database, Sql, SystemOptions } from '../contract/ports.ts'
import { currentSpan, inSpan } from '../contract/trace.ts'
import { openLooks } from './look.ts'
import { localSettings, openPool, statementSeconds } from './open-pool.ts'
import { createPoolShares, type PoolShare } from './pool-shares.ts'
import { openPrimaryPool } from './primary-pool.ts'
import { type OpenReadReplica, openReadReplica } from './read-replica.ts'
import { identityStatement } from './read-replica-watch.ts'
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
  /** A streaming replica of the database, which may answer what only reads. */
  readReplica?: pg.ClientConfig | undefined
  /** Called when an idle connection breaks, and when the replica can't be used. */
  log?: (message: string, cause?: unknown) => void
}

/** Connections of the pool now, and transactions that wait for one. */
export type Connections = { idle: number; used: number; pending: number }

/** How many connections of the server a pool of this size may need, with those that wait for the disk and look at health. */
export function connectionsOf(poolSize: number): number {
  return poolSize + 2
}

export type ConnectedDatabase = Database & {
  connections: () => Connections
  /** Undefined without a replica. */
  readReplica: OpenReadReplica | undefined
}

/** Opens the pool. Nothing is sent yet: a database that is down shows at the first transaction. */
export function connect(settings: ConnectOptions): ConnectedDatabase {
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
      const inAccount = inAccountOf(accountId)
      const asks = refuseMoving && !readOnly && !options.evenMoving
      const check = asks ? `; select refuse_writes_while_moving('${accountId}')` : ''
      const opening = `${begin(options)}${local}; ${inAccount}${check}`
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
    async close() {
      looks.close()
      await Promise.all([readReplica?.close(), pool.end()])
    },
  }
  const readReplica =
    settings.readReplica &&
    openReadReplica({
      server: settings.readReplica,
      poolSize,
      patience,
      openingOf: (accountId) => `${begin({ readOnly: true })}; ${inAccountOf(accountId)}`,
      async identityOfPrimary() {
        const readIdentity = (sql: Sql) => sql.row<{ identity: string }>(identityStatement)
        return (await database.inSystem(readIdentity, { readOnly: true }))?.identity
      },
      flushPrimary: database.flush,
      now: steadyNow,
      log: settings.log ?? (() => {}),
      observe,
    })
  return {
    ...database,
    readReplica,
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

function serversOf(connection: ConnectOptions['connection']): readonly pg.ClientConfig[] {
  if (typeof connection !== 'string') return 'length' in connection ? connection : [connection]
  return databaseAddresses(connection).map((connectionString) => ({ connectionString }))
}

/** Row security shows this account only. */
function inAccountOf(accountId: string): string {
  // The gate has validated the ID. This check keeps anything else from becoming SQL or a second account.
  if (!/^[0-9a-f]{24}$/.test(accountId)) throw new TypeError('An account id has 24 hexadecimal characters')
  return `set local role timbre_app; set local app.account = '${accountId}'`
}

/** All statements of a read-only transaction see one snapshot, so that a page and its total agree. */
function begin({ readOnly, asyncCommit }: SystemOptions): string {
  if (readOnly) return 'begin isolation level repeatable read, read only'
  return asyncCommit ? 'begin; set local synchronous_commit = off' : 'begin'
}
