import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate, readMigrations } from '../src/database/migrate.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { inventNextMigrations } from './support/invented-migrations.ts'
import { findMigrationViolations } from './support/migration-rules.ts'
import { startTestService } from './support/service.ts'

let target: TestDatabase
let plain: string
let connection: TestDatabase['connection']
beforeAll(async () => {
  target = await createTestDatabase()
  // A login that row security applies to, as on a managed database.
  plain = `upgrade_${target.connection.database}`
  await target.admin(`create role ${plain} login createrole password 'plain'`)
  await target.admin(`create database ${plain} owner ${plain}`)
  await target.admin(`grant timbre_app, timbre_system to ${plain}`)
  connection = { ...target.connection, user: plain, password: 'plain', database: plain }
})
afterAll(async () => {
  await target.admin(`drop database ${plain} with (force)`)
  await target.admin(`drop role ${plain}`)
})

/** Runs statements as the cluster's owner, who bypasses row security. */
async function rowsOf<T extends pg.QueryResultRow>(text: string): Promise<T[]> {
  const client = new pg.Client({ ...target.connection, database: plain })
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

describe('an installation with the first migration only', () => {
  test('keeps its rows, and their tags and names are found like new ones', async () => {
    const migrations = await readMigrations(join(import.meta.dirname, '../migrations'))
    await migrate(connection, migrations.slice(0, 1))
    const id = (digit: string) => `'${digit.repeat(24)}'`
    const person = (digit: string, firstName: string, lastName: string) =>
      `(${id('a')}, ${id(digit)}, now(), now(), '${firstName}', '${lastName}', '${firstName} ${lastName}', 'pending', '{disc}', '{}')`
    await rowsOf(`
      insert into account (id, created_at, updated_at, name) values (${id('a')}, now(), now(), 'Own');
      insert into profile (account_id, id, created_at, updated_at, first_name, last_name, name_key, state,
        available_assessments, doc)
      values ${person('1', '美咲', '田中')}, ${person('2', 'noor', 'kim')}, ${person('3', '민준', '김')};
      insert into tag (account_id, id, created_at, updated_at, label, color)
      values (${id('a')}, ${id('4')}, now(), now(), 'Équipe', 'emerald')`)
    expect(await migrate(connection, migrations)).toEqual(migrations.slice(1).map(({ name }) => name))
    expect(await rowsOf('select token, profile_id from name_token order by profile_id')).toEqual([
      { token: '咲田', profile_id: '1'.repeat(24) },
      { token: '준김', profile_id: '3'.repeat(24) },
    ])
    expect(await rowsOf('select label_key from tag')).toEqual([{ label_key: 'equipe' }])
    const forced = await rowsOf<{ relname: string }>(
      `select relname from pg_class where relname in ('profile', 'name_token', 'tag') and relforcerowsecurity`,
    )
    expect(forced).toHaveLength(3)
  })
})

describe('an older version on the database of a newer one', () => {
  test('serves with migrations that only add, and the log says so; refuses to start without what it uses', async () => {
    const { present, added, removing } = await inventNextMigrations()
    expect([...added, ...removing].flatMap(({ text }) => findMigrationViolations(text))).toEqual([])
    const db = await createTestDatabase()
    await migrate(db.connection, [...present, ...added])
    const older = await startTestService({}, { db })
    expect(older.logged()).toContain('The database has migrations of a newer version, up to 9003-index.sql')
    const account = await older.account()
    const { status, body } = await account.call('POST', '/profile', { firstName: 'Noor', lastName: 'Kim' })
    expect(status).toBe(201)
    expect((await account.call('GET', `/profile/${body.profile.id}`)).status).toBe(200)
    expect(await (await fetch(`${older.url}/readyz`)).json()).toMatchObject({ migrations: true })
    await migrate(db.connection, [...present, ...added, ...removing])
    await expect(startTestService({}, { db })).rejects.toThrow(
      'its migration 9004-contraction.sql removes what this version uses',
    )
    expect(await migrate(db.connection, [...present, ...added])).toEqual([])
  })
})
