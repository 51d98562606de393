import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import type { Backup } from '../../src/backup/folder.ts'
import { restoreEmbedded } from '../../src/backup/restore-embedded.ts'
import type { Config } from '../../src/config.ts'
import { stopOrphan } from '../../src/database/cluster-claim.ts'
import { connect } from '../../src/database/connect.ts'
import { startEmbedded } from '../../src/database/embedded.ts'
import { ensureEmbeddedLogins } from '../../src/database/logins.ts'
import { allApplied, migrate, readMigrations } from '../../src/database/migrate.ts'
import { migrationsFolder } from '../../src/database/open.ts'
import { countRows } from '../../src/database/physical-backup.ts'
import { findPostgresInstallation } from '../../src/database/postgres-installation.ts'
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

/**
 * Restores a backup into a folder of DATA_DIR, starts a server on it, and verifies the audit log, the results, and the
 * number of rows. Removes the copy, also one that a kill has left.
 */
export async function verifyCopy(
  config: Config,
  backup: Backup,
  identity: string | undefined,
  say: (line: string) => void,
): Promise<CopyVerification> {
  const dataDir = resolve(config.dataDir)
  await removeLeftCopies(dataDir)
  const copy = await mkdtemp(join(dataDir, prefix))
  await chmod(copy, 0o755)
  try {
    await restoreEmbedded({ backup, into: copy, identity, keepSessions: true, now: () => new Date() })
    say('Restored; verifying the audit log, the results and the number of rows.')
    return await verifyRestored(config, backup, copy)
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

async function verifyRestored(config: Config, backup: Backup, copy: string): Promise<CopyVerification> {
  const installation = await findPostgresInstallation(copy)
  if (typeof installation === 'string')
    throw new Error(`The embedded PostgreSQL cannot run: ${installation}.`)
  const secretKey = await openSecretKeys(config)
  const server = await startEmbedded({ dataDir: copy, installation, log: () => {} })
  try {
    const rows = await rowsOf(server.connection)
    const migrations = await readMigrations(migrationsFolder)
    const connection = await ensureEmbeddedLogins(copy, server.connection)
    await migrate(server.connection, migrations)
    const database = connect({ connection, poolSize: 2, migrated: allApplied(migrations), log: () => {} })
    try {
      const audit = await verifyAudit({ database, secretKey }, copy)
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
  } finally {
    await server.close()
  }
}

async function rowsOf(connection: pg.ClientConfig): Promise<Record<string, number>> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await countRows(client)
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
