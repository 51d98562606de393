import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { connect } from '../../src/database/connect.ts'
import { lockDataDir } from '../../src/database/data-dir-lock.ts'
import { startEmbedded } from '../../src/database/embedded.ts'
import { ensureEmbeddedLogins } from '../../src/database/logins.ts'
import { migrate, readMigrations } from '../../src/database/migrate.ts'
import { migrationsFolder } from '../../src/database/open.ts'
import { findPostgresInstallation } from '../../src/database/postgres-installation.ts'
import { createSecretKeyring } from '../../src/identity/secret-keyring.ts'
import { anchorPath } from '../../src/platform/anchor-file.ts'
import { readSecretKeys } from '../../src/platform/secret-key-files.ts'
import { type LoadedAccount, loadAccount } from './people/load-account.ts'
import { withClient } from './with-client.ts'

/** A data directory with a loaded account, as a service can be started on. */
export type Installation = {
  dataDir: string
  account: LoadedAccount
  /** How long loading took, and the space of the database. */
  load: { people: number; seconds: number; bytes: number }
}

const root = join(import.meta.dirname, '../..')

/**
 * The folder `.cache/bench-<people>-<hash>`, loaded if it isn't there. The loaded database is kept unchanged; the
 * service uses a fresh copy for each run.
 */
export async function openInstallation(people: number, say: (text: string) => void): Promise<Installation> {
  const dataDir = join(root, '.cache', `bench-${people}-${schemaHash()}`)
  if (!existsSync(join(dataDir, factsFile))) {
    removeOutdated(people)
    await load(dataDir, people, say)
  }
  const began = performance.now()
  await withServer(dataDir, async (owner) => {
    await runOn(owner, [
      ...['drop database if exists fresh', 'drop database if exists former'],
      'create database fresh template loaded strategy file_copy',
      // Together, because the server doesn't start without a database of this name.
      'alter database timbre rename to former; alter database fresh rename to timbre',
      ...['drop database former', 'checkpoint'],
    ])
  })
  // The copied audit log is shorter than what the last run anchored.
  rmSync(anchorPath(dataDir), { force: true })
  say(`The database was copied in ${((performance.now() - began) / 1_000).toFixed(1)} s.`)
  return {
    dataDir,
    ...(JSON.parse(readFileSync(join(dataDir, factsFile), 'utf8')) as Omit<Installation, 'dataDir'>),
  }
}

const factsFile = 'bench.json'

/** Of everything that decides what the loaded rows are. */
function schemaHash(): string {
  const files = [
    'migrations/*.sql',
    'scripts/bench/people/*.ts',
    'src/domain/profile/{document,attempt-summary,name}.ts',
  ]
  const hash = createHash('sha256')
  for (const file of globSync(files, { cwd: root }).sort())
    if (!file.endsWith('.test.ts')) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 12)
}

function removeOutdated(people: number): void {
  const folder = join(root, '.cache')
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder))
    if (name.startsWith(`bench-${people}-`)) rmSync(join(folder, name), { recursive: true, force: true })
}

async function load(dataDir: string, people: number, say: (text: string) => void): Promise<void> {
  say(`Loading ${people} people into ${dataDir.slice(root.length + 1)} (once).`)
  const began = performance.now()
  // Made before the database, as at the first start of a service.
  const keys = await readSecretKeys({ secretKey: undefined, previousSecretKeys: [], dataDir })
  const account = await withServer(dataDir, async (owner) => {
    const runtime = await ensureEmbeddedLogins(dataDir, owner)
    await migrate(owner, await readMigrations(migrationsFolder))
    const database = connect({ connection: runtime })
    let said = 0
    const loaded = await loadAccount({
      owner,
      database,
      region: 'us',
      count: people,
      secretKey: createSecretKeyring(keys),
      onProgress(count) {
        if (count - said < people / 10) return
        said = count
        say(`  ${count} people after ${((performance.now() - began) / 1_000).toFixed(0)} s`)
      },
    })
    await database.close()
    await runOn(owner, ['create database loaded template timbre strategy file_copy', 'checkpoint'])
    return loaded
  })
  const seconds = (performance.now() - began) / 1_000
  const bytes = sizeOf(join(dataDir, 'postgres'))
  const facts = { account, load: { people, seconds, bytes } }
  // Renamed, so that an interrupted run leaves no half file.
  writeFileSync(join(dataDir, `${factsFile}.new`), JSON.stringify(facts), { mode: 0o600 })
  renameSync(join(dataDir, `${factsFile}.new`), join(dataDir, factsFile))
  say(`Loaded in ${seconds.toFixed(0)} s; ${(bytes / 2 ** 20).toFixed(0)} MB on disk.`)
}

/** Starts the embedded server alone, without the service. `work` gets its superuser. */
async function withServer<Result>(
  dataDir: string,
  work: (owner: pg.ClientConfig) => Promise<Result>,
): Promise<Result> {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const lock = await lockDataDir(dataDir)
  try {
    const installation = await findPostgresInstallation(dataDir)
    if (typeof installation === 'string')
      throw new Error(`The embedded PostgreSQL cannot run: ${installation}.`)
    const server = await startEmbedded({ dataDir, installation, fsync: false, log: () => {} })
    try {
      return await work(server.connection)
    } finally {
      await server.close()
    }
  } finally {
    lock.release()
  }
}

/** Next to the database of the service, which must not be used during the copy. */
async function runOn(owner: pg.ClientConfig, statements: readonly string[]): Promise<void> {
  await withClient({ ...owner, database: 'postgres' }, async (client) => {
    for (const statement of statements) await client.query(statement)
  })
}

/** In bytes; `du` counts what files really take. */
function sizeOf(folder: string): number {
  return Number(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0]) * 1024
}
