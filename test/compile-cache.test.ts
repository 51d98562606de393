import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from './support/database.ts'
import { cleanUp, newDataDir, startProcess } from './support/process.ts'
import { freePort } from './support/service.ts'

afterAll(cleanUp)
const root = join(import.meta.dirname, '..')

// test/changed-content.test.ts shows in a start that fails where compiled code is kept.

test('a service keeps its compiled code in the installation, not in DATA_DIR', { tags: 'long' }, async () => {
  const [checkout, dataDir] = [newCheckout(), newDataDir()]
  const service = await start(checkout, dataDir)
  expect(await service.stop()).toBe(0)
  expect(keptIn(checkout).length).toBeGreaterThan(100)
  expect(readdirSync(dataDir).filter((name) => /cache|compile/.test(name))).toEqual([])
})

test('after scripts/compile.ts a start compiles hardly anything', { tags: 'long' }, async () => {
  const checkout = newCheckout()
  const environment = { PATH: process.env.PATH, NODE_COMPILE_CACHE: '' }
  execFileSync(join(root, 'node_modules/.bin/node'), ['scripts/compile.ts'], {
    cwd: checkout,
    env: environment,
  })
  const before = keptIn(checkout)
  expect(before.length).toBeGreaterThan(2_000)
  // Without the options of other tests: Node keeps code by the options of V8.
  const service = await start(checkout, newDataDir(), [join(root, 'node_modules/.bin/node'), 'src/main.ts'])
  expect(await service.stop()).toBe(0)
  expect(keptIn(checkout).length - before.length).toBeLessThan(100)
})

test('a service starts where it cannot keep compiled code, and says nothing', { tags: 'long' }, async () => {
  const checkout = newCheckout()
  // Not a folder, so not even root can write into it.
  writeFileSync(join(checkout, '.cache'), 'here')
  const service = await start(checkout, newDataDir())
  expect(await service.stop()).toBe(0)
  expect(service.stderr()).toBe('')
  expect(readFileSync(join(checkout, '.cache'), 'utf8')).toBe('here')
})

/** With its own sources: the cache is next to them. */
function newCheckout(): string {
  const checkout = mkdtempSync(join(tmpdir(), 'timbre-checkout-'))
  for (const name of ['src', 'package.json', 'scripts/compile.ts'])
    cpSync(join(root, name), join(checkout, name), { recursive: true })
  for (const name of ['node_modules', 'dist', 'content', 'migrations'])
    symlinkSync(join(root, name), join(checkout, name))
  return checkout
}

function keptIn(checkout: string) {
  return readdirSync(join(checkout, '.cache/compiled'), { recursive: true })
}

async function start(checkout: string, dataDir: string, command?: readonly string[]) {
  const { url } = await createTestDatabase()
  const service = startProcess(
    {
      DATABASE_URL: url,
      SECRET_KEY: randomBytes(32).toString('base64url'),
      DATA_DIR: dataDir,
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      PORT: String(await freePort()),
      NODE_COMPILE_CACHE: '',
    },
    checkout,
    command,
  )
  await service.ready()
  return service
}
