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
  /** Creates the database if there is none; otherwise that is an error. */
  mayCreate: boolean
}

export type CliConnection = Pick<OpenDatabase, 'database' | 'close'>

/**
 * Opens the database for a shell command: the one that a running service has open or, if no service runs, the
 * configured one, which is started, migrated, and stopped by `close`. Commands without a running service wait for each
 * other, because a command that joined another would lose the database when that one ends.
 * Throws a one-sentence error if the database can't be used.
 */
export async function openCliConnection(options: CliConnectionOptions): Promise<CliConnection> {
  const dataDir = resolve(options.dataDir)
  const exists = options.databaseUrl !== undefined || hasData(dataDir)
  let obstacle = ''
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const isOpen = await isDataDirHeld(dataDir)
    if (await isDataDirHeld(dataDir, 'shell.lock')) {
      obstacle = 'Another command has the database open. Try again when it has ended.'
    } else if (isOpen) {
      const connection = await connectToService(options, dataDir)
      if (typeof connection !== 'string') return connection
      obstacle = connection
    } else {
      if (!exists && !options.mayCreate && !hasData(dataDir)) throw new Error(noDatabaseMessage(dataDir))
      const opened = await openExclusively(options, dataDir)
      if (opened) return opened
    }
    await setTimeout(waitMilliseconds)
  }
  throw new Error(obstacle)
}

/** A service that is starting, possibly for the first time, gets half a minute. */
const [attempts, waitMilliseconds] = [150, 200]

/** Undefined if another process was faster; the next attempt sees which. */
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

/** Returns a one-sentence reason while the service's database isn't ready. */
async function connectToService(
  options: OpenDatabaseOptions,
  dataDir: string,
): Promise<CliConnection | string> {
  const { databaseUrl, log, migrations = migrationsFolder, refuseMoving } = options
  const connection = databaseUrl ?? findEmbedded(dataDir)
  if (!connection) return noAnswerMessage
  const migrated = allApplied(await readMigrations(migrations))
  const database = connect({ connection, poolSize: 2, migrated, log, refuseMoving })
  const look = await database.look(async () => undefined)
  if (!look.trouble && look.migrated) return { database, close: () => database.close() }
  await database.close()
  return look.trouble ? noAnswerMessage : olderServiceMessage
}

const noAnswerMessage = 'The database of the running service does not answer. Try again later.'
const olderServiceMessage =
  'The running service is of an older version than this command. Restart the service first.'

function findEmbedded(dataDir: string): pg.ClientConfig | undefined {
  const address = findServerAddress(dataDir)
  return address && { ...address, ...embeddedLogin(dataDir), database: 'timbre' }
}

/** How to reach a running service's embedded server, from the server's own lock file. */
export function findServerAddress(dataDir: string): { host: string; port: number } | undefined {
  const cluster = join(dataDir, 'postgres')
  if (!existsSync(cluster)) return undefined
  try {
    // The rest of the file may be outdated; connecting shows whether the server runs.
    const [, , , port, socketFolder, address] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
      .split('\n')
      .map((line) => line.trim())
    return { host: socketFolder || address || '127.0.0.1', port: Number(port) }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    if (code !== 'EACCES') throw error
    throw new Error(`${dataDir} belongs to another user. Run this as the user who started the service.`)
  }
}
