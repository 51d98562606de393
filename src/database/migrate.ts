import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Sql } from '../contract/ports.ts'
import { isDatabaseError } from './errors.ts'
import { ensureRoles } from './roles.ts'

export type Migration = { name: string; sha256: string; text: string }

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

/**
 * Applies pending migrations and returns their names. Each file runs in one transaction together with its row in
 * `migration`, under a lock of that transaction. So a kill leaves only complete files, and of two starting processes
 * one does the work while the other waits.
 * Throws if a file was changed after it was applied. Rows without a file are ignored: they come from a newer version,
 * and this version keeps working with its schema.
 */
export async function migrate(
  connection: string | pg.ClientConfig,
  migrations: readonly Migration[],
): Promise<string[]> {
  const client = new pg.Client(typeof connection === 'string' ? { connectionString: connection } : connection)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query("set lock_timeout = '60s'; set statement_timeout = 0")
    const pendingMigrations = await pendingFor(client, migrations)
    if (pendingMigrations.length === 0) return []
    await refuseWithoutRights(client, pendingMigrations)
    await inLockedTransaction(client, () => ensureRoles(client))
    const applied: string[] = []
    for (const migration of migrations) {
      if (await inLockedTransaction(client, () => apply(client, migration))) applied.push(migration.name)
    }
    return applied
  } finally {
    await client.end()
  }
}

/** For `look`: whether every migration of this version has been applied. */
export function allApplied(migrations: readonly Migration[]): (sql: Sql) => Promise<boolean> {
  return async (sql) => {
    const rows = await sql.rows<{ name: string }>('select name from migration')
    const names = new Set(rows.map((row) => row.name))
    return migrations.every((migration) => names.has(migration.name))
  }
}

async function pending(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const applied = await appliedHashes(client)
  return migrations.filter((migration) => !isApplied(migration, applied))
}

async function appliedHashes(client: pg.Client): Promise<Map<string, string>> {
  try {
    const { rows } = await client.query('select name, sha256 from migration')
    return new Map(rows.map((row) => [row.name, row.sha256]))
  } catch (error) {
    if (isDatabaseError(error) && error.code === '42P01') return new Map()
    throw error
  }
}

/** A login that owns nothing reads through a role, and can't migrate. */
async function pendingFor(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  try {
    return await pending(client, migrations)
  } catch (error) {
    if (!isDatabaseError(error) || error.code !== '42501') throw error
    await client.query('set role timbre_system')
    const pendingMigrations = await pending(client, migrations)
    await client.query('reset role')
    return pendingMigrations
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

function isApplied({ name, sha256 }: Migration, applied: Map<string, string>): boolean {
  const stored = applied.get(name)
  if (stored !== undefined && stored !== sha256) {
    throw new Error(
      `The migration ${name} was changed after it had been applied. Restore the file and put the change into a new one.`,
    )
  }
  return stored !== undefined
}

async function apply(client: pg.Client, migration: Migration): Promise<boolean> {
  await client.query(`create table if not exists migration (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
  await client.query('grant select on migration to timbre_app, timbre_system')
  if (isApplied(migration, await appliedHashes(client))) return false
  try {
    await client.query(migration.text)
  } catch (error) {
    throw new Error(`The migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
  }
  const row = [migration.name, migration.sha256]
  await client.query('insert into migration (name, sha256) values ($1, $2)', row)
  return true
}

/** A transaction-level lock also works behind a connection pooler and never outlives a kill. */
async function inLockedTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query(`select pg_advisory_xact_lock(hashtext('timbre migration'))`)
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
