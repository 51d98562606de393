import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, expect, test, vi } from 'vitest'
import { findPostgresInstallation } from '../src/database/postgres-installation.ts'
import type { DemoFile } from '../src/demo/seed.ts'
import { openCuttingProxy } from './support/cutting-proxy.ts'
import { afterFile } from './support/file-cleanup.ts'
import { copyDataDir } from './support/prepared-data-dir.ts'
import { cleanUp, startProcess } from './support/process.ts'
import { callAs, freePort, signIn } from './support/service.ts'
import { startWebhookReceiver } from './support/webhook-receiver.ts'

afterAll(cleanUp)

// In a checkout that only root can enter, the server cannot run as its user.
const cannotRun = typeof (await findPostgresInstallation(tmpdir())) === 'string'
const root = join(import.meta.dirname, '..')
const command = [join(root, 'node_modules/.bin/node'), 'scripts/timbre.ts', 'listen']

test.skipIf(cannotRun)(
  'listen loses and doubles nothing when it is stopped or ended, the network is cut, and service or receiver are down',
  { timeout: 300_000 },
  async () => {
    const dataDir = await copyDataDir('demo')
    const environment = {
      ...{ PORT: String(await freePort()), DATA_DIR: dataDir },
      ...{ DEMO: 'on', RATE_LIMITS: 'off', LOG_LEVEL: 'error' },
    }
    let service = startProcess(environment)
    await service.ready()
    const baseUrl = `${service.url}/api/v4`
    const { accounts } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as DemoFile
    const client = accounts.demo as { clientId: string; clientSecret: string }
    const [receiver, network] = [await startWebhookReceiver(), await openCuttingProxy(service.url)]
    const home = mkdtempSync(join(tmpdir(), 'timbre-listen-'))
    afterFile(() => rmSync(home, { recursive: true }))
    const variables = {
      ...{ XDG_CONFIG_HOME: home, TIMBRE_URL: network.url },
      ...{ TIMBRE_CLIENT_ID: client.clientId, TIMBRE_CLIENT_SECRET: client.clientSecret },
    }
    const words = ['--types', 'tag.*', '--forward-to', receiver.url()]
    const start = async () => {
      const started = startProcess(variables, root, [...command, ...words])
      await until(() => expect(started.stderr()).toContain('Listening.'))
      return started
    }
    const made: string[] = []
    const create = async (count: number) => {
      const call = callAs(baseUrl, await signIn(baseUrl, client))
      for (let index = 0; index < count; index += 1) {
        const { status, body, text } = await call('POST', '/tag', { label: 'Listen', color: 'blue' })
        expect(status, text).toBe(201)
        made.push(body.tag.id)
      }
    }
    const tagsOf = () => receiver.received.map(({ body }) => String(JSON.parse(body).data.tagId))
    const arrived = () => until(() => expect(tagsOf().length).toBeGreaterThanOrEqual(made.length))

    let listening = await start()
    await create(3)
    await arrived()

    process.kill(listening.pid, 'SIGSTOP')
    await create(3)
    process.kill(listening.pid, 'SIGCONT')
    await arrived()

    // Stopped between the request and its answer, which is there when it goes on.
    const { pid } = listening
    receiver.answer(() => {
      process.kill(pid, 'SIGSTOP')
      return 200
    })
    await create(1)
    await arrived()
    receiver.answer(200)
    process.kill(pid, 'SIGCONT')

    network.cut()
    await create(3)
    await until(() => expect(listening.stderr()).toContain("can't be reached"))
    network.mend()
    await arrived()

    process.kill(service.pid, 'SIGKILL')
    await service.ended
    service = startProcess(environment)
    await service.ready()
    await create(3)
    await arrived()

    process.kill(listening.pid, 'SIGINT')
    expect(await listening.ended).toBe(0)
    await create(3)
    listening = await start()
    await arrived()
    await listening.stop()
    await service.stop()

    expect(tagsOf()).toEqual(made)
    const secret = readFileSync(join(home, 'timbre/webhook-secret'), 'utf8').trim()
    const verifier = new Verifier(secret)
    for (const { body, headers } of receiver.received) {
      expect(verifier.verify(body, headers as Record<string, string>)).toMatchObject({ type: 'tag.created' })
      expect(headers['webhook-id']).toBe(JSON.parse(body).id)
    }
  },
)

function until(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 60_000, interval: 50 })
}
