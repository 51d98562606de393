import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import type { MigrationLimits } from './apply-migration.ts'
import { connect } from './connect.ts'
import { allApplied, migrate, readMigrations } from './migrate.ts'

let folder: string
let target: TestDatabase
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'timbre-migrations-'))
  target = await createTestDatabase()
})
afterEach(() => rmSync(folder, { recursive: true }))

const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
const run = async () => migrate(target.connection, await readMigrations(folder))

describe('migrate', () => {
  test('applies each file once, in numeric order', async () => {
    put('9002-second.sql', 'insert into letter values (2)')
    put('9001-first.sql', 'create table letter (id int)')
    expect(await run()).toEqual(['9001-first.sql', '9002-second.sql'])
    put('9003-third.sql', 'insert into letter values (3)')
    expect(await run()).toEqual(['9003-third.sql'])
    expect(await target.admin('select id from letter order by id')).toEqual([{ id: 2 }, { id: 3 }])
  })

  test('does the work once for several concurrent starts', async () => {
    put('9001-first.sql', 'create table letter (id int); select pg_sleep(0.1)')
    const applied = await Promise.all([run(), run(), run()])
    expect(applied.flat()).toEqual(['9001-first.sql'])
  })

  test('keeps only complete files, and continues where it stopped', async () => {
    put('9001-first.sql', 'create table letter (id int)')
    put('9002-second.sql', 'insert into letter values (1); select nothing from nowhere')
    await expect(run()).rejects.toThrow(
      'The migration 9002-second.sql failed: relation "nowhere" does not exist',
    )
    expect(await target.admin('select count(*)::int as count from letter')).toEqual([{ count: 0 }])
    put('9002-second.sql', 'insert into letter values (1)')
    expect(await run()).toEqual(['9002-second.sql'])
  })

  test('refuses a file that was changed after it was applied', async () => {
    put('9001-first.sql', 'create table letter (id int)')
    await run()
    put('9001-first.sql', 'create table letter (id bigint)')
    await expect(run()).rejects.toThrow('The migration 9001-first.sql was changed')
  })

  test('refuses two files with the same number', async () => {
    put('9001-first.sql', '')
    put('9001-other.sql', '')
    await expect(run()).rejects.toThrow('Two migrations have the number 9001')
  })

  test('works for a login that owns the database and is not a superuser', async () => {
    put('9001-first.sql', 'create table letter (id int)')
    await target.admin(`create role plain_${target.connection.database} login createrole password 'plain'`)
    const plain = `plain_${target.connection.database}`
    await target.admin(`create database ${plain} owner ${plain}`)
    const connection = { ...target.connection, user: plain, password: 'plain', database: plain }
    await target.admin(`grant timbre_app, timbre_system to ${plain}`)
    expect(await migrate(connection, await readMigrations(folder))).toEqual(['9001-first.sql'])
    const database = connect({ connection })
    expect(await database.inSystem((sql) => sql.row('select current_user as role'))).toEqual({
      role: 'timbre_system',
    })
    await database.close()
    await target.admin(`drop database ${plain} with (force)`)
    await target.admin(`drop role ${plain}`)
  })
})

describe('a migration behind a session that reads', () => {
  test('lets requests for the same table pass, and names the session once', async () => {
    const { reader, migrating, logged } = await migrateBehindReader()
    await request()
    await vi.waitFor(() => expect(logged).toHaveLength(1), { timeout: 20_000 })
    await request()
    const pid = await pidOf(reader)
    await reader.query('commit')
    expect(await migrating).toEqual(['9002-second.sql'])
    expect(logged.map((line) => line.replace(/began \d+ s/, 'began 0 s'))).toEqual([
      `The migration 9002-second.sql waits for session ${pid} (idle in transaction, its transaction began 0 s ago) and is tried again for 5 min`,
    ])
  })

  test('gives up after the limit and leaves nothing behind', async () => {
    const { reader, migrating } = await migrateBehindReader({ ...quick, giveUp: 1_000 })
    const pid = await pidOf(reader)
    await expect(migrating).rejects.toThrow(
      `The migration 9002-second.sql did not get its locks within 1 s: session ${pid} (idle in transaction`,
    )
    await reader.query('commit')
    expect(await run()).toEqual(['9002-second.sql'])
  })
})

describe('a migration that runs concurrently', () => {
  const indexes = () =>
    target.admin("select indisvalid from pg_index where indexrelid = to_regclass('letter_id')")
  const build =
    '-- concurrently\n-- Of lists.\ncreate unique index concurrently if not exists letter_id on letter (id);\n'

  test('runs once for several concurrent starts', async () => {
    put('9001-first.sql', 'create table letter (id int)')
    put('9002-second.sql', build)
    const applied = await Promise.all([run(), run(), run()])
    expect(applied.flat().sort()).toEqual(['9001-first.sql', '9002-second.sql'])
    expect(await indexes()).toEqual([{ indisvalid: true }])
  })

  test('is completed by the next start after a kill, with requests for the table meanwhile', async () => {
    const { reader, migrating } = await migrateBehindReader(quick, build)
    await vi.waitFor(async () => expect(await indexes()).toEqual([{ indisvalid: false }]), {
      timeout: 20_000,
    })
    await request()
    await target.admin(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'create unique index%' and datname = current_database()",
    )
    await expect(migrating).rejects.toThrow('The migration 9002-second.sql failed: terminating connection')
    expect(await indexes()).toEqual([{ indisvalid: false }])
    await reader.query('commit')
    expect(await run()).toEqual(['9002-second.sql'])
    expect(await indexes()).toEqual([{ indisvalid: true }])
  })

  test('adds each policy once, also if it was interrupted between two', async () => {
    put('9001-first.sql', 'create table letter (id int)')
    const policies = ['one', 'two'].map((name) => `create policy ${name} on letter using (true);\n`)
    put('9002-second.sql', `-- concurrently\n${policies.join('')}`)
    await run()
    await target.admin("delete from migration where name = '9002-second.sql'")
    await target.admin('drop policy two on letter')
    expect(await run()).toEqual(['9002-second.sql'])
    expect(
      await target.admin("select polname from pg_policy where polrelid = 'letter'::regclass order by 1"),
    ).toEqual([{ polname: 'one' }, { polname: 'two' }])
  })

  test('changes what coaches see, again after a kill', async () => {
    put('9001-first.sql', 'create table letter (id int); create policy coaches on letter using (false)')
    put('9002-second.sql', '-- concurrently\nalter policy coaches on letter using (id > 1);\n')
    await run()
    await target.admin("delete from migration where name = '9002-second.sql'")
    expect(await run()).toEqual(['9002-second.sql'])
    expect(
      await target.admin(
        "select pg_get_expr(polqual, polrelid) as shows from pg_policy where polrelid = 'letter'::regclass",
      ),
    ).toEqual([{ shows: '(id > 1)' }])
  })

  test('is completed by the next start if the kill came after its last statement', async () => {
    put('9001-first.sql', 'create table letter (id int)')
    put('9002-second.sql', build)
    await run()
    await target.admin("delete from migration where name = '9002-second.sql'")
    expect(await run()).toEqual(['9002-second.sql'])
  })
})

const quick = { lock: 200, pause: 50, giveUp: 300_000 }

/** A migration that waits for a reader of its table. */
async function migrateBehindReader(
  limits: MigrationLimits = quick,
  text = 'alter table letter add column name text',
) {
  put('9001-first.sql', 'create table letter (id int)')
  await run()
  put('9002-second.sql', text)
  const reader = await openClient()
  await reader.query('begin isolation level repeatable read; select from letter')
  const logged: string[] = []
  const log = (line: string) => logged.push(line)
  const migrating = migrate(target.connection, await readMigrations(folder), { limits, log })
  migrating.catch(() => {})
  const waiting = () =>
    target.admin(
      'select from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0 and datname = current_database()',
    )
  await vi.waitFor(async () => expect(await waiting()).not.toEqual([]), { timeout: 20_000 })
  return { reader, migrating, logged }
}

/** Writes and reads the table with the time limits of the service. */
async function request(): Promise<void> {
  const client = await openClient()
  await client.query(
    "set lock_timeout = '2s'; insert into letter values (1); select from letter; delete from letter",
  )
}

async function pidOf(client: pg.Client): Promise<number> {
  return (await client.query('select pg_backend_pid() as pid')).rows[0].pid
}

async function openClient(): Promise<pg.Client> {
  const client = new pg.Client(target.connection)
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

describe('look', () => {
  test('says whether every migration has been applied', async () => {
    put('9001-first.sql', 'create table letter (id int)')
    const migrated = allApplied(await readMigrations(folder))
    const database = connect({ connection: target.connection, migrated })
    expect(await database.look(async () => 1)).toEqual({
      writable: true,
      migrated: false,
      seen: 1,
      damaged: false,
    })
    await run()
    expect(await database.look(async () => 1)).toEqual({
      writable: true,
      migrated: true,
      seen: 1,
      damaged: false,
    })
    await database.close()
  })
})
