import pg from 'pg'
import { databaseAddresses } from '../contract/database-addresses.ts'
import type { AuditHeadRow } from './audit-heads.ts'
import { type ClientProgram, findClientProgram, programEnvironment, startProgram } from './client-programs.ts'
import { countRows } from './physical-backup.ts'
import { restoreSchema } from './restore-mark.ts'

export type Dump = {
  /** Position in the write-ahead log when the snapshot was taken. */
  position: string
  newestMigration: string | null
  /** The server's major version, and that of pg_dump. */
  postgres: number
  program: number
  /** What pg_dump writes: everything in the snapshot, in its custom format without compression. */
  content: () => AsyncGenerator<Uint8Array>
  /** From the same snapshot. */
  count: () => Promise<{ rows: Record<string, number>; auditHeads: AuditHeadRow[] }>
  close: () => Promise<void>
}

/**
 * Takes a snapshot of the database of BACKUP_DATABASE_URL and prepares pg_dump for it. Throws one line if it can't be
 * reached, its login can't read everything, or there is no pg_dump of the server's version or newer.
 */
export async function beginDump(address: string): Promise<Dump> {
  const { client, connectionString } = await connectToFirst('BACKUP_DATABASE_URL', address)
  try {
    const server = await readServer(client)
    await requireReader(client)
    const program = await findClientProgram('pg_dump', server.postgres)
    const snapshot = await openSnapshot(client)
    const migration = await client.query<{ name: string }>('select max(name) as name from migration')
    return {
      ...server,
      newestMigration: migration.rows[0]?.name.replace('.sql', '') ?? null,
      program: program.majorVersion,
      position: snapshot.position,
      content: () => dumpContent(program, connectionString, snapshot.id),
      async count() {
        const heads = await client.query<AuditHeadRow>(
          'select account_id as "accountId", seq::int, hash, seal from audit_head order by account_id',
        )
        return { rows: await countRows(client), auditHeads: heads.rows }
      },
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Connects to the first server of an address that answers. Throws one line with the name of the setting. */
export async function connectToFirst(
  setting: string,
  address: string,
): Promise<{ client: pg.Client; connectionString: string }> {
  let failure: unknown
  for (const connectionString of databaseAddresses(address)) {
    try {
      const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
      client.on('error', () => {})
      await client.connect()
      return { client, connectionString }
    } catch (error) {
      failure = error
    }
  }
  const { message, code } = failure as Error & { code?: string }
  throw new Error(`${setting} cannot be used: ${message || code}`, { cause: failure })
}

async function readServer(client: pg.Client): Promise<{ postgres: number }> {
  const { rows } = await client.query<{ postgres: number; has_tables: boolean }>(
    `select current_setting('server_version_num')::int / 10000 as postgres,
        exists (select from pg_class where relname = 'migration' and relnamespace = 'public'::regnamespace) as has_tables`,
  )
  const [server] = rows
  if (!server?.has_tables)
    throw new Error('The database of BACKUP_DATABASE_URL has no tables of Timbre. Does it name the same one?')
  return { postgres: server.postgres }
}

/** Without the right to bypass row security a dump would be refused, or worse, have no rows. */
async function requireReader(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ login: string; sees_all: boolean; unreadable: string | null }>(
    `select rolname as login, rolsuper or rolbypassrls as sees_all,
        (select min(relname) from pg_class
          where relnamespace = 'public'::regnamespace and relkind = 'r' and not has_table_privilege(oid, 'select'))
          as unreadable
       from pg_roles where rolname = current_user`,
  )
  const [found] = rows
  if (found?.sees_all && found.unreadable === null) return
  const reason = found?.sees_all
    ? `it may not read ${found.unreadable}`
    : 'row security hides rows from it (it has no BYPASSRLS)'
  throw new Error(
    `BACKUP_DATABASE_URL names the login ${found?.login}, which can't back up the database: ${reason}. ` +
      'npm run database -- prepare makes one that can.',
  )
}

async function openSnapshot(client: pg.Client): Promise<{ id: string; position: string }> {
  await client.query('begin isolation level repeatable read read only')
  // The transaction is idle while pg_dump works.
  await client.query('set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0')
  const { rows } = await client.query<{ id: string; position: string }>(
    `select pg_export_snapshot() as id,
        case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end::text as position`,
  )
  return rows[0] as { id: string; position: string }
}

async function* dumpContent(
  program: ClientProgram,
  connectionString: string,
  snapshot: string,
): AsyncGenerator<Uint8Array> {
  const flags = [
    '--format=custom',
    '--compress=0',
    '--no-password',
    `--snapshot=${snapshot}`,
    // What an earlier restore into this database has noted is no part of it.
    `--exclude-schema=${restoreSchema}`,
  ]
  const running = startProgram(program, flags, programEnvironment(connectionString, program))
  running.stdin.end()
  try {
    yield* running.stdout
    await running.ended
  } finally {
    running.kill()
  }
}
