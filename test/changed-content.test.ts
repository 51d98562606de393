import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { cleanUp, newDataDir, startProcess } from './support/process.ts'
import { freePort } from './support/service.ts'

const project = join(import.meta.dirname, '..')
/** One for all, so that the code is compiled once. */
const copy = newCopy()
afterAll(async () => {
  await cleanUp()
  rmSync(copy, { recursive: true, force: true })
})

/** An installation with its own content files; packages and built pages are shared. */
function newCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), 'timbre-copy-'))
  for (const name of ['src', 'content', 'package.json']) {
    cpSync(join(project, name), join(copy, name), { recursive: true })
  }
  for (const name of ['node_modules', 'dist', 'web', 'migrations']) {
    symlinkSync(join(project, name), join(copy, name))
  }
  return copy
}

/** Runs the service, which ends, with a file that differs in one place. */
async function startChanged(name: string, from: string, to: string) {
  const path = join(copy, name)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replace(from, to))
  expect(readFileSync(path, 'utf8')).not.toBe(text)
  const dataDir = newDataDir()
  const settings = { DATA_DIR: dataDir, PORT: String(await freePort()), NODE_COMPILE_CACHE: '' }
  const service = startProcess(settings, copy)
  const code = await service.ended
  writeFileSync(path, text)
  expect(code).toBe(1)
  // Its compiled code is kept in the installation, also by a start that fails, and not in DATA_DIR.
  expect(readdirSync(join(copy, '.cache/compiled'), { recursive: true }).length).toBeGreaterThan(100)
  expect(readdirSync(dataDir)).toEqual([])
  return service
}

describe('a service with one changed byte in a file', () => {
  const title = 'refuses to start and names the file: %s'
  const refuse = async (name: string, from: string, to: string) => {
    const service = await startChanged(name, from, to)
    expect(service.stdout() + service.stderr()).toContain(`${name}: the file changed`)
    expect(service.stdout() + service.stderr()).not.toContain('listening')
  }
  test.each([['content/items/disc.json', 'desirability": 5', 'desirability": 6']])(title, refuse)
  test.each([
    ['content/items/focus.json', '"H1157"', '"H1158"'],
    ['content/norms/focus.json', '"mean": 1', '"mean": 2'],
  ])(title, { tags: 'long' }, refuse)

  test.each([
    ['content/items/core.json', ':', ';', 'cannot be read'],
    ['content/locales/fr/items.json', '"d07":', '"d08":', 'has no text for d07'],
  ])(
    "says so in one line if it can't be read anymore: %s",
    { tags: 'long' },
    async (name, from, to, fault) => {
      const service = await startChanged(name, from, to)
      expect(service.stderr().trim().split('\n')).toEqual([expect.stringContaining(`${name} ${fault}`)])
    },
  )
})
