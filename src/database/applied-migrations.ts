import type pg from 'pg'
import type { Migration } from './apply-migration.ts'
import { isDatabaseError } from './errors.ts'

/** A row of `migration`. `oldestServed` is set if the migration has removed what versions without that number use. */
export type AppliedMigration = { name: string; sha256: string; oldestServed: string | null }

/** None in a database without the table. A login that owns nothing reads through a role. */
export async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  try {
    return await readRows(client)
  } catch (error) {
    if (!isDatabaseError(error) || error.code !== '42501') throw error
    await client.query('set role timbre_system')
    const rows = await readRows(client)
    await client.query('reset role')
    return rows
  }
}

/** The column is missing until this version or a newer one has run a migration. */
async function readRows(client: pg.Client): Promise<AppliedMigration[]> {
  try {
    const { rows } = await client.query<AppliedMigration>(
      `select name, sha256, to_jsonb(migration) ->> 'oldest_served' as "oldestServed" from migration order by name`,
    )
    return rows
  } catch (error) {
    if (isDatabaseError(error) && error.code === '42P01') return []
    throw error
  }
}

/** Throws if a file was changed after it was applied. */
export function pendingOf(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration[] {
  const stored = new Map(applied.map(({ name, sha256 }) => [name, sha256]))
  for (const { name, sha256 } of migrations) {
    if (stored.has(name) && stored.get(name) !== sha256)
      throw new Error(
        `The migration ${name} was changed after it had been applied. Restore the file and put the change into a new one.`,
      )
  }
  return migrations.filter(({ name }) => !stored.has(name))
}

/**
 * The newest migration that a newer version has applied, if there is one. Versions work beside those that only add.
 * Throws if one has removed what this version uses.
 */
export function newerThan(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): string | undefined {
  const own = new Set(migrations.map(({ name }) => name))
  const newest = migrations.at(-1)?.name ?? ''
  const others = applied.filter(({ name }) => !own.has(name))
  const contraction = others.find(({ oldestServed }) => oldestServed && oldestServed > newest.slice(0, 4))
  if (contraction)
    throw new Error(
      `The database belongs to a newer version: its migration ${contraction.name} removes what this version uses. ` +
        'Start the newer version, or restore a backup from before the upgrade.',
    )
  return others.filter(({ name }) => name > newest).at(-1)?.name
}
