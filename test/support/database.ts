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
  /** The value of DATABASE_URL: a login that owns nothing and may switch to the two roles. */
  url: string
  /** The value of DATABASE_OWNER_URL: the login owns the tables and is a superuser. */
  ownerUrl: string
  /** Connection settings of the owner and of the service. */
  connection: Connection
  runtime: Connection
  /** Runs one statement as the cluster's owner, who bypasses row security. */
  admin<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>
}

/**
 * An empty, migrated database for one test file, ready in a few hundredths of a second. Call it at the top of a test
 * file or in a hook; all connections end after the file's last test. On a disk the database is removed with the whole
 * cluster and not before, because some file systems create files very slowly while many are being deleted. `patience`
 * multiplies the time limits of statements, for what is not about time on a busy machine.
 */
export async function createTestDatabase({ patience = 1 } = {}): Promise<TestDatabase> {
  const server = inject('testServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  maker ??= openOwner({ ...server, database: 'timbre' })
  const everywhere = maker
  await everywhere.query(`create database ${name} template ${template} strategy file_copy`)
  const connection = { ...server, database: name }
  const runtime = { ...connection, user: loginUsers.runtime }
  const database = connect({ connection: runtime, patience })
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

/** Creates and drops databases for all files of a worker. */
let maker: pg.Pool | undefined

/**
 * Pooled connections, because opening one takes longer than most statements. A waiting statement does not block others.
 */
function openOwner(connection: pg.ClientConfig): pg.Pool {
  const pool = new pg.Pool({ ...connection, max: 8, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // A test may close all connections; the next statement opens a new one.
  pool.on('error', () => {})
  return pool
}
