import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { connect } from './connect.ts'
import { type DataDirLock, isDataDirHeld, lockDataDir } from './data-dir-lock.ts'
import { embeddedLogin } from './logins.ts'
import { allApplied, readMigrations } from './migrate.ts'
import { migrationsFolder, type OpenDatabase, type OpenDatabaseOptions, openDatabase } from './open.ts'

export type CliConnectionOptions = OpenDatabaseOptions & {
  /** Makes the database when there is none; else that is an error. */
  mayCreate: boolean
}

export type CliConnection = Pick<OpenDatabase, 'database' | 'close'>

/**
 * Opens the database for a command of the shell: the one that a running service has open, or, when none runs, the
 * one of the configuration, which is started, brought forward and stopped again by `close`. Commands that find no
 * service take turns, because one that joined another would lose the database when that one ends.
 * Throws one plain sentence when it cannot be used.
 */
export async function openCliConnection(options: CliConnectionOptions): Promise<CliConnection> {
  const dataDir = resolve(options.dataDir)
  const isThere = options.databaseUrl !== undefined || hasData(dataDir)
  let obstacle = ''
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const isOpen = await isDataDirHeld(dataDir)
    if (await isDataDirHeld(dataDir, 'shell.lock')) {
      obstacle = 'Another command has the database open. Try again when it has ended.'
    } else if (isOpen) {
      const found = await connectToService(options, dataDir)
      if (typeof found !== 'string') return found
      obstacle = found
    } else {
      if (!isThere && !options.mayCreate && !hasData(dataDir)) throw new Error(noDatabaseMessage(dataDir))
      const opened = await openExclusively(options, dataDir)
      if (opened) return opened
    }
    await setTimeout(waitMilliseconds)
  }
  throw new Error(obstacle)
}

/** A service that is only just starting, for the first time too, gets half a minute. */
const [attempts, waitMilliseconds] = [150, 200]

/** Undefined when somebody else was quicker; the next round sees who. */
async function openExclusively(
  options: CliConnectionOptions,
  dataDir: string,
): Promise<CliConnection | undefined> {
  let lock: DataDirLock
  try {
    lock = await lockDataDir(dataDir, 'shell.lock')
  } catch (error) {
    if (await isDataDirHeld(dataDir, 'shell.lock')) return undefined
    throw error
  }
  try {
    const { database, close } = await openDatabase(options)
    return { database, close: () => close().finally(() => lock.release()) }
  } catch (error) {
    lock.release()
    if (await isDataDirHeld(dataDir)) return undefined
    throw error
  }
}

function hasData(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgres'))
}

function noDatabaseMessage(dataDir: string): string {
  return `There is no database in ${dataDir} yet. Set DATA_DIR to the service's, or create an account first.`
}

/** What stands in the way, in a sentence, as long as the service's database is not ready. */
async function connectToService(
  options: OpenDatabaseOptions,
  dataDir: string,
): Promise<CliConnection | string> {
  const { databaseUrl, log, migrations = migrationsFolder } = options
  const connection = databaseUrl ? { connectionString: databaseUrl } : findEmbedded(dataDir)
  if (!connection) return noAnswerMessage
  const migrated = allApplied(await readMigrations(migrations))
  const database = connect({ connection, poolSize: 2, migrated, log })
  const ready = await database.ready()
  if (ready.database && ready.migrations) return { database, close: () => database.close() }
  await database.close()
  return ready.database ? olderServiceMessage : noAnswerMessage
}

const noAnswerMessage = 'The running service has no database that answers. Try again later.'
const olderServiceMessage =
  'The running service is of an older version than this command. Restart the service first.'

/** How the embedded server of a running service is reached: its own lock file says where it listens. */
function findEmbedded(dataDir: string): pg.ClientConfig | undefined {
  const cluster = join(dataDir, 'postgres')
  if (!existsSync(cluster)) return undefined
  try {
    // Whatever else it says need not be true any more: a connection tells.
    const [, , , port, socketFolder, address] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
      .split('\n')
      .map((line) => line.trim())
    return {
      host: socketFolder || address || '127.0.0.1',
      port: Number(port),
      ...embeddedLogin(dataDir),
      database: 'timbre',
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    if (code !== 'EACCES') throw error
    throw new Error(`${dataDir} belongs to another user. Run this as the user who started the service.`)
  }
}
