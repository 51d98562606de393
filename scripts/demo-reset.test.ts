import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { lockDataDir } from '../src/database/data-dir-lock.ts'
import { compileCache } from '../test/support/process.ts'
import { resetDemo } from './demo-reset.ts'

const root = mkdtempSync(join(tmpdir(), 'demo-reset-'))
afterAll(() => rmSync(root, { recursive: true }))

describe('resetDemo', () => {
  test('removes database, demo files and key, and leaves everything else', async () => {
    const own = ['postgres-password', ...demo, 'audit-heads.jsonl']
    const dataDir = dataDirWith('postgres/PG_VERSION', ...own, 'backup.dump')
    expect(await resetDemo(dataDir)).toEqual(['postgres', ...own])
    expect(namesIn(dataDir)).toEqual(['backup.dump'])
  })

  test("removes PGlite's folder and a seeding that was cut off", async () => {
    const dataDir = dataDirWith('pglite/data', 'demo.seeding')
    await resetDemo(dataDir)
    expect(namesIn(dataDir)).toEqual([])
  })

  test('removes nothing while a service holds the directory', async () => {
    const dataDir = dataDirWith('postgres/PG_VERSION', ...demo)
    const lock = await lockDataDir(dataDir)
    await expect(resetDemo(dataDir)).rejects.toThrow(/is in use by process \d+/)
    lock.release()
    expect(namesIn(dataDir)).toEqual(['demo.json', 'postgres', 'secret.key'])
  })

  test('removes a database without demo.json only with the option for it', async () => {
    const dataDir = dataDirWith('postgres/PG_VERSION')
    await expect(resetDemo(dataDir)).rejects.toThrow('has a database but no demo.json')
    expect(namesIn(dataDir)).toEqual(['postgres'])
    expect(await resetDemo(dataDir, { force: true })).toEqual(['postgres'])
  })

  test('does not make a data directory that is not there', async () => {
    expect(await resetDemo(join(root, 'nowhere'))).toEqual([])
    expect(readdirSync(root)).not.toContain('nowhere')
  })
})

describe('npm run demo:reset', () => {
  test('says what it removed and exits 0', () => {
    const { status, stdout } = run({ DATA_DIR: dataDirWith(...demo) })
    expect([status, stdout]).toEqual([0, expect.stringContaining('demo.json, secret.key')])
  })

  test('leaves everything alone and exits 1 while DATABASE_URL is set', () => {
    const dataDir = dataDirWith(...demo)
    const DATABASE_URL = 'postgres://nobody@nowhere.invalid/none'
    const { status, stderr } = run({ DATA_DIR: dataDir, DATABASE_URL, SECRET_KEY: 'a'.repeat(43) })
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^DATABASE_URL is set/)])
    expect(namesIn(dataDir)).toEqual(demo)
  })
})

const demo = ['demo.json', 'secret.key']

function dataDirWith(...paths: string[]): string {
  const dataDir = mkdtempSync(join(root, 'data-'))
  for (const path of paths) {
    mkdirSync(join(dataDir, path, '..'), { recursive: true })
    writeFileSync(join(dataDir, path), '')
  }
  return dataDir
}

function run(environment: Record<string, string>) {
  const script = join(import.meta.dirname, 'demo-reset.ts')
  return spawnSync(process.execPath, [script], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, ...environment },
  })
}

/** The names in the directory, without the empty files used for locks. */
function namesIn(dataDir: string): string[] {
  return readdirSync(dataDir).filter((name) => !name.endsWith('.flock'))
}
