import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import type { Backup } from '../../src/backup/folder.ts'
import { restoreFromDump } from '../../src/backup/restore-dump.ts'
import { restoreEmbedded } from '../../src/backup/restore-embedded.ts'
import type { Config } from '../../src/config.ts'
import { conflict } from '../../src/contract/failure.ts'
import { stopOrphan } from '../../src/database/cluster-claim.ts'
import { connect } from '../../src/database/connect.ts'
import { startEmbedded } from '../../src/database/embedded.ts'
import { ensureEmbeddedLogins } from '../../src/database/logins.ts'
import { allApplied, migrate, readMigrations } from '../../src/database/migrate.ts'
import { migrationsFolder } from '../../src/database/open.ts'
import { countAllRows } from '../../src/database/physical-backup.ts'
import { findPostgresInstallation } from '../../src/database/postgres-installation.ts'
import { withScratchDatabase } from '../../src/database/scratch-database.ts'
import { formatResultDifference } from '../../src/domain/assessment/difference.ts'
import { openSecretKeys } from '../../src/start/secret-keys.ts'
import { verifyAudit } from './verify.ts'
import { verifyResults } from './verify-results.ts'

export type CopyVerification = {
  faults: string[]
  /** Differences that writes during the backup explain. */
  notes: string[]
  accounts: number
  results: number
  tables: number
}

const prefix = 'backup-verify-'

type Verifying = {
  identity: string | undefined
  /** Where the copy of a dump is made; DATABASE_OWNER_URL or DATABASE_URL by default. */
  server?: string | undefined
  say: (line: string) => void
}

/**
 * Restores a backup beside, verifies the audit log, the results, and the number of rows, and removes the copy, also one
 * that a kill has left. The embedded database gets a folder of DATA_DIR and a server, a dump a database of its own.
 */
export function verifyCopy(config: Config, backup: Backup, verifying: Verifying): Promise<CopyVerification> {
  return backup.manifest.kind === 'dump'
    ? verifyDump(config, backup, verifying)
    : verifyFolder(config, backup, verifying)
}

async function verifyFolder(config: Config, backup: Backup, { identity, say }: Verifying) {
  const dataDir = resolve(config.dataDir)
  await removeLeftCopies(dataDir)
  const copy = await mkdtemp(join(dataDir, prefix))
  await chmod(copy, 0o755)
  try {
    await restoreEmbedded({ backup, into: copy, identity, keepSessions: true, now: () => new Date() })
    const installation = await findPostgresInstallation(copy)
    if (typeof installation === 'string')
      throw new Error(`The embedded PostgreSQL cannot run: ${installation}.`)
    say(restoredLine)
    const server = await startEmbedded({ dataDir: copy, installation, log: () => {} })
    try {
      const rows = await rowsOf(server.connection)
      const connection = await ensureEmbeddedLogins(copy, server.connection)
      return await verifyTables({ config, backup, rows, owner: server.connection, connection, anchors: copy })
    } finally {
      await server.close()
    }
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

async function verifyDump(config: Config, backup: Backup, { identity, server, say }: Verifying) {
  const setting = server ? '--server' : config.databaseOwnerUrl ? 'DATABASE_OWNER_URL' : 'DATABASE_URL'
  const address = server ?? config.databaseOwnerUrl ?? config.databaseDirectUrl ?? config.databaseUrl
  if (address === undefined)
    throw conflict(
      'Give a server for the copy, with a login that may create databases: --server postgres://…',
    )
  const name = randomBytes(6).toString('hex')
  return withScratchDatabase(setting, address, name, async (connectionString) => {
    const options = { backup, into: connectionString, identity, keepSessions: true, erasureLines: [] }
    await restoreFromDump({ ...options, now: () => new Date() })
    say(restoredLine)
    const connection = { connectionString }
    const rows = await rowsOf(connection)
    return verifyTables({ config, backup, rows, owner: connection, connection, anchors: backup.folder })
  })
}

const restoredLine = 'Restored; verifying the audit log, the results and the number of rows.'

async function verifyTables(copy: {
  config: Config
  backup: Backup
  rows: Record<string, number>
  owner: pg.ClientConfig
  connection: pg.ClientConfig
  /** The folder with `audit-heads.jsonl` of the backup. */
  anchors: string
}): Promise<CopyVerification> {
  const { config, backup, rows, owner, connection, anchors } = copy
  const secretKey = await openSecretKeys(config)
  const migrations = await readMigrations(migrationsFolder)
  await migrate(owner, migrations)
  const database = connect({ connection, poolSize: 2, migrated: allApplied(migrations), log: () => {} })
  try {
    const audit = await verifyAudit({ database, secretKey }, anchors)
    const faults = audit.accounts.flatMap(({ accountId, faults }) =>
      faults.map(({ seq, text }) => `${accountId}  seq ${seq}: ${text}`),
    )
    const { results } = await verifyResults(database, (found) => {
      faults.push(`${found.accountId}  ${found.profileId}  ${formatResultDifference(found)}`)
    })
    const compared = compareRows(backup, rows)
    return {
      faults: [...faults, ...audit.damage, ...compared.faults],
      notes: compared.notes,
      ...{ accounts: audit.accounts.length, results, tables: Object.keys(rows).length },
    }
  } finally {
    await database.close()
  }
}

async function rowsOf(connection: pg.ClientConfig): Promise<Record<string, number>> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await countAllRows(client)
  } finally {
    await client.end()
  }
}

/** Transactions that committed between the count and the end of the backup explain a difference, others don't. */
function compareRows({ manifest }: Backup, rows: Record<string, number>) {
  const [faults, notes]: string[][] = [[], []]
  for (const [name, expected] of Object.entries(manifest.rows)) {
    const difference = (rows[name] ?? 0) - expected
    if (difference === 0) continue
    const text = `${name}: ${rows[name] ?? 0} rows instead of ${expected}`
    if (Math.abs(difference) <= manifest.transactionsAfterCount * rowsPerTransaction) {
      notes?.push(`${text}, by writes while the backup ended`)
    } else faults?.push(text)
  }
  return { faults: faults ?? [], notes: notes ?? [] }
}

/** More rows than one import writes. */
const rowsPerTransaction = 2_000

async function removeLeftCopies(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(prefix)) continue
    const cluster = join(dataDir, name, 'postgres')
    if (existsSync(cluster)) await stopOrphan(cluster)
    await rm(join(dataDir, name), { recursive: true, force: true })
  }
}
