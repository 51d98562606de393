import { setTimeout } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import type { Sql } from '../contract/ports.ts'
import { connect } from './connect.ts'
import { DatabaseUnavailable, isDuplicate } from './errors.ts'

const ours = 'a'.repeat(24)
const theirs = 'b'.repeat(24)
const insert = 'insert into account (id, created_at, updated_at, name) values ($1, $2, $2, $3)'
const day = '2026-11-21T02:05:52.123Z'

let test1: TestDatabase
beforeAll(async () => {
  test1 = await createTestDatabase()
  for (const id of [ours, theirs]) {
    await test1.database.inAccount(id, (sql) => sql.run(insert, [id, day, `Account ${id[0]}`]))
  }
})

describe('inAccount', () => {
  test('shows the rows of its account and of no other', async () => {
    const rows = await test1.database.inAccount(ours, (sql) => sql.rows('select id, created_at from account'))
    expect(rows).toEqual([{ id: ours, created_at: day }])
  })

  test('cannot write a row of another account', async () => {
    const write = test1.database.inAccount(ours, (sql) => sql.run(insert, ['c'.repeat(24), day, 'C']))
    await expect(write).rejects.toMatchObject({ code: '42501' })
  })

  test('refuses anything that is not an account ID', () => {
    expect(() => test1.database.inAccount(`${ours}'; drop`, async () => 1)).toThrow('24 hexadecimal')
  })

  test('cannot write in a read-only transaction', async () => {
    const write = test1.database.inAccount(ours, (sql) => sql.run('delete from tag'), { readOnly: true })
    await expect(write).rejects.toMatchObject({ code: '25006' })
  })

  test('gives a reader one snapshot, whatever others commit meanwhile', async () => {
    const type = 'select type from account'
    const seen = await test1.database.inAccount(
      ours,
      async (sql) => {
        const first = await sql.row(type)
        await test1.database.inAccount(ours, (other) => other.run(`update account set type = 'school'`))
        return [first, await sql.row(type)]
      },
      { readOnly: true },
    )
    expect(seen).toEqual([{ type: 'organization' }, { type: 'organization' }])
  })

  test('keeps the results of many accounts on few connections separate', async () => {
    const ids = Array.from({ length: 200 }, (_, place) => (place % 3 === 0 ? theirs : ours))
    const seen = await Promise.all(
      ids.map((id) =>
        test1.database.inAccount(id, (sql) => sql.row('select id from account'), { readOnly: true }),
      ),
    )
    expect(seen).toEqual(ids.map((id) => ({ id })))
  })

  test('rolls everything back if the work throws, and the next transaction works', async () => {
    const broken = test1.database.inAccount(ours, async (sql) => {
      await sql.run(`update account set name = 'changed'`)
      throw new Error('no')
    })
    await expect(broken).rejects.toThrow('no')
    const row = await test1.database.inAccount(ours, (sql) => sql.row('select name from account'))
    expect(row).toEqual({ name: 'Account a' })
  })

  test('reports the first error if statements were sent together', async () => {
    const broken = test1.database.inAccount(ours, async (sql) => {
      const statements = [sql.rows('select 1 / 0'), sql.rows('select 2'), sql.rows('select 3')]
      await statements[2]
      return Promise.all(statements)
    })
    await expect(broken).rejects.toThrow('division by zero')
  })

  test('does not report success if a failed statement was caught', async () => {
    const hidden = test1.database.inAccount(ours, async (sql) => {
      await sql.run(`update account set name = 'changed'`)
      await sql.run(insert, [ours, day, 'twice']).catch(() => {})
    })
    await expect(hidden).rejects.toSatisfy((error) => isDuplicate(error, 'account_pkey'))
  })

  test('runs its last steps after everything else, in order, and fails if a statement fails that they did not await', async () => {
    const order: string[] = []
    const broken = test1.database.inAccount(ours, async (sql) => {
      sql.beforeCommit(async () => {
        order.push('first')
        await sql.run(`update account set name = 'changed'`)
      })
      sql.beforeCommit(async () => {
        order.push('second')
        void sql.run('select 1 / 0')
      })
      await sql.run('select 1')
      order.push('work')
    })
    await expect(broken).rejects.toThrow('division by zero')
    expect(order).toEqual(['work', 'first', 'second'])
    const row = await test1.database.inAccount(ours, (sql) => sql.row('select name from account'))
    expect(row).toEqual({ name: 'Account a' })
  })

  test('runs no last step if the work throws', async () => {
    let ran = false
    const broken = test1.database.inAccount(ours, async (sql) => {
      sql.beforeCommit(async () => {
        ran = true
      })
      throw new Error('no')
    })
    await expect(broken).rejects.toThrow('no')
    expect(ran).toBe(false)
  })

  test('refuses a statement after the end of its transaction', async () => {
    const leaked = await test1.database.inAccount(ours, async (sql) => ({ sql }))
    await expect(leaked.sql.rows('select 1')).rejects.toThrow('after its transaction')
  })

  test('retries after a serialization failure', async () => {
    let runs = 0
    await test1.database.inAccount(ours, async (sql) => {
      runs += 1
      if (runs < 3) await sql.run(`do $$ begin raise exception 'again' using errcode = '40001'; end $$`)
    })
    expect(runs).toBe(3)
  })

  test('retries on a new connection if the old one breaks before COMMIT', async () => {
    let runs = 0
    const name = await test1.database.inAccount(ours, async (sql) => {
      runs += 1
      const own = await sql.row<{ pid: number }>('select pg_backend_pid() as pid')
      if (runs === 1) await test1.admin('select pg_terminate_backend($1)', [own?.pid])
      if (runs === 1) await setTimeout(50)
      return sql.row('select name from account')
    })
    expect([runs, name]).toEqual([2, { name: 'Account a' }])
  })

  test('is unavailable, soon, if a lock is not granted', async () => {
    await test1.database.inAccount(ours, async (sql) => {
      await sql.run(`update account set name = name`)
      const blocked = test1.database.inAccount(ours, (other) => other.run(`update account set name = name`))
      await expect(blocked).rejects.toBeInstanceOf(DatabaseUnavailable)
    })
  })
})

describe('inAccount, with everything sent at once', () => {
  const atOnce = { atOnce: true }
  const nameOf = () => test1.database.inAccount(ours, (sql) => sql.row('select name from account'))

  test('keeps what all statements wrote', async () => {
    const work = test1.database.inAccount(ours, (sql) => sql.run(`update account set name = name`), atOnce)
    expect(await work).toBe(1)
  })

  test('fails and keeps nothing if a statement fails, even one that nobody awaited', async () => {
    const work = test1.database.inAccount(
      ours,
      async (sql) => {
        const written = sql.run(`update account set name = 'changed'`)
        sql.run('select 1 / 0')
        return written
      },
      atOnce,
    )
    await expect(work).rejects.toThrow('division by zero')
    expect(await nameOf()).toEqual({ name: 'Account a' })
  })

  test('is unavailable, and not repeated, if the connection is lost: the outcome is unknown', async () => {
    let runs = 0
    await test1.database.inAccount(ours, async (sql) => {
      await sql.run(`update account set name = name`)
      const blocked = test1.database.inAccount(
        ours,
        (other) => {
          runs += 1
          return other.run(`update account set name = 'changed'`)
        },
        atOnce,
      )
      const lost = expect(blocked).rejects.toBeInstanceOf(DatabaseUnavailable)
      await expect.poll(() => test1.admin(endBlocked)).toEqual([{ ended: true }])
      await lost
    })
    expect([runs, await nameOf()]).toEqual([1, { name: 'Account a' }])
  })

  test('keeps nothing if it registers a last step, for which there is no time', async () => {
    const work = test1.database.inAccount(
      ours,
      async (sql) => {
        const written = sql.run(`update account set name = 'changed'`)
        sql.beforeCommit(async () => {})
        return written
      },
      atOnce,
    )
    await expect(work).rejects.toThrow('last steps')
    expect(await nameOf()).toEqual({ name: 'Account a' })
  })
})

describe('a transaction that commits asynchronously', () => {
  test('does so alone: the next one waits for the disk', async () => {
    // The server of the tests waits for no disk at all, if it isn't told otherwise.
    await test1.admin(`alter database ${test1.connection.database} set synchronous_commit = on`)
    const database = connect({ connection: test1.connection, poolSize: 1 })
    const setting = (sql: Sql) => sql.row('show synchronous_commit')
    const settings = [
      await database.inAccount(ours, setting, { asyncCommit: true }),
      await database.inAccount(ours, setting),
      await database.inSystem(setting, { asyncCommit: true, atOnce: true }),
      await database.inSystem(setting),
    ]
    await database.close()
    await test1.admin(`alter database ${test1.connection.database} reset synchronous_commit`)
    expect(settings.map((row) => Object.values(row ?? {})[0])).toEqual(['off', 'on', 'off', 'on'])
  })

  test('keeps nothing if it registers a last step: entries and events must be on disk', async () => {
    const work = test1.database.inAccount(
      ours,
      async (sql) => {
        await sql.run(`update account set name = 'changed'`)
        sql.beforeCommit(async () => {})
      },
      { asyncCommit: true },
    )
    await expect(work).rejects.toThrow('must be on disk')
    const row = await test1.database.inAccount(ours, (sql) => sql.row('select name from account'))
    expect(row).toEqual({ name: 'Account a' })
  })
})

const endBlocked = `select pg_terminate_backend(pid) as ended from pg_stat_activity
  where wait_event_type = 'Lock' and datname = current_database()`

describe('inSystem', () => {
  test('sees which accounts exist, by name, but not their content', async () => {
    const { database } = test1
    const rows = await database.inSystem((sql) => sql.rows('select id from account order by id'))
    expect(rows).toEqual([{ id: ours }, { id: theirs }])
    const preferences = database.inSystem((sql) => sql.rows('select preferences from account'))
    await expect(preferences).rejects.toMatchObject({ code: '42501' })
    await expect(database.inSystem((sql) => sql.rows('select * from profile'))).rejects.toMatchObject({
      code: '42501',
    })
  })
})

describe('look', () => {
  test('says that the server refuses writes, and that it accepts them again', async () => {
    const name = test1.connection.database
    await test1.admin(`alter database ${name} set default_transaction_read_only = on`)
    const database = connect({ connection: test1.connection })
    const write = database.inAccount(ours, (sql) => sql.run('delete from tag'))
    await expect(write).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(await database.look(async () => 1)).toEqual({
      writable: 'read_only',
      migrated: true,
      seen: 1,
      damaged: false,
    })
    await test1.admin(`begin read write; alter database ${name} reset default_transaction_read_only; commit`)
    await test1.admin(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [name],
    )
    await setTimeout(50)
    expect(await database.look(async () => 1)).toEqual({
      writable: true,
      migrated: true,
      seen: 1,
      damaged: false,
    })
    await database.close()
  })
})

describe('values', () => {
  test('arrive as numbers, ISO instants and plain dates', async () => {
    const row = await test1.database.inSystem((sql) =>
      sql.row(`select count(*) as count, '2026-01-02 03:04:05.6789+02'::timestamptz as at, date '2026-01-02' as day,
        array['2026-01-02 00:00+00'::timestamptz, null] as many, 12::numeric as sum, '{"a": 1}'::jsonb as doc`),
    )
    expect(row).toEqual({
      count: 1,
      at: '2026-01-02T01:04:05.678Z',
      day: '2026-01-02',
      many: ['2026-01-02T00:00:00.000Z', null],
      sum: 12,
      doc: { a: 1 },
    })
  })
})

describe('an unreachable server', () => {
  test('makes transactions unavailable and refuses a look', async () => {
    const database = connect({ connection: { host: '127.0.0.1', port: 1, user: 'nobody' } })
    await expect(database.inSystem(async () => 1)).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(await database.look(async () => 1)).toEqual({ damaged: false, trouble: 'refused' })
    await database.close()
  })
})
