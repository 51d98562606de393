import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { listServers } from '../src/database/server-process.ts'
import { createLog } from '../src/platform/log.ts'
import { startService } from '../src/start/service.ts'
import { createTestDatabase } from './support/database.ts'
import type { FailedStart } from './support/failing-starts.ts'
import { copyDataDir } from './support/prepared-data-dir.ts'
import { cleanUp, compileCache, newDataDir } from './support/process.ts'
import { freePort } from './support/service.ts'

afterAll(cleanUp)
const root = join(import.meta.dirname, '..')
const node = join(root, 'node_modules/.bin/node')
const log = createLog('silent', { write() {} })

describe('a start that fails', () => {
  const left = 'leaves no connection, port, lock file or timer'
  test(`at the first or last of its parts ${left}`, () => failAt('ends', 3))
  test(`at any part ${left}`, { tags: 'long' }, () => failAt('all', 13))

  test('on a port in use, or after seeding fails, leaves no PostgreSQL and no lock file', {
    tags: 'long',
  }, async () => {
    const dataDir = await copyDataDir('empty')
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const config = configOf({ PORT: String(port), DATA_DIR: dataDir, DEMO: 'off', SECRET_KEY: '' })
    const leftovers = () => ({
      hasServer: listServers(join(dataDir, 'postgres')).length > 0,
      hasPidFile: existsSync(join(dataDir, 'postgres/postmaster.pid')),
      isLocked: existsSync(join(dataDir, 'timbre.lock')),
    })
    const nothing = { hasServer: false, hasPidFile: false, isLocked: false }
    await expect(startService({ config, log })).rejects.toThrow(`PORT: ${port} is in use`)
    expect(leftovers()).toEqual(nothing)

    await new Promise((resolve) => other.close(resolve))
    const beforeListening = async () => {
      expect(leftovers()).toEqual({ hasServer: true, hasPidFile: true, isLocked: true })
      throw new Error('planted before listening')
    }
    await expect(startService({ config, log, beforeListening })).rejects.toThrow('planted before listening')
    expect(leftovers()).toEqual(nothing)
    expect(await isFree(port)).toBe(true)
  })

  test('with a DATABASE_URL where nothing listens says so and leaves no lock file', async () => {
    const dataDir = newDataDir()
    const config = configOf({
      PORT: String(await freePort()),
      DATABASE_URL: `postgres://timbre@127.0.0.1:${await freePort()}/timbre`,
      DATA_DIR: dataDir,
      DEMO: 'off',
    })
    // Two attempts in a second, instead of thirty in half a minute.
    const starting = startService({ config, log, databasePatience: 2 / 30 })
    await expect(starting).rejects.toThrow(/^DATABASE_URL cannot be used: .*ECONNREFUSED/)
    expect(existsSync(join(dataDir, 'timbre.lock'))).toBe(false)
  })

  test('with keys that do not open the database leaves no connection and no lock file', {
    tags: 'long',
  }, async () => {
    const db = await createTestDatabase()
    const dataDir = newDataDir()
    const common = { PORT: String(await freePort()), DATABASE_URL: db.url, DATA_DIR: dataDir, DEMO: 'off' }
    const service = await startService({ config: configOf(common), log })
    await service.stop()
    await expect(startService({ config: configOf(common), log })).rejects.toThrow(/SECRET_KEY/)
    expect(existsSync(join(dataDir, 'timbre.lock'))).toBe(false)
    const connected = () =>
      db.admin('select pid from pg_stat_activity where datname = $1 and usename = $2', [
        db.connection.database,
        db.runtime.user,
      ])
    await expect.poll(connected).toEqual([])
  })
})

/** Each start takes the port and the lock that the previous one left. */
async function failAt(which: 'ends' | 'all', count: number): Promise<void> {
  const db = await createTestDatabase()
  // Nothing listens at the other regions' addresses, so that all workers of a region start and retry.
  const [port, eu, sea] = [await freePort(), await freePort(), await freePort()]
  const own = `http://localhost:${port}`
  const { stdout } = await promisify(execFile)(node, ['test/support/failing-starts.ts', which], {
    cwd: root,
    timeout: 170_000,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      PORT: String(port),
      DATABASE_URL: db.url,
      SECRET_KEY: randomBytes(32).toString('base64url'),
      DATA_DIR: newDataDir(),
      DEMO: 'on',
      REGION: 'us',
      REGIONS: `us=${own}/api,eu=http://localhost:${eu}/api,sea=http://localhost:${sea}/api`,
      REGION_SECRET: randomBytes(32).toString('base64url'),
      AUTH_URL: own,
    },
  })
  const [succeeded, ...failed] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as FailedStart)
  expect(succeeded).toEqual({ part: 'none', resources: [], isLocked: false })
  expect(failed.length).toBeGreaterThanOrEqual(count)
  for (const { part, ...left } of failed)
    expect([part, left]).toEqual([part, { error: 'planted', resources: [], isLocked: false }])
  expect(await isFree(port)).toBe(true)
}

function configOf(environment: Record<string, string>) {
  const read = readConfig({ SECRET_KEY: randomBytes(32).toString('base64url'), ...environment })
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  return read.config
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
