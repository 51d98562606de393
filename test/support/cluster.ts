import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { stopOrphan } from '../../src/database/cluster-claim.ts'
import { lockDataDir } from '../../src/database/data-dir-lock.ts'
import { startEmbedded } from '../../src/database/embedded.ts'
import { ensureLogin, type LoginPurpose, loginUsers } from '../../src/database/logins.ts'
import { migrate, readMigrations } from '../../src/database/migrate.ts'
import {
  findPostgresInstallation,
  type PostgresInstallation,
} from '../../src/database/postgres-installation.ts'
import { ensureRoles } from '../../src/database/roles.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
    /** Where programs that tests start keep what V8 has compiled; they load the same modules again and again. */
    compileCache: string
    /** Whether a database is dropped after its tests: in memory it takes room that others need. */
    dropsDatabases: boolean
  }
}

export type TestServer = { host: string; port: number; user: string; password: string }

/**
 * One throw-away PostgreSQL for a whole run of vitest, with a migrated database that tests clone. Beside it lies what
 * tests and the programs that they start write to the folder for temporary files; all of it goes at the end.
 */
export async function setup(project: TestProject) {
  const places = { disk: tmpdir(), memory: '/dev/shm' }
  for (const place of Object.values(places)) await removeAbandoned(place)
  const inMemory = isRoomy(places.memory)
  const dataDir = mkdtempSync(join(inMemory ? places.memory : places.disk, prefix))
  chmodSync(dataDir, 0o755)
  const lock = await lockDataDir(dataDir)
  // Workers start later and take it over, as do the programs that they start.
  process.env.TMPDIR = join(dataDir, 'tmp')
  mkdirSync(process.env.TMPDIR)
  chmodSync(process.env.TMPDIR, 0o1777)
  const installation = await installationFor(dataDir)
  const server = await startEmbedded({
    dataDir,
    installation,
    fsync: false,
    maxConnections: 200,
    log: () => {},
  })
  await makeTemplate(server.connection)
  project.provide('testServer', server.connection as TestServer)
  project.provide('compileCache', join(dataDir, 'compiled'))
  project.provide('dropsDatabases', inMemory)
  return async () => {
    await server.close()
    lock.release()
    process.env.TMPDIR = places.disk
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

const prefix = 'timbre-test-'
export const template = 'timbre_template'

async function makeTemplate(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`create database ${template}`)
  // Tests open thousands of connections; each would otherwise hash the password some thousand times on both sides.
  await client.query('set scram_iterations = 1')
  await client.query(`alter role ${connection.user} password '${connection.password}'`)
  await client.query('begin')
  await ensureRoles(client)
  await client.query('commit')
  for (const [purpose, user] of Object.entries(loginUsers) as [LoginPurpose, string][])
    await ensureLogin(client, purpose, { user, password: String(connection.password) }, 1)
  await client.end()
  const migrations = await readMigrations(join(import.meta.dirname, '../../migrations'))
  await migrate({ ...connection, database: template }, migrations)
  await rememberCatalog({ ...connection, database: template })
}

/** The first session after a change of the catalog keeps what all need of it in a file, which the clones then have. */
async function rememberCatalog(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.end()
}

async function installationFor(dataDir: string): Promise<PostgresInstallation> {
  const found = await findPostgresInstallation(dataDir)
  if (typeof found === 'string') throw new Error(`The tests need the embedded PostgreSQL, but ${found}.`)
  return found
}

/**
 * Whether the run may keep its files in memory, as Linux offers: making and deleting thousands of them on a disk takes
 * more than many a test. A container often has little room there, or may not start programs from it.
 */
function isRoomy(folder: string): boolean {
  if (!existsSync(folder) || process.availableMemory() < 8 * gigabyte) return false
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < 4 * gigabyte) return false
  let trial: string | undefined
  try {
    trial = mkdtempSync(join(folder, `${prefix}trial-`))
    cpSync('/bin/true', join(trial, 'true'), { dereference: true })
    execFileSync(join(trial, 'true'))
    return true
  } catch {
    return false
  } finally {
    if (trial) rmSync(trial, { recursive: true, force: true })
  }
}

const gigabyte = 2 ** 30

/**
 * What a run that was killed has left: its lock names a process that is gone, and its server still runs. Without a lock
 * it was killed while it began or was cleaning up. Anybody may write to these folders, so what another user made is
 * left alone, and so is a link.
 */
export async function removeAbandoned(place: string): Promise<void> {
  for (const name of namesIn(place).filter((entry) => entry.startsWith(prefix))) {
    const dataDir = join(place, name)
    try {
      const found = lstatSync(dataDir)
      const isOurs = found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid)
      const isLocked = existsSync(join(dataDir, 'timbre.lock'))
      // One that has no lock yet may belong to a run that begins just now.
      if (!isOurs || (!isLocked && Date.now() - found.mtimeMs < 600_000)) continue
      const lock = await lockDataDir(dataDir)
      await stopOrphan(join(dataDir, 'postgres'))
      lock.release()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    } catch {
      // In use by a run beside this one, or gone meanwhile.
    }
  }
}

function namesIn(place: string): string[] {
  try {
    return readdirSync(place)
  } catch {
    return []
  }
}
