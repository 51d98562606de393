import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import type { DemoFile } from '../../src/demo/seed.ts'
import { openCuttingProxy } from './cutting-proxy.ts'
import { afterFile } from './file-cleanup.ts'
import { copyDataDir } from './prepared-data-dir.ts'
import { startProcess } from './process.ts'
import { callAs, freePort, signIn } from './service.ts'
import { type ReceivedWebhook, startWebhookReceiver } from './webhook-receiver.ts'

const root = join(import.meta.dirname, '../..')
const command = [join(root, 'node_modules/.bin/node'), 'scripts/timbre.ts', 'listen']

export type Heard = {
  /** Ids of the tags that were made, in order, and those that the requests to the receiver name. */
  made: string[]
  heard: string[]
  requests: ReceivedWebhook[]
  /** What the requests were signed with. */
  secret: string
}

/**
 * Lets `listen` forward while it is stopped (SIGSTOP) for so long, also between a request and its answer, while the
 * network is silent for so long and then cut, the service is killed, and `listen` ends and starts again.
 */
export async function disturbListening({
  stopMilliseconds,
  silence,
}: {
  stopMilliseconds: number
  silence: { milliseconds: number; forGood: boolean }
}): Promise<Heard> {
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
  await create(2)
  await setTimeout(stopMilliseconds)
  await create(1)
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

  network.silence(silence)
  await create(2)
  await setTimeout(silence.milliseconds)
  await create(1)
  network.mend()
  await arrived()

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

  const secret = readFileSync(join(home, 'timbre/webhook-secret'), 'utf8').trim()
  return { made, heard: tagsOf(), requests: receiver.received, secret }
}

function until(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 60_000, interval: 50 })
}
