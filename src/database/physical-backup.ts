import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { AuditHeadRow } from './audit-heads.ts'
import { findServerAddress } from './cli-connection.ts'

export type PhysicalBackup = {
  /** Position in the write-ahead log from which the copied files must be replayed. */
  start: string
  newestMigration: string | null
  /** The server's major version. */
  postgres: number
  /** Ends the backup. Call it when the files are copied; segments stay until `close`. */
  stop(): Promise<BackupEnd>
  /** Closes the connections. Before `stop` it cancels the backup. */
  close(): Promise<void>
}

export type BackupEnd = {
  /** Replaying must reach this position. */
  end: string
  /** The content of the file `backup_label`. */
  label: string
  /** Names of the segments from start to end, and of the histories of earlier timelines, in `pg_wal`. */
  segments: string[]
  rows: Record<string, number>
  transactionsAfterCount: number
  auditHeads: AuditHeadRow[]
}

/**
 * Begins a physical backup of the running embedded server in DATA_DIR (section 25.3.3 of PostgreSQL's manual). A
 * temporary replication slot keeps the write-ahead log from here on. If this process dies, the server cancels the backup
 * and drops the slot.
 */
export async function beginPhysicalBackup(dataDir: string): Promise<PhysicalBackup> {
  const control = await connectAsOwner(dataDir)
  const reader = await connectAsOwner(dataDir).catch(async (error: unknown) => {
    await control.end()
    throw error
  })
  const close = async () => {
    await Promise.all([control.end(), reader.end()])
  }
  try {
    const slot = `timbre_backup_${randomBytes(6).toString('hex')}`
    await control.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
    const { rows } = await control.query<{ start: string; first: string; version: number }>(
      `select lsn::text as start, pg_walfile_name(lsn) as first,
          current_setting('server_version_num')::int / 10000 as version
         from pg_backup_start($1, fast => true) as lsn`,
      [slot],
    )
    const [begun] = rows
    if (!begun) throw new Error('The database did not start a backup.')
    const migration = await reader.query<{ name: string }>('select max(name) as name from migration')
    return {
      start: begun.start,
      newestMigration: migration.rows[0]?.name.replace('.sql', '') ?? null,
      postgres: begun.version,
      stop: () => endBackup(control, reader, begun.first),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The rows are counted in a snapshot that is taken just before the end, after the end: counting takes its time. */
async function endBackup(control: pg.Client, reader: pg.Client, first: string): Promise<BackupEnd> {
  await reader.query('begin isolation level repeatable read read only')
  const from = await reader.query<{ at: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as at',
  )
  const { rows } = await control.query<{ end: string; label: string; last: string }>(
    `select lsn::text as end, labelfile as label, pg_walfile_name(lsn) as last
       from pg_backup_stop(wait_for_archive => false)`,
  )
  // A statement of its own: the snapshot of the one above is older than the end, and transactions commit meanwhile.
  const until = await control.query<{ at: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as at',
  )
  const [ended] = rows
  if (!ended) throw new Error('The database did not end the backup.')
  // Segments that are recycled for later have higher names.
  const segments = await control.query<{ name: string }>(
    `select name from pg_ls_waldir()
      where name ~ '^[0-9A-F]{24}$' and name between $1 and $2 or name ~ '^[0-9A-F]{8}\\.history$' order by name`,
    [first, ended.last],
  )
  const heads = await reader.query<AuditHeadRow>(
    'select account_id as "accountId", seq::int, hash, seal from audit_head order by account_id',
  )
  return {
    end: ended.end,
    label: ended.label,
    segments: segments.rows.map(({ name }) => name),
    rows: await countRows(reader),
    transactionsAfterCount: Number(BigInt(until.rows[0]?.at ?? 0) - BigInt(from.rows[0]?.at ?? 0)),
    auditHeads: heads.rows,
  }
}

/** The same for the owner of the tables, whom row security binds too: it is lifted in a transaction that is rolled back. */
export async function countAllRows(client: pg.Client): Promise<Record<string, number>> {
  await client.query('begin')
  try {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and relforcerowsecurity`,
    )
    for (const { name } of rows)
      await client.query(`alter table public.${pg.escapeIdentifier(name)} no force row level security`)
    return await countRows(client)
  } finally {
    await client.query('rollback')
  }
}

/** The number of rows of each table, in one transaction of a login that sees all rows. */
export async function countRows(client: pg.Client): Promise<Record<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) as count from public.${pg.escapeIdentifier(name)}`,
    )
    counts[name] = Number(rows[0]?.count)
  }
  return counts
}

/** Connects to the running server in DATA_DIR as the owner of the cluster, a superuser. */
async function connectAsOwner(dataDir: string): Promise<pg.Client> {
  const address = findServerAddress(dataDir)
  if (!address) throw new Error(`No database runs in ${dataDir}.`)
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim()
  const client = new pg.Client({ ...address, database: 'timbre', user: 'timbre', password })
  client.on('error', () => {})
  await client.connect()
  return client
}
