import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { connect } from './connect.ts'
import { isDataDirHeld } from './lock.ts'
import { allApplied, type Migration, readMigrations } from './migrate.ts'
import { type OpenDatabase, type OpenOptions, openDatabase, ourMigrations } from './open.ts'

export type BesideOptions = OpenOptions & {
  /** Makes the database when there is none; else that is an error. */
  mayCreate: boolean
}

export type DatabaseBeside = Pick<OpenDatabase, 'database' | 'close'> & {
  /** Whether a running service has the database, and keeps it when this process is done. */
  isShared: boolean
}

/**
 * Opens the database for a command of the shell: the one that a running service has open, or, when none runs, the
 * one of the configuration, which is started, brought forward and stopped again by `close`.
 * Throws one plain sentence when it cannot be used.
 */
export async function openBeside(options: BesideOptions): Promise<DatabaseBeside> {
  const dataDir = resolve(options.dataDir)
  const isThere = options.databaseUrl !== undefined || hasData(dataDir)
  for (let attempt = 1; ; attempt++) {
    if (isDataDirHeld(dataDir)) {
      const database = await connectShared(options, dataDir)
      if (database) return { database, close: () => database.close(), isShared: true }
    } else {
      if (!isThere && !options.mayCreate) throw new Error(nothingThere(dataDir))
      try {
        return { ...(await openDatabase(options)), isShared: false }
      } catch (error) {
        // A service may have started in between; then the next round joins it.
        if (!isDataDirHeld(dataDir)) throw error
      }
    }
    if (attempt === attempts)
      throw new Error('The running service has no database that answers. Try again later.')
    await setTimeout(waitMilliseconds)
  }
}

/** A service that is only just starting, for the first time too, gets half a minute. */
const [attempts, waitMilliseconds] = [150, 200]

function hasData(dataDir: string): boolean {
  return ['postgres', 'pglite'].some((name) => existsSync(join(dataDir, name)))
}

function nothingThere(dataDir: string): string {
  return `There is no database in ${dataDir} yet. Set DATA_DIR to the service's, or create an account first.`
}

/** Undefined while the service's database does not answer yet. */
async function connectShared({ databaseUrl, log, migrations }: OpenOptions, dataDir: string) {
  const connection = databaseUrl ? { connectionString: databaseUrl } : findEmbedded(dataDir)
  if (!connection) return undefined
  const applied: readonly Migration[] = await readMigrations(migrations ?? ourMigrations)
  const database = connect({ connection, poolSize: 2, migrated: allApplied(applied), log })
  const ready = await database.ready()
  if (ready.database && ready.migrations) return database
  await database.close()
  if (!ready.database) return undefined
  throw new Error('The running service is of an older version than this command. Restart the service first.')
}

/** How the embedded server of a running service is reached: its own lock file says where it listens. */
function findEmbedded(dataDir: string): pg.ClientConfig | undefined {
  const cluster = join(dataDir, 'postgres')
  if (!existsSync(cluster)) {
    if (!existsSync(join(dataDir, 'pglite'))) return undefined
    throw new Error(
      'The running service keeps its data in PGlite, which only one process can use. Stop the service first.',
    )
  }
  try {
    const [, , , port, socketFolder, address, , state] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
      .split('\n')
      .map((line) => line.trim())
    if (state !== 'ready') return undefined
    const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim()
    return {
      host: socketFolder || address || '127.0.0.1',
      port: Number(port),
      user,
      password,
      database: user,
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    if (code !== 'EACCES') throw error
    throw new Error(`${dataDir} belongs to another user. Run this as the user who started the service.`)
  }
}

/** The embedded cluster has one login and one database, of the same name; see ensureCluster. */
const user = 'timbre'
