import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
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

describe('look', () => {
  test('says whether every migration has been applied', async () => {
    put('9001-first.sql', 'create table letter (id int)')
    const migrated = allApplied(await readMigrations(folder))
    const database = connect({ connection: target.connection, migrated })
    expect(await database.look(async () => 1)).toEqual({ writable: true, migrated: false, seen: 1 })
    await run()
    expect(await database.look(async () => 1)).toEqual({ writable: true, migrated: true, seen: 1 })
    await database.close()
  })
})
