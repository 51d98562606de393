import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { openDatabase } from './open.ts'

const parent = mkdtempSync(join(tmpdir(), 'timbre-open-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))
const id = 'a'.repeat(24)
const insert = `insert into account (id, created_at, updated_at, name) values ($1, now(), now(), 'Kept')`

describe('openDatabase', () => {
  test('uses DATABASE_URL', async () => {
    const { url } = await createTestDatabase()
    const opened = await openDatabase({ dataDir: join(parent, 'url'), databaseUrl: url, log: () => {} })
    expect(opened.kind).toBe('url')
    expect(await opened.database.ready()).toEqual({ database: true, migrations: true })
    await opened.close()
  })

  test('says in one sentence what is wrong with DATABASE_URL', async () => {
    const { url } = await createTestDatabase()
    const databaseUrl = url.replace(/\/test_\w+/, '/nowhere')
    const opening = openDatabase({ dataDir: join(parent, 'bad'), databaseUrl, log: () => {} })
    await expect(opening).rejects.toThrow('DATABASE_URL cannot be used: database "nowhere" does not exist')
  })

  test('falls back to PGlite with one warning where the server cannot run, and keeps the rows', async () => {
    const asRoot = process.getuid?.() === 0
    const locked = join(parent, 'locked')
    mkdirSync(locked, { mode: 0o700 })
    const warnings: string[] = []
    // Only root can enter this directory, and PostgreSQL may not run as root.
    const options = {
      dataDir: join(locked, 'data'),
      forcePglite: !asRoot,
      log: (line: string) => warnings.push(line),
    }
    const first = await openDatabase(options)
    expect(first.kind).toBe('pglite')
    expect(warnings).toEqual([
      expect.stringMatching(/^The data is kept by PGlite .* not safe against power loss\.$/),
    ])
    await first.database.inAccount(id, (sql) => sql.run(insert, [id]))
    await expect(openDatabase(options)).rejects.toThrow('is in use')
    await first.close()

    const second = await openDatabase(options)
    const seen = await Promise.all(
      Array.from({ length: 20 }, () =>
        second.database.inAccount(id, async (sql) =>
          Promise.all([sql.row('select name from account'), sql.row('select 1 as one')]),
        ),
      ),
    )
    expect(seen.flat()).toEqual(Array.from({ length: 20 }, () => [{ name: 'Kept' }, { one: 1 }]).flat())
    const others = second.database.inAccount('b'.repeat(24), (sql) => sql.rows('select id from account'))
    expect(await others).toEqual([])
    const broken = second.database.inAccount(id, (sql) => sql.rows('select 1 / 0'))
    await expect(broken).rejects.toThrow('division by zero')
    expect(await second.database.ready()).toEqual({ database: true, migrations: true })
    await second.close()
  })
})
