import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Sql } from '../contract/ports.ts'
import { newerThan, pendingOf, readApplied } from './applied-migrations.ts'
import {
  applyMigration,
  inLimitedTransaction,
  type Migrating,
  type Migration,
  type MigrationLimits,
  usualLimits,
  withLocks,
} from './apply-migration.ts'
import { hideFromCoaches } from './hidden-tables.ts'
import { takeMigrationTurn } from './migration-turn.ts'
import { ensureRoles } from './roles.ts'

/** Reads `NNNN-name.sql` in numeric order. Throws if two files have the same number. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort()
  const duplicate = files.find((name, place) => name.slice(0, 4) === files[place + 1]?.slice(0, 4))
  if (duplicate) throw new Error(`Two migrations have the number ${duplicate.slice(0, 4)}`)
  return Promise.all(
    files.map(async (name) => {
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sha256: createHash('sha256').update(text).digest('hex'), text }
    }),
  )
}

export type MigrateOptions = {
  log?: (message: string) => void
  limits?: MigrationLimits
  /** An open connection to the same database. If nothing is pending, no other one is opened. */
  reader?: pg.Client
}

/**
 * Applies pending migrations and returns their names. A file runs in one transaction together with its row in
 * `migration`, or statement by statement so that it can be repeated: a kill leaves nothing that the next start doesn't
 * complete. Of several starting processes one does the work while the others wait for it.
 * Throws if a file was changed after it was applied, if a file doesn't get its locks, or if a newer version has removed
 * what this one uses. Other rows without a file are ignored: newer versions only add, so this one works with their schema.
 */
export async function migrate(
  connection: string | pg.ClientConfig,
  migrations: readonly Migration[],
  { log = () => {}, limits = usualLimits, reader }: MigrateOptions = {},
): Promise<string[]> {
  if (reader && (await findPending(reader, migrations, log)).length === 0) return []
  const settings = typeof connection === 'string' ? { connectionString: connection } : connection
  const client = new pg.Client(settings)
  client.on('error', () => {})
  await client.connect()
  try {
    const pendingMigrations = await findPending(client, migrations, reader ? () => {} : log)
    if (pendingMigrations.length === 0) return []
    await refuseWithoutRights(client, pendingMigrations)
    const isDone = async () => pendingOf(migrations, await readApplied(client)).length === 0
    const onLost = () => client.connection.stream.destroy()
    const turn = await takeMigrationTurn(settings, { isDone, onLost, log })
    if (!turn) return []
    try {
      return await applyAll({ client, connection: settings, limits, log }, migrations)
    } finally {
      await turn.end()
    }
  } finally {
    await client.end()
  }
}

async function findPending(
  client: pg.Client,
  migrations: readonly Migration[],
  log: (message: string) => void,
): Promise<Migration[]> {
  const applied = await readApplied(client)
  const newer = newerThan(migrations, applied)
  if (newer)
    log(`The database has migrations of a newer version, up to ${newer}. They only add, so this one works`)
  return pendingOf(migrations, applied)
}

async function applyAll(migrating: Migrating, migrations: readonly Migration[]): Promise<string[]> {
  await withLocks(migrating, 'The list of migrations', () =>
    inLimitedTransaction(migrating, () => prepareTable(migrating.client)),
  )
  const remaining = pendingOf(migrations, await readApplied(migrating.client))
  for (const migration of remaining) await applyMigration(migrating, migration)
  // Of databases that had migrations with higher numbers before this one.
  await withLocks(migrating, 'Hiding tables from coaches', () =>
    inLimitedTransaction(migrating, () => hideFromCoaches(migrating.client, 'all')),
  )
  return remaining.map(({ name }) => name)
}

/** Running instances read the table each second, so it is only altered if it has to be. */
async function prepareTable(client: pg.Client): Promise<void> {
  await ensureRoles(client)
  await client.query(`create table if not exists migration (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
  const { rows } = await client.query(
    `select from pg_attribute where attrelid = 'migration'::regclass and attname = 'oldest_served'`,
  )
  if (rows.length === 0) await client.query('alter table migration add column oldest_served text')
  await client.query('grant select on migration to timbre_app, timbre_system')
}

/** For `look`: whether every migration of this version has been applied. */
export function allApplied(migrations: readonly Migration[]): (sql: Sql) => Promise<boolean> {
  return async (sql) => {
    const rows = await sql.rows<{ name: string }>('select name from migration')
    const names = new Set(rows.map((row) => row.name))
    return migrations.every((migration) => names.has(migration.name))
  }
}

async function refuseWithoutRights(
  client: pg.Client,
  pendingMigrations: readonly Migration[],
): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>(
    `select has_schema_privilege(current_schema(), 'create') as may`,
  )
  if (rows[0]?.may !== false) return
  throw new Error(
    `The database lacks ${pendingMigrations.length} of the migrations of this version (from ${pendingMigrations[0]?.name}), and the ` +
      'login of DATABASE_URL may not run them. Set DATABASE_OWNER_URL, or run: npm run database -- prepare',
  )
}
