import { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import type { Database, Sql } from '../contract/ports.ts'
import { connect } from './connect.ts'
import { createGroupFlush } from './group-flush.ts'
import { commitLater, connectOutsideTransaction } from './open-reads.ts'
import { inTransaction } from './transaction.ts'

const ours = 'a'.repeat(24)
const theirs = 'b'.repeat(24)

let db: TestDatabase
/** Has a single connection for transactions, so that each follows on the one before. */
let single: Database
beforeAll(async () => {
  db = await createTestDatabase()
  single = connect({ connection: db.runtime, poolSize: 1 })
  for (const id of [ours, theirs])
    await single.inAccount(id, (sql) =>
      sql.run('insert into account (id, created_at, updated_at, name) values ($1, now(), now(), $2)', [
        id,
        id,
      ]),
    )
  return () => single.close()
})
afterEach(() => vi.restoreAllMocks())

const read = <T>(work: (sql: Sql) => Promise<T>, account = ours) =>
  single.inAccount(account, work, { readOnly: true })
const readOne = () => read((sql) => sql.row('select 1 as one'))
const writeOne = () => single.inAccount(ours, (sql) => sql.row('select 1 as one'))

describe('writes to the socket', () => {
  test('a read on a warm connection is one: the end of the last read, the opening and the statement', async () => {
    await readOne()
    await readOne()
    expect(await countWrites(readOne)).toBe(1)
    const reads = async () => {
      for (let count = 0; count < 3; count++) await readOne()
    }
    expect(await countWrites(reads)).toBe(3)
  })

  test('a write is two: the opening with the statement, and the commit', async () => {
    await writeOne()
    expect(await countWrites(writeOne)).toBe(2)
  })

  test('statements that are sent together are one', async () => {
    const three = async (sql: Sql) => {
      await sql.row('select 1 as one')
      await Promise.all([sql.row('select 2 as two'), sql.row('select 3 as three')])
    }
    await read(three)
    expect(await countWrites(() => read(three))).toBe(2)
  })

  /** Counts what is handed to the operating system while `work` runs, one call for each write to a socket. */
  async function countWrites(work: () => Promise<unknown>): Promise<number> {
    const writes = ['_write', '_writev'].map((name) => vi.spyOn(Socket.prototype, name as '_write'))
    await work()
    const count = writes.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
    vi.restoreAllMocks()
    return count
  }
})

describe('a read that has been answered but not committed', () => {
  test('is ended although nothing follows it', async () => {
    await readOne()
    await vi.waitFor(async () => expect(await openTransactions()).toEqual([]), { timeout: 60_000 })
  })

  test('leaves nothing of its account, role or snapshot to the next transaction', async () => {
    // Text with all six digits: two reads can be within one millisecond, the unit of JavaScript's dates.
    const exact = (moment: string) => `to_char(${moment}, 'YYYY-MM-DD HH24:MI:SS.US')`
    const state = `select current_setting('app.account') as account, current_user as role,
      (select string_agg(id, ',') from account) as visible, pg_backend_pid() as pid, ${exact('clock_timestamp()')} as at, ${exact('now()')} as began`
    const system = `select current_setting('app.account', true) as account, current_user as role`
    const first = await read((sql) => sql.row<Seen>(state))
    const second = await read((sql) => sql.row<Seen>(state), theirs)
    const third = await single.inSystem((sql) => sql.row(system), { readOnly: true })
    const fourth = await single.inAccount(ours, (sql) => sql.row<Seen>(state))
    expect(first).toMatchObject({ account: ours, role: 'timbre_app', visible: ours })
    expect(second).toMatchObject({ account: theirs, role: 'timbre_app', visible: theirs, pid: first?.pid })
    expect(third).toEqual({ account: '', role: 'timbre_system' })
    expect(fourth).toMatchObject({ account: ours, role: 'timbre_app', visible: ours, pid: first?.pid })
    expect(second && first && second.began > first.at).toBe(true)
  })

  test('does not make the next transaction read-only', async () => {
    await readOne()
    const name = await single.inAccount(ours, (sql) =>
      sql.row(`update account set name = 'new' where id = $1 returning name`, [ours]),
    )
    expect(name).toEqual({ name: 'new' })
    expect(await read((sql) => sql.row('select name from account'))).toEqual({ name: 'new' })
  })

  test.each(['select 1 / 0; begin', 'begin; select 1 / 0'])(
    'shows nothing of its account to a transaction whose opening fails: %s',
    async (opening) => {
      const onConnect = (client: pg.ClientBase) => client.query('set role timbre_app')
      const pool = new pg.Pool({ ...db.runtime, max: 1, pipeline: true, onConnect })
      const flushes = createGroupFlush(() => pool.connect())
      const connections = {
        connect: async () => ({ client: await pool.connect(), flushes, failed() {} }),
        retries: { begin: () => ({ next: () => undefined }) },
      }
      const accounts = (sql: Sql) => sql.rows('select id from account')
      const begin = `begin read only; set local role timbre_app; set local app.account = '${ours}'`
      const { result } = await inTransaction(connections, begin, accounts, { readOnly: true })
      expect(result).toEqual([{ id: ours }])
      const leaked = vi.fn()
      const broken = inTransaction(connections, opening, (sql) => accounts(sql).then(leaked), {
        readOnly: true,
      })
      await expect(broken).rejects.toThrow('division by zero')
      expect(leaked.mock.calls.filter(([rows]) => rows.length > 0)).toEqual([])
      await pool.end()
    },
  )

  test('is ended before its connection is used for anything but a transaction', async () => {
    const pool = new pg.Pool({ ...db.runtime, max: 1 })
    const reader = await pool.connect()
    await reader.query('begin read only')
    commitLater(reader)
    reader.release()
    const client = await connectOutsideTransaction(pool)
    const { rows } = await client.query(
      `select now() = statement_timestamp() as "isAlone", current_setting('transaction_read_only') as "readOnly"`,
    )
    client.release()
    await pool.end()
    expect(rows).toEqual([{ isAlone: true, readOnly: 'off' }])
  })

  test('is ended before a flush of the log on its connection', async () => {
    await readOne()
    const query = vi.spyOn(pg.Client.prototype, 'query')
    await readOne()
    await single.flush()
    const texts = query.mock.calls.map(([text]) => String(text).split(/[ ;]/)[0])
    expect(texts.slice(-2)).toEqual(['commit', 'select'])
  })

  test('may lose its connection: the next transaction gets another', async () => {
    const before = await read((sql) => sql.row<{ pid: number }>('select pg_backend_pid() as pid'))
    await db.admin('select pg_terminate_backend($1, 5000)', [before?.pid])
    const after = await read((sql) => sql.row<{ pid: number }>('select pg_backend_pid() as pid'))
    expect(after?.pid).not.toBe(before?.pid)
  })

  test('does not hold up the end of the pool, nor outlive it', async () => {
    const database = connect({ connection: db.runtime })
    await database.inAccount(ours, (sql) => sql.row('select 1 as one'), { readOnly: true })
    await database.close()
    await setTimeout(5)
    await vi.waitFor(async () => expect(await openTransactions()).toEqual([]), { timeout: 60_000 })
  })

  test('that failed is rolled back, and its connection can be used', async () => {
    await readOne()
    await expect(read((sql) => sql.row('select 1 / 0 as one'))).rejects.toThrow('division by zero')
    expect(await readOne()).toEqual({ one: 1 })
    expect(await writeOne()).toEqual({ one: 1 })
  })

  type Seen = { account: string; role: string; visible: string; pid: number; at: string; began: string }

  const openTransactions = () =>
    db.admin<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and usename = 'timbre_runtime'
          and state like 'idle in transaction%'`,
    )
})
