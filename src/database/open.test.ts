import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { openDatabase } from './open.ts'
import { listServers } from './server-process.ts'

const parent = mkdtempSync(join(tmpdir(), 'timbre-open-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))
const id = 'a'.repeat(24)
const insert = `insert into account (id, created_at, updated_at, name) values ($1, now(), now(), 'Kept')`

describe('openDatabase', () => {
  test('uses DATABASE_URL', async () => {
    const { url } = await createTestDatabase()
    const opened = await openDatabase({ dataDir: join(parent, 'url'), databaseUrl: url, log: () => {} })
    expect(opened.kind).toBe('url')
    expect(await opened.database.look(async () => 1)).toEqual({
      writable: true,
      migrated: true,
      seen: 1,
      damaged: false,
    })
    await opened.close()
  })

  test('explains in one sentence what is wrong with DATABASE_URL', async () => {
    const { url } = await createTestDatabase()
    const databaseUrl = url.replace(/\/test_\w+/, '/nowhere')
    const opening = openDatabase({ dataDir: join(parent, 'bad'), databaseUrl, log: () => {} })
    await expect(opening).rejects.toThrow('DATABASE_URL cannot be used: database "nowhere" does not exist')
  })

  const below = 'works below a folder that only root may enter'
  const asRoot = test.skipIf(process.getuid?.() !== 0)
  asRoot(below, { tags: 'long' }, async () => (await openBelow('locked')).close())
  asRoot(`${below}, and keeps its rows`, { tags: 'long' }, async () => {
    const first = await openBelow('kept')
    await first.database.inAccount(id, (sql) => sql.run(insert, [id]))
    await first.close()
    const { dataDir } = first
    const second = await openDatabase({ dataDir, log: () => {} })
    expect(await second.database.inAccount(id, (sql) => sql.row('select name from account'))).toEqual({
      name: 'Kept',
    })
    await second.close()
  })

  async function openBelow(name: string) {
    const locked = join(parent, name)
    mkdirSync(locked, { mode: 0o700 })
    const warnings: string[] = []
    const options = { dataDir: join(locked, 'data'), log: (line: string) => warnings.push(line) }
    const first = await openDatabase(options)
    expect(first.kind).toBe('embedded')
    const [server] = listServers(join(options.dataDir, 'postgres')).map(({ pid }) => statusOf(pid))
    // CAP_DAC_READ_SEARCH is bit 2.
    expect(server).toEqual({
      Uid: expect.not.stringMatching(/^0\t/),
      CapEff: '0000000000000004',
      CapBnd: '0000000000000004',
    })
    expect(warnings).toEqual([])
    return { ...first, dataDir: options.dataDir }
  }

  test('refuses a PGlite data directory, and leaves it unchanged', async () => {
    const dataDir = join(parent, 'pglite')
    mkdirSync(join(dataDir, 'pglite'), { recursive: true })
    await expect(openDatabase({ dataDir, log: () => {} })).rejects.toThrow(
      /made with PGlite.+self-hosting\.md/,
    )
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  })
})

function statusOf(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const field = (name: string) => status.match(new RegExp(`^${name}:\\t(.+)$`, 'm'))?.[1]
  return { Uid: field('Uid'), CapEff: field('CapEff'), CapBnd: field('CapBnd') }
}
