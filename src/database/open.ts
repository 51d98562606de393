import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from '../contract/ports.ts'
import { connect } from './connect.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { isDatabaseError } from './errors.ts'
import { guardDatabase } from './guard.ts'
import { findInstallation } from './installation.ts'
import { type DataDirLock, lockDataDir } from './lock.ts'
import { allApplied, migrate, readMigrations } from './migrate.ts'

export type OpenOptions = {
  dataDir: string
  databaseUrl?: string | undefined
  log: (message: string, cause?: unknown) => void
  /** Folder of `NNNN-name.sql`; ours by default. */
  migrations?: string
  /** Called when another process has taken over the data directory. The database is gone then; end the process. */
  onLost?: ((error: Error) => void) | undefined
  /** Takes the last resort although the embedded PostgreSQL would run. */
  forcePglite?: boolean
}

export type OpenDatabase = {
  database: Database
  kind: Kind
  /** Closes the connections, then stops the server if it is ours. */
  close(): Promise<void>
}

type Kind = 'url' | 'embedded' | 'pglite'

/**
 * Opens the database that the configuration asks for and brings it forward: DATABASE_URL, or the embedded
 * PostgreSQL, or PGlite where that cannot run. Nothing else knows which of the three it is.
 * Throws one plain sentence when the data directory is in use, or the database cannot be used.
 */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const server = await startServer(options)
  try {
    const migrations = await readMigrations(options.migrations ?? ourMigrations)
    await migrate(server.connection, migrations)
    const { connection, poolSize } = server
    const pool = connect({ connection, poolSize, migrated: allApplied(migrations), log: options.log })
    const database = guardDatabase(pool, server.lock)
    const close = async () => {
      await Promise.race([database.close(), setTimeout(2_000, undefined, { ref: false })])
      await server.close()
    }
    return { database, kind: server.kind, close }
  } catch (error) {
    await server.close()
    throw error
  }
}

export const ourMigrations = join(import.meta.dirname, '../../migrations')

type Server = {
  kind: Kind
  connection: pg.ClientConfig
  poolSize: number
  lock: DataDirLock
  close(): Promise<void>
}

async function startServer(options: OpenOptions): Promise<Server> {
  const dataDir = resolve(options.dataDir)
  const lock = await lockDataDir(dataDir)
  try {
    const server = options.databaseUrl
      ? await useUrl(options.databaseUrl)
      : await startOwn({ ...options, dataDir })
    lock.onLost((error) => {
      server.kill()
      options.onLost?.(error)
    })
    return { ...server, lock, close: () => server.close().finally(() => lock.release()) }
  } catch (error) {
    lock.release()
    throw error
  }
}

type Own = Omit<Server, 'lock'> & Pick<Embedded, 'kill'>

async function startOwn({ dataDir, log, forcePglite = false }: OpenOptions): Promise<Own> {
  const hasCluster = existsSync(join(dataDir, 'postgres'))
  const hasPglite = existsSync(join(dataDir, 'pglite'))
  const installation = await findInstallation(dataDir)
  if (typeof installation !== 'string' && !forcePglite && (hasCluster || !hasPglite)) {
    return { kind: 'embedded', poolSize: 10, ...(await startEmbedded({ dataDir, installation, log })) }
  }
  const asked = forcePglite ? 'it was asked for' : 'this data directory was made by it'
  const reason = typeof installation === 'string' ? installation : asked
  // An empty database in place of the one that people know would look like loss.
  if (hasCluster && !forcePglite)
    throw new Error(`The database in ${dataDir}/postgres cannot be started: ${reason}.`)
  log(`The data is kept by PGlite because ${reason}. It is a single process and not safe against power loss.`)
  // Loaded only when it is needed: it is large.
  const { startPglite } = await import('./pglite.ts')
  return { kind: 'pglite', poolSize: 1, ...(await startPglite(dataDir)) }
}

/** A server that is only just starting, as under compose, is given half a minute. */
async function useUrl(connectionString: string): Promise<Own> {
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query('show server_version_num')
      if (Number(rows[0].server_version_num) < 150_000) {
        throw new Error('DATABASE_URL names a PostgreSQL older than 15. Use version 15 or newer.')
      }
      return { kind: 'url', connection: { connectionString }, poolSize: 10, close: async () => {}, kill() {} }
    } catch (error) {
      const starting = isDatabaseError(error) ? error.code === '57P03' : isRefusal(error)
      if (!starting || attempt === 30) throw explained(error)
      await setTimeout(1_000)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
}

function explained(error: unknown): Error {
  const reason = error instanceof Error ? error.message || String(error) : String(error)
  return reason.startsWith('DATABASE_URL')
    ? new Error(reason)
    : new Error(`DATABASE_URL cannot be used: ${reason}`, { cause: error })
}
