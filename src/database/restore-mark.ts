import type pg from 'pg'

/** The schema in which a restore notes what the first start has to do. It is no part of dumps. */
export const restoreSchema = 'timbre_restore'

export type RestoreMark = {
  /** The backup. */
  id: string
  /** ISO instants: of the restored data, and of the restore. */
  backupAt: string
  restoredAt: string
  /** Positions of the backup in the write-ahead log. */
  start: string
  end: string
  keepSessions: boolean
}

/**
 * Notes a restore before its data, in the database itself: every instance finds it, and a restore that is cut off leaves
 * a mark without tables, which no start accepts.
 */
export async function writeRestoreMark(
  client: pg.Client,
  { id, backupAt, restoredAt, start, end, keepSessions }: RestoreMark,
  erasureLines: readonly string[],
): Promise<void> {
  await client.query(
    `drop schema if exists ${restoreSchema} cascade;
     create schema ${restoreSchema};
     create table ${restoreSchema}.restored (
       id text not null, backup_at text not null, restored_at text not null, start_position text not null,
       end_position text not null, keep_sessions boolean not null, claimed_until timestamptz, completed_at timestamptz);
     create table ${restoreSchema}.erasure (number bigint generated always as identity primary key, line text not null);
     grant usage on schema ${restoreSchema} to timbre_system;
     grant select, update on ${restoreSchema}.restored to timbre_system;
     grant select, delete on ${restoreSchema}.erasure to timbre_system`,
  )
  await client.query(`insert into ${restoreSchema}.restored values ($1, $2, $3, $4, $5, $6)`, [
    ...[id, backupAt, restoredAt],
    ...[start, end, keepSessions],
  ])
  await client.query(`insert into ${restoreSchema}.erasure (line) select unnest($1::text[])`, [erasureLines])
}

export async function removeRestoreMark(client: pg.Client): Promise<void> {
  await client.query(`drop schema if exists ${restoreSchema} cascade`)
}

/** Throws one line if a restore into this database was cut off: a start would otherwise begin a new installation. */
export async function refuseCutRestore(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_cut: boolean }>(
    `select exists (select from pg_namespace where nspname = $1)
        and not exists (select from pg_class where relname = 'migration' and relnamespace = 'public'::regnamespace)
        as is_cut`,
    [restoreSchema],
  )
  if (rows[0]?.is_cut)
    throw new Error(
      'The database is empty because a restore into it was cut off or is under way. Run restore again.',
    )
}
