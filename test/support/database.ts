import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { Database } from '../../src/contract/ports.ts'
import { connect } from '../../src/database/connect.ts'
import { loginUsers } from '../../src/database/logins.ts'
import { template } from './cluster.ts'
import { afterFile } from './file-cleanup.ts'

type Connection = { host: string; port: number; user: string; password: string; database: string }

export type TestDatabase = {
  database: Database
  /** What DATABASE_URL is: a login that owns nothing and may become the two roles. */
  url: string
  /** What DATABASE_OWNER_URL would be: the login owns the tables, and is a superuser. */
  ownerUrl: string
  /** The owner's connection, and that of the service. */
  connection: Connection
  runtime: Connection
  /** Runs one statement as the owner of the cluster, whom row security does not bind. */
  admin<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>
}

/**
 * A migrated database of its own, empty, in a few hundredths of a second. Call it in a test file, at the top or in a
 * hook; after the last test of that file nobody is connected to it any more. On a disk it goes with the whole cluster,
 * not before: some file systems make new files very slowly while many have just been deleted.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  maker ??= openOwner({ ...server, database: 'timbre' })
  const everywhere = maker
  await everywhere.query(`create database ${name} template ${template} strategy file_copy`)
  const connection = { ...server, database: name }
  const runtime = { ...connection, user: loginUsers.runtime }
  const database = connect({ connection: runtime })
  const owner = openOwner(connection)
  afterFile(async () => {
    await owner.end()
    await database.close()
    if (inject('dropsDatabases')) await everywhere.query(`drop database ${name} with (force)`)
    else
      await everywhere.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        name,
      ])
  })
  const { host, port, password } = server
  const urlOf = ({ user }: Connection) =>
    `postgres://${user}:${password}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
  const admin: TestDatabase['admin'] = async (text, values) => (await owner.query(text, values)).rows as never
  return { database, url: urlOf(runtime), ownerUrl: urlOf(connection), connection, runtime, admin }
}

/** Makes and drops databases, for all files of a worker. */
let maker: pg.Pool | undefined

/**
 * Connections that stay for the next statement, because opening one takes longer than most statements. A statement that
 * waits leaves the others free to go on.
 */
function openOwner(connection: pg.ClientConfig): pg.Pool {
  const pool = new pg.Pool({ ...connection, max: 8, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // A test may end all connections; the next statement opens another.
  pool.on('error', () => {})
  return pool
}
