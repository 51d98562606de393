import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeThisProcess, holderText } from '../src/database/lock-holder.ts'
import { listServers } from '../src/database/server-process.ts'
import { hasContainers, startContainer } from './support/containers.ts'
import { copyDataDir } from './support/prepared-data-dir.ts'
import { cleanUp, postmasterPid, type Running, startProcess } from './support/process.ts'
import { callAs, freePort, signIn } from './support/service.ts'
import { shareDataDir } from './support/shared-data-dir.ts'

afterAll(cleanUp)
const isLinux = process.platform === 'linux'

describe.skipIf(!isLinux)('a running service', () => {
  const environment = { DATA_DIR: '', PORT: '', DEMO: 'off' }
  let service: Running
  beforeAll(async () => {
    environment.DATA_DIR = await copyDataDir('empty')
    environment.PORT = String(await freePort())
    service = startProcess(environment)
    await service.ready()
  })

  test.skipIf(!hasContainers())(
    'keeps its data directory from a container, which says so in one line',
    // src/database/data-dir-lock.test.ts shows it for the lock alone.
    { tags: 'long' },
    async () => {
      const other = startContainer({ ...environment, PORT: String(await freePort()) })
      expect(await other.ended).toBe(1)
      expect(other.stderr()).toMatch(
        /^The data directory .* is in use by a service in another container.*\n$/,
      )
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
    },
  )

  test('without the demo has no mailbox', async () => {
    for (const path of ['/dev/mailbox', '/dev/mailbox.json'])
      expect((await fetch(service.url + path)).status).toBe(404)
  })

  test('whose data directory is taken over ends immediately with its database, and says why in one line', async () => {
    takeOver(environment.DATA_DIR)
    expect(await service.ended).toBe(1)
    expect(service.stderr()).toMatch(
      /^The data directory was taken over by process 7 on host elsewhere: .*\n$/,
    )
    expect(listServers(join(environment.DATA_DIR, 'postgres'))).toEqual([])
    expect(readFileSync(join(environment.DATA_DIR, 'timbre.holder'), 'utf8')).toContain('elsewhere')
  })
})

describe.skipIf(!hasContainers())('a container', { concurrent: true }, () => {
  test("can't use the data directory of another one, which loses nothing", { tags: 'long' }, async ({
    expect,
  }) => {
    const outcome = await shareDataDir()
    expect(outcome).toMatchObject({ bothReady: false, refused: true, lost: 0, noStart: false, said: '' })
    expect(outcome.acknowledged).toBeGreaterThan(0)
  })

  test('that is killed starts again at the first attempt, even with the same process ids', {
    tags: 'long',
  }, async ({ expect }) => {
    const environment = { DATA_DIR: await copyDataDir('empty'), PORT: String(await freePort()), DEMO: 'off' }
    const first = startContainer(environment)
    await first.ready()
    await first.kill()
    expect(readFileSync(join(environment.DATA_DIR, 'postgres/postmaster.pid'), 'utf8')).toContain('ready')
    const again = startContainer(environment)
    await again.ready()
    expect(again.stderr()).toBe('')
    await again.kill()
  })

  test("can't use the data directory of a stopped one, even after ten seconds, nor that of a killed one whose server runs", {
    tags: 'long',
  }, async ({ expect }) => {
    const environment = { DATA_DIR: await copyDataDir('empty'), PORT: String(await freePort()), DEMO: 'off' }
    const first = startProcess(environment)
    await first.ready()
    process.kill(first.pid, 'SIGSTOP')
    await setTimeout(11_000)
    const second = startContainer({ ...environment, PORT: String(await freePort()) })
    expect(await second.ended).toBe(1)
    expect(second.stderr()).toMatch(/is in use by a service in another container/)
    process.kill(first.pid, 'SIGCONT')
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)

    // Nor the files of its server, once it was killed.
    const orphan = postmasterPid(environment.DATA_DIR) as number
    process.kill(first.pid, 'SIGKILL')
    await first.ended
    const third = startContainer({ ...environment, PORT: String(await freePort()) })
    expect(await third.ended).toBe(1)
    expect(third.stderr()).toMatch(/^A PostgreSQL server in another container .* has the database in .*\.\n$/)
    expect(postmasterPid(environment.DATA_DIR)).toBe(orphan)
    expect(listServers(join(environment.DATA_DIR, 'postgres')).map(({ pid }) => pid)).toContain(orphan)
    const again = startProcess(environment)
    await again.ready()
    expect(await again.stop()).toBe(0)
  })
})

describe.skipIf(!isLinux)('a service whose data directory was taken over', { concurrent: true }, () => {
  test('while it was stopped acknowledges nothing afterwards', { tags: 'long' }, async ({ expect }) => {
    const environment = {
      DATA_DIR: await copyDataDir('demo'),
      PORT: String(await freePort()),
      RATE_LIMITS: 'off',
    }
    const service = startProcess(environment)
    await service.ready()
    const writing = await startProfiles(service.url, environment.DATA_DIR)
    await expect.poll(() => writing.acknowledged()).toBeGreaterThan(10)
    process.kill(service.pid, 'SIGSTOP')
    await setTimeout(500)
    const before = writing.acknowledged()
    takeOver(environment.DATA_DIR)
    await setTimeout(7_000)
    process.kill(service.pid, 'SIGCONT')
    expect(await service.ended).toBe(1)
    await writing.ended
    expect(writing.acknowledged()).toBe(before)
    expect(listServers(join(environment.DATA_DIR, 'postgres'))).toEqual([])
  })
})

/** Simulates a service on another machine that saw no heartbeat for ten seconds, where file locks are not shared. */
function takeOver(dataDir: string): void {
  const other = { ...describeThisProcess(), pid: 7, host: 'elsewhere', pidNamespace: 'pid:[1]' }
  writeFileSync(join(dataDir, 'timbre.holder'), holderText(other))
}

/** Creates profiles one after the other until the service stops. */
async function startProfiles(url: string, dataDir: string) {
  const { accounts } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))
  const call = callAs(`${url}/api/v4`, await signIn(`${url}/api/v4`, accounts.demo))
  let count = 0
  const write = async (writer: number) => {
    for (let number = 1; ; number++) {
      const { status } = await call('POST', '/profile', { firstName: `W${writer}`, lastName: `${number}` })
      count += Number(status === 201)
    }
  }
  const ended = Promise.allSettled([write(1), write(2), write(3)])
  return { acknowledged: () => count, ended }
}
