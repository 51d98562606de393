import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { databaseAddresses } from '../contract/database-addresses.ts'
import type { Migration } from './apply-migration.ts'
import {
  capacityWarnings,
  durabilityWarnings,
  loginWarnings,
  transportWarnings,
} from './connection-warnings.ts'
import { endsEpoch, isDatabaseError, ReadOnlyServer } from './errors.ts'
import { type DatabaseLogin, ensureLogin, grantLogin } from './logins.ts'
import { migrate } from './migrate.ts'
import { refusePooler, requirePlainLogin } from './pooler.ts'
import { refuseCutRestore } from './restore-mark.ts'

export type UrlOptions = {
  /** The login that the service uses. */
  databaseUrl: string
  /** The login that owns the tables, for migrations only. Without it, they run as the service's login. */
  ownerUrl?: string | undefined
  /** Set if DATABASE_URL names a pooler in transaction mode: the address of the server itself, for the same login. */
  directUrl?: string | undefined
  /** A replica, for the warning about its transport. */
  readUrl?: string | undefined
  /** How many connections all instances need. */
  connections?: number | undefined
  /** Multiplies the half minute that a server gets to start. Default: 1. */
  patience?: number | undefined
  log?: ((message: string) => void) | undefined
}

/**
 * Migrates the database of DATABASE_URL and returns warnings about the connection, one line each. Waits up to half a
 * minute for a server that is starting. Throws a one-sentence error if the database can't be used.
 */
export async function prepareDatabaseUrl(
  { databaseUrl, ownerUrl, directUrl, readUrl, connections = 0, patience = 1, log = () => {} }: UrlOptions,
  migrations: readonly Migration[],
): Promise<string[]> {
  const attempts = Math.ceil(startingSeconds * patience)
  if (ownerUrl) {
    const grant = async (client: pg.Client, connectionString: string) => {
      await refuseCutRestore(client)
      await migrate({ connectionString }, migrations, { log, reader: client })
      await grantLogin(client, loginOf(databaseUrl))
    }
    await withClient('DATABASE_OWNER_URL', ownerUrl, grant, attempts)
  }
  const prepare = async (client: pg.Client, connectionString: string) => {
    // First: behind a pooler, whatever else is asked may be answered in the role that another client has left.
    if (!directUrl) await refusePooler(client, connectionString)
    await refuseCutRestore(client)
    if (!ownerUrl) await migrate({ connectionString }, migrations, { log, reader: client })
    if (directUrl) await requirePlainLogin(client)
    const ownerWarnings = ownerUrl ? transportWarnings('DATABASE_OWNER_URL', ownerUrl) : []
    return [
      ...(await loginWarnings(client)),
      ...(await durabilityWarnings(client)),
      ...(await capacityWarnings(client, connections)),
      ...transportWarnings('DATABASE_URL', databaseUrl),
      ...(readUrl ? transportWarnings('DATABASE_READ_URL', readUrl) : []),
      ...ownerWarnings,
    ]
  }
  return directUrl
    ? withClient('DATABASE_DIRECT_URL', directUrl, prepare, attempts)
    : withClient('DATABASE_URL', databaseUrl, prepare, attempts)
}

/**
 * For the command that prepares a database before the service starts: runs the migrations and creates the logins, or
 * sets the passwords of these URLs. Returns the names of the migrations that ran.
 */
export async function prepareLogins(
  {
    databaseUrl,
    ownerUrl,
    backupUrl,
    log = () => {},
  }: {
    databaseUrl: string
    ownerUrl: string
    backupUrl?: string | undefined
    log?: (message: string) => void
  },
  migrations: readonly Migration[],
): Promise<string[]> {
  const owner = loginOf(ownerUrl).user
  for (const url of [databaseUrl, backupUrl]) {
    if (url && loginOf(url).user === owner)
      throw new Error(`${owner} owns the tables; give the other addresses logins of their own.`)
  }
  return withClient('DATABASE_OWNER_URL', ownerUrl, async (client, connectionString) => {
    await refuseCutRestore(client)
    const applied = await migrate({ connectionString }, migrations, { log, reader: client })
    await ensureLogin(client, 'runtime', loginOf(databaseUrl))
    if (backupUrl) await ensureLogin(client, 'backup', loginOf(backupUrl))
    return applied
  })
}

function loginOf(address: string): DatabaseLogin {
  const [first = ''] = databaseAddresses(address)
  const { username, password } = new URL(first)
  return { user: decodeURIComponent(username), password: decodeURIComponent(password) }
}

/** How long to wait for a server that is still starting, as under compose. */
const startingSeconds = 30

/** Tries to connect once per second, to each server of the address in turn. */
async function withClient<T>(
  setting: string,
  address: string,
  work: (client: pg.Client, connectionString: string) => Promise<T>,
  attempts = startingSeconds,
): Promise<T> {
  const servers = databaseAddresses(address)
  for (let attempt = 1; ; attempt++) {
    const connectionString = servers[(attempt - 1) % servers.length] as string
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      if (servers.length > 1) await refuseStandby(client)
      const { rows } = await client.query('show server_version_num')
      if (Number(rows[0].server_version_num) < 150_000) {
        throw new Error(`${setting} names a PostgreSQL older than 15. Use version 15 or newer.`)
      }
      return await work(client, connectionString)
    } catch (error) {
      const starting = isDatabaseError(error) ? error.code === '57P03' : isRefusal(error)
      // Of several servers, another one may do.
      const isOther = error instanceof ReadOnlyServer || (servers.length > 1 && endsEpoch(error))
      if (!(starting || isOther) || attempt >= attempts * servers.length)
        throw connectionError(setting, error)
      if (attempt % servers.length === 0) await setTimeout(1_000)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

async function refuseStandby(client: pg.Client): Promise<void> {
  const { rows } = await client.query('show transaction_read_only')
  if (rows[0]?.transaction_read_only === 'on') throw new ReadOnlyServer()
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
}

function connectionError(setting: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message || String(error) : String(error)
  return /^(DATABASE_|The |With )/.test(reason)
    ? new Error(reason, { cause: error })
    : new Error(`${setting} cannot be used: ${reason}`, { cause: error })
}
