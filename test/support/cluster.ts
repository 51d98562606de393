import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../src/database/embedded.ts'
import { findInstallation, type Installation } from '../../src/database/installation.ts'
import { lockDataDir } from '../../src/database/lock.ts'
import { migrate, readMigrations } from '../../src/database/migrate.ts'
import { stopOrphan } from '../../src/database/postmaster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
    /** Where programs that tests start keep what V8 has compiled; they load the same modules again and again. */
    compileCache: string
  }
}

export type TestServer = { host: string; port: number; user: string; password: string }

/** One throw-away PostgreSQL for a whole run of vitest, with a migrated database that tests clone. */
export async function setup(project: TestProject) {
  await removeAbandoned()
  const dataDir = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(dataDir, 0o755)
  const unlock = lockDataDir(dataDir)
  const installation = await reachableInstallation(dataDir)
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
  return async () => {
    await server.close()
    unlock()
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
  await client.end()
  const migrations = await readMigrations(join(import.meta.dirname, '../../migrations'))
  await migrate({ ...connection, database: template }, migrations)
}

/** A checkout that only root can enter hides the programs from the user as whom they must run. */
async function reachableInstallation(dataDir: string): Promise<Installation> {
  const found = await findInstallation(dataDir)
  if (typeof found !== 'string') return found
  const copied = await findInstallation(dataDir, (binaries) => {
    const native = join(dataDir, 'native')
    cpSync(join(dirname(binaries.postgres), '..'), native, { recursive: true, verbatimSymlinks: true })
    return { postgres: join(native, 'bin/postgres'), initdb: join(native, 'bin/initdb') }
  })
  if (typeof copied === 'string') throw new Error(`The tests need the embedded PostgreSQL, but ${copied}`)
  return copied
}

/** What a run that was killed has left: its lock names a process that is gone, and its server still runs. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const dataDir = join(tmpdir(), name)
    if (!existsSync(join(dataDir, 'timbre.lock'))) continue
    try {
      const unlock = lockDataDir(dataDir)
      await stopOrphan(join(dataDir, 'postgres'))
      unlock()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    } catch {
      // In use by a run beside this one, or made by another user.
    }
  }
}
