import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
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
import { countStatements, partitionByAccount, reportStatements } from './partitions.ts'
import { startPgbouncer } from './pgbouncer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
    /** V8's compile cache for programs that tests start, because they load the same modules again and again. */
    compileCache: string
    /** Whether databases are dropped after their tests. In memory they would use space that others need. */
    dropsDatabases: boolean
    /** The port of a pooler that services go through; undefined without one. `npm run drill -- pooler` sets it. */
    poolerPort: number | undefined
  }
}

export type TestServer = { host: string; port: number; user: string; password: string }

/**
 * Starts one temporary PostgreSQL for a whole vitest run, with a migrated database that tests clone. The folder for
 * temporary files is next to it. Both are removed at the end.
 */
export async function setup(project: TestProject) {
  const places = { disk: tmpdir(), memory: '/dev/shm' }
  for (const place of Object.values(places)) await removeAbandoned(place)
  const inMemory = isRoomy(places.memory)
  const dataDir = mkdtempSync(join(inMemory ? places.memory : places.disk, prefix))
  chmodSync(dataDir, 0o755)
  const lock = await lockDataDir(dataDir)
  // Workers, and the programs they start, inherit this.
  process.env.TMPDIR = join(dataDir, 'tmp')
  mkdirSync(process.env.TMPDIR)
  chmodSync(process.env.TMPDIR, 0o1777)
  const installation = await installationFor(dataDir)
  const start = () =>
    startEmbedded({ dataDir, installation, fsync: false, maxConnections: 200, log: () => {} })
  let server = await start()
  if (parts > 0) {
    await countStatements(server.connection)
    await server.close()
    server = await start()
  }
  await trustLogins(join(dataDir, 'postgres'), server.connection)
  await makeTemplate(server.connection)
  project.provide('testServer', server.connection as TestServer)
  project.provide('compileCache', join(dataDir, 'compiled'))
  project.provide('dropsDatabases', inMemory)
  const poolerPort = Number(process.env.TEST_POOLER_PORT ?? 0) || undefined
  project.provide('poolerPort', poolerPort)
  const pooler =
    poolerPort && (await startPgbouncer(server.connection as TestServer, { size: 4, port: poolerPort }))
  return async () => {
    if (pooler) await pooler.stop()
    if (parts > 0) await reportStatements(server.connection)
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
  await client.query('begin')
  await ensureRoles(client)
  await client.query('commit')
  for (const [purpose, user] of Object.entries(loginUsers) as [LoginPurpose, string][])
    await ensureLogin(client, purpose, { user, password: String(connection.password) }, 1)
  await client.end()
  const migrations = await readMigrations(join(import.meta.dirname, '../../migrations'))
  await migrate({ ...connection, database: template }, migrations)
  await divideByAccount({ ...connection, database: template })
  await rememberCatalog({ ...connection, database: template })
}

/** With TEST_PARTITIONS, which `npm run drill -- partitions` sets, all tests run on tables that are divided by account. */
const parts = Number(process.env.TEST_PARTITIONS ?? 0)

async function divideByAccount(connection: pg.ClientConfig): Promise<void> {
  if (parts === 0) return
  const client = new pg.Client(connection)
  await client.connect()
  const { divided, whole } = await partitionByAccount(client, parts)
  await client.end()
  process.stderr.write(`${divided.length} tables divided by account; whole: ${whole.join(', ')}\n`)
}

/**
 * Tests open thousands of connections, and checking a password is a third of the work of opening one. Only their user can
 * enter the folder of the socket. Other logins, which tests make, need their passwords.
 */
async function trustLogins(cluster: string, connection: pg.ClientConfig): Promise<void> {
  const file = join(cluster, 'pg_hba.conf')
  const users = [connection.user, ...Object.values(loginUsers)].join(',')
  writeFileSync(file, `local all ${users} trust\n${readFileSync(file, 'utf8')}`)
  const client = new pg.Client(connection)
  await client.connect()
  await client.query('select pg_reload_conf()')
  await client.end()
}

/**
 * The first session after a change of the catalog writes PostgreSQL's relation cache file, which the clones then
 * inherit.
 */
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
 * Whether the run can keep its files in memory (Linux): creating and deleting thousands of files on a disk takes longer
 * than many tests. In a container, /dev/shm is often small or does not allow executing programs.
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
 * Removes what a killed run left: its lock names a process that has ended while its server still runs. Without a lock,
 * the run was killed while it started or cleaned up. Other users can write to these folders, so their files and links
 * are left alone.
 */
export async function removeAbandoned(place: string): Promise<void> {
  for (const name of namesIn(place).filter((entry) => entry.startsWith(prefix))) {
    const dataDir = join(place, name)
    try {
      const found = lstatSync(dataDir)
      const isOurs = found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid)
      const isLocked = existsSync(join(dataDir, 'timbre.lock'))
      // Without a lock it may belong to a run that is just starting.
      if (!isOurs || (!isLocked && Date.now() - found.mtimeMs < 600_000)) continue
      const lock = await lockDataDir(dataDir)
      await stopOrphan(join(dataDir, 'postgres'))
      lock.release()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    } catch {
      // Another run uses it, or has just removed it.
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
