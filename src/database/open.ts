import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { DatabaseObserver } from '../contract/observers.ts'
import { usualPoolSize } from '../contract/pool-size.ts'
import type { Database } from '../contract/ports.ts'
import type { Migration } from './apply-migration.ts'
import { type Connections, connect, connectionsOf } from './connect.ts'
import { type DataDirLock, lockDataDir } from './data-dir-lock.ts'
import { prepareDatabaseUrl, type UrlOptions } from './database-url.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { guardDatabase } from './guarded-database.ts'
import { ensureEmbeddedLogins } from './logins.ts'
import { allApplied, migrate, readMigrations } from './migrate.ts'
import { findPostgresInstallation } from './postgres-installation.ts'

export type OpenDatabaseOptions = {
  dataDir: string
  databaseUrl?: string | undefined
  /** The login that owns the tables, for migrations only. */
  databaseOwnerUrl?: string | undefined
  /** The server itself, if DATABASE_URL names a pooler in transaction mode. */
  databaseDirectUrl?: string | undefined
  /** A streaming replica of DATABASE_URL, which answers what only reads. */
  databaseReadUrl?: string | undefined
  /** Connections to DATABASE_URL for transactions. Default: 10. */
  databasePool?: number | undefined
  /** How many instances use the server, for the check of its connections. Default: 1. */
  instances?: number | undefined
  /** No other process can use the data directory, so it isn't locked. For tests with DATABASE_URL. */
  hasOwnDataDir?: boolean | undefined
  /** Whether the embedded server archives its write-ahead log. */
  archiveLog?: boolean | undefined
  log: (message: string, cause?: unknown) => void
  /** Whether accounts may move to another region. */
  refuseMoving?: boolean | undefined
  /** Folder with `NNNN-name.sql`. Default: ours. */
  migrations?: string
  /** Multiplies the time limits of connections, locks and statements. Default: 1. */
  patience?: number | undefined
  observe?: DatabaseObserver | undefined
  /** Called when another process has taken over the data directory. The database is closed then; end the process. */
  onLost?: ((error: Error) => void) | undefined
}

export type OpenDatabase = {
  database: Database
  kind: DatabaseKind
  /** Warnings about an unsafe connection, one line each. They are logged as well. */
  warnings: readonly string[]
  /** Name of the newest migration that is applied, such as `0022-norm-progress`. */
  newestMigration: string | undefined
  connections: () => Connections
  /** How far the replica is behind, in seconds; itself undefined without a replica. */
  replicaLag: (() => number | undefined) | undefined
  poolSize: number
  /** Closes the connections, then stops the server if it is ours. */
  close(): Promise<void>
}

type DatabaseKind = 'url' | 'embedded'

/**
 * Opens the configured database, DATABASE_URL or else the embedded PostgreSQL, and applies the migrations. Both behave
 * the same to callers.
 * Throws a one-sentence error if the data directory is in use or the database can't be used.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const server = await startServer(options)
  try {
    const migrations = await readMigrations(options.migrations ?? migrationsFolder)
    const { poolSize } = server
    const { connection, warnings } = await server.prepare(migrations)
    for (const warning of warnings) options.log(warning)
    const { log, patience, observe, refuseMoving } = options
    const migrated = allApplied(migrations)
    const isPooled = options.databaseUrl !== undefined && options.databaseDirectUrl !== undefined
    const readReplica = options.databaseReadUrl ? { connectionString: options.databaseReadUrl } : undefined
    const pool = connect({
      connection,
      readReplica,
      poolSize,
      isPooled,
      migrated,
      log,
      patience,
      observe,
      refuseMoving,
    })
    const { connections } = pool
    const replicaLag = pool.readReplica?.lagSeconds
    const database = guardDatabase(pool, server.lock)
    const close = async () => {
      await Promise.race([database.close(), setTimeout(2_000, undefined, { ref: false })])
      await server.close()
    }
    return {
      database,
      kind: server.kind,
      warnings,
      newestMigration: migrations.at(-1)?.name.replace('.sql', ''),
      connections,
      replicaLag,
      poolSize,
      close,
    }
  } catch (error) {
    await server.close()
    throw error
  }
}

export const migrationsFolder = join(import.meta.dirname, '../../migrations')

type LockedDatabaseServer = {
  kind: DatabaseKind
  poolSize: number
  /** Applies migrations as the owner of the tables, and returns the connection for the service. */
  prepare(
    migrations: readonly Migration[],
  ): Promise<{ connection: pg.ClientConfig | string; warnings: string[] }>
  lock: DataDirLock
  close(): Promise<void>
}

async function startServer(options: OpenDatabaseOptions): Promise<LockedDatabaseServer> {
  const dataDir = resolve(options.dataDir)
  const lock = options.hasOwnDataDir
    ? noLock
    : await lockDataDir(dataDir, 'timbre.lock', () =>
        options.log(
          'A service on another machine or in another container last used the data directory; waiting for its heartbeat',
        ),
      )
  try {
    const {
      databaseUrl,
      databaseOwnerUrl: ownerUrl,
      databaseDirectUrl: directUrl,
      databaseReadUrl: readUrl,
    } = options
    const server = databaseUrl
      ? useUrl({ ...options, databaseUrl, ownerUrl, directUrl, readUrl })
      : await startUnlocked({ ...options, dataDir }, lock)
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

const noLock: DataDirLock = {
  release() {},
  hasFileLock: false,
  isStale: () => false,
  async verify() {},
  onLost() {},
}

type DatabaseServer = Omit<LockedDatabaseServer, 'lock'> & Pick<Embedded, 'kill'>

async function startUnlocked(options: OpenDatabaseOptions, { verify }: DataDirLock): Promise<DatabaseServer> {
  const { dataDir, archiveLog, log } = options
  // An empty database instead of the existing one would look like data loss.
  if (!existsSync(join(dataDir, 'postgres')) && existsSync(join(dataDir, 'pglite')))
    throw new Error(pgliteData)
  const installation = await findPostgresInstallation(dataDir)
  if (typeof installation === 'string')
    throw new Error(
      `The embedded PostgreSQL cannot run: ${installation}, or set DATABASE_URL to a PostgreSQL of your own.`,
    )
  const embedded = await startEmbedded({ dataDir, installation, archiveLog, log, verifyOwnership: verify })
  const { connection: owner, ...server } = embedded
  const prepare = async (migrations: readonly Migration[]) => {
    const connection = await ensureEmbeddedLogins(dataDir, owner)
    await migrate(owner, migrations, { log })
    return { connection, warnings: [] }
  }
  return { kind: 'embedded', poolSize: usualPoolSize, prepare, ...server }
}

const pgliteData =
  'The data directory was made with PGlite, which Timbre no longer includes. ' +
  'docs/self-hosting.md ("From PGlite to PostgreSQL") shows how to keep its data. For a new start, set DATA_DIR to another directory.'

function useUrl({
  databaseUrl,
  ownerUrl,
  directUrl,
  readUrl,
  databasePool = usualPoolSize,
  instances = 1,
  patience,
  log,
}: UrlOptions & Pick<OpenDatabaseOptions, 'databasePool' | 'instances'>): DatabaseServer {
  const connections = instances * connectionsOf(databasePool)
  const prepare = async (migrations: readonly Migration[]) => ({
    connection: databaseUrl,
    warnings: await prepareDatabaseUrl(
      { databaseUrl, ownerUrl, directUrl, readUrl, connections, patience, log },
      migrations,
    ),
  })
  return { kind: 'url', poolSize: databasePool, prepare, close: async () => {}, kill() {} }
}
