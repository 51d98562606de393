import pg from 'pg'
import { decode } from './decode.ts'
import { ReadOnlyServer } from './errors.ts'

/** How long a statement may take. */
export const statementSeconds = 5

export type PoolOptions = {
  /** Connections for transactions. One more waits for the disk on behalf of all of them. */
  poolSize: number
  /** Multiplies every time limit. */
  patience: number
  /** Whether a pooler gives each transaction another connection of the server. */
  isPooled?: boolean | undefined
  /** Called when an idle connection breaks. */
  log?: ((message: string, cause: unknown) => void) | undefined
}

type PoolOfServer = {
  onIdleLost: (cause: unknown) => void
  /** One of several servers may be a standby. */
  mustWrite: boolean
}

/** Opens a pool of connections with our settings. Nothing is sent yet. */
export function openPool(
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
export function localSettings(patience: number): string {
  return [
    `set local statement_timeout = '${statementSeconds * patience}s'`,
    `set local lock_timeout = '${2 * patience}s'`,
    `set local idle_in_transaction_session_timeout = '${10 * patience}s'`,
    'set local max_parallel_workers_per_gather = 0',
    `set local timezone = 'UTC'`,
  ].join('; ')
}
