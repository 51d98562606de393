import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { Database } from '../../src/contract/ports.ts'
import { connect } from '../../src/database/connect.ts'
import { template } from './cluster.ts'
import { atEnd } from './ends.ts'

export type TestDatabase = {
  database: Database
  /** What DATABASE_URL would be: the login owns the tables. */
  url: string
  connection: { host: string; port: number; user: string; password: string; database: string }
  /** Runs one statement as the owner of the cluster, whom row security does not bind. */
  admin<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>
}

/**
 * A migrated database of its own, empty, in about a tenth of a second. Call it in a test file, at the top
 * or in a hook; it is dropped after the last test of that file.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  maker ??= openOwner({ ...server, database: 'timbre' })
  const everywhere = maker
  await everywhere.query(`create database ${name} template ${template}`)
  const connection = { ...server, database: name }
  const database = connect({ connection })
  const owner = openOwner(connection)
  atEnd(async () => {
    await owner.end()
    await database.close()
    await everywhere.query(`drop database ${name} with (force)`)
  })
  const { host, port, user, password } = server
  const url = `postgres://${user}:${password}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
  const admin: TestDatabase['admin'] = async (text, values) => (await owner.query(text, values)).rows as never
  return { database, url, connection, admin }
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
