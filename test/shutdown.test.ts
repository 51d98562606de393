import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, test } from 'vitest'
import { listServers } from '../src/database/server-process.ts'
import { copyDataDir } from './support/prepared-data-dir.ts'
import { cleanUp, newDataDir, postmasterPid, startProcess } from './support/process.ts'
import { freePort } from './support/service.ts'
import { startWriting } from './support/writing.ts'

afterAll(cleanUp)
const isLinux = process.platform === 'linux'
const node = join(import.meta.dirname, '../node_modules/.bin/node')

describe.skipIf(!isLinux)('a service that is stopped', { concurrent: true }, () => {
  test('while its database hangs ends within 30 seconds, leaves no server, and says what was interrupted', {
    tags: 'long',
  }, async ({ expect }) => {
    const environment = {
      ...(await emptyEnvironment()),
      DATA_DIR: await copyDataDir('demo'),
      DEMO: 'on',
      RATE_LIMITS: 'off',
    }
    const service = startProcess(environment)
    await service.ready()
    const demo = JSON.parse(readFileSync(join(environment.DATA_DIR, 'demo.json'), 'utf8'))
    const writing = await startWriting(service.url, demo)
    const cluster = join(environment.DATA_DIR, 'postgres')
    for (const { pid } of listServers(cluster)) process.kill(pid, 'SIGSTOP')
    await setTimeout(300)
    const began = performance.now()
    const code = await service.stop()
    const seconds = (performance.now() - began) / 1000
    console.info(`stopped after ${seconds.toFixed(1)} s`)
    expect([code, seconds < 30]).toEqual([1, true])
    await writing.stopped()
    const last = JSON.parse(service.stdout().trim().split('\n').at(-1) ?? '')
    expect(last).toMatchObject({ level: 'error', cut: expect.arrayContaining(['database']) })
    expect(listServers(cluster)).toEqual([])

    const again = startProcess(environment)
    await again.ready()
    expect(await again.stop()).toBe(0)
  })

  test('while its database is restarting leaves none', { tags: 'long' }, async ({ expect }) => {
    const environment = await emptyEnvironment()
    const service = startProcess(environment)
    await service.ready()
    process.kill(postmasterPid(environment.DATA_DIR) as number, 'SIGKILL')
    expect(await service.stop()).toBe(0)
    expect(listServers(join(environment.DATA_DIR, 'postgres'))).toEqual([])
    expect(existsSync(join(environment.DATA_DIR, 'timbre.lock'))).toBe(false)
  })

  test('before it is ready ends too, and leaves no server', { tags: 'long' }, async ({ expect }) => {
    const environment = { ...(await emptyEnvironment()), DATA_DIR: newDataDir() }
    const service = startProcess(environment)
    const cluster = join(environment.DATA_DIR, 'postgres')
    await expect
      .poll(() => postmasterPid(environment.DATA_DIR), { timeout: 60_000, interval: 5 })
      .toBeDefined()
    expect(await service.stop()).toBe(0)
    await expect.poll(() => listServers(cluster)).toEqual([])
  })
})

describe.skipIf(!isLinux)('a service', { concurrent: true }, () => {
  // test/running.test.ts shows it once, after a kill.
  test('with an uncaught error ends together with its database', { tags: 'long' }, async ({ expect }) => {
    const throwing = `process.on('SIGUSR2', () => { throw new Error('planted') })`
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(throwing)}`
    const environment = { ...(await emptyEnvironment()), NODE_OPTIONS }
    const service = startProcess(environment)
    await service.ready()
    process.kill(service.pid, 'SIGUSR2')
    expect(await service.ended).toBe(1)
    expect(service.stdout()).toMatch(/"level":"fatal".*planted/)
    expect(postmasterPid(environment.DATA_DIR)).toBeUndefined()
    expect(listServers(join(environment.DATA_DIR, 'postgres'))).toEqual([])
  })

  test('whose log is on a full disk works from start to end', { tags: 'long' }, async ({ expect }) => {
    const environment = await emptyEnvironment()
    const service = startProcess(environment, undefined, ['sh', '-c', `exec ${node} src/main.ts >/dev/full`])
    await service.ready()
    const statuses = await Promise.all(Array.from({ length: 200 }, () => statusOf(service.url)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await service.stop()).toBe(0)
    expect(postmasterPid(environment.DATA_DIR)).toBeUndefined()
  })

  test('whose log has no reader continues to work', { tags: 'long' }, async ({ expect }) => {
    const environment = await emptyEnvironment()
    const child = spawn(node, ['src/main.ts'], {
      cwd: join(import.meta.dirname, '..'),
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const url = `http://127.0.0.1:${environment.PORT}`
    await expect.poll(() => statusOf(url), { timeout: 50_000 }).toBe(200)
    let beside = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      beside += text
    })
    child.stdout.destroy()
    expect(await statusOf(url, 'no-reader-1')).toBe(200)
    await expect.poll(() => beside).toContain('no-reader-1')
    child.stderr.destroy()
    expect(await statusOf(url, 'no-reader-2')).toBe(200)
    const file = join(environment.DATA_DIR, 'timbre.log')
    await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toContain('no-reader-2')
    child.kill('SIGTERM')
    await expect.poll(() => child.exitCode, { timeout: 30_000 }).toBe(0)
  })
})

async function emptyEnvironment() {
  return { DATA_DIR: await copyDataDir('empty'), PORT: String(await freePort()), DEMO: 'off' }
}

async function statusOf(url: string, reqId = 'request-of-test'): Promise<number> {
  try {
    return (await fetch(`${url}/readyz`, { headers: { 'x-request-id': reqId } })).status
  } catch {
    return 0
  }
}
