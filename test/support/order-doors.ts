import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { percentile } from '../../scripts/bench/load/percentile.ts'
import type { DemoFile } from '../../src/demo/seed.ts'
import { ashbyStandIn, connect, greenhouseStandIn } from './ats-stand-ins.ts'
import { copyDataDir } from './prepared-data-dir.ts'
import { startProcess } from './process.ts'
import { callAs, freePort, signIn } from './service.ts'
import { newEmail } from './test-rows.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

export type DoorTimes = { p50: number; p99: number; ratioOfP50: number; ratioOfP99: number }

/**
 * Milliseconds of each request that orders come through, in turns with the creation of a profile, which the ratios
 * refer to. The service is a process of its own, and sends its emails meanwhile.
 */
export async function measureOrderDoors(rounds: number): Promise<Record<string, DoorTimes>> {
  const dataDir = await copyDataDir('demo')
  const receiver = await startWebhookReceiver()
  const { origin } = new URL(receiver.url())
  const service = startProcess({
    ...{
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      DEMO: 'on',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
    },
    ...{ WEBHOOKS: 'on', ATS_HOSTS: `greenhouse=${origin},ashby=${origin}` },
  })
  await service.ready()
  const { accounts } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as DemoFile
  if (!accounts.demo) throw new Error('demo.json names no demo account')
  const api = `${service.url}/api/v4`
  const call = callAs(api, await signIn(api, accounts.demo))
  const greenhouse = greenhouseStandIn(await connect({ call }, 'greenhouse'), receiver)
  const ashby = ashbyStandIn(await connect({ call }, 'ashby', { remoteKey: 'key' }), receiver)
  const person = () => ({ email: newEmail(), firstName: 'Ada' })
  let interview = ''
  const doors: Record<string, () => Promise<{ status: number; text: string }>> = {
    'POST /profile': () => call('POST', '/profile', person()),
    'POST /order': () => call('POST', '/order', { packageId: 'all', person: person() }),
    list_tests: () => greenhouse.listTests(),
    async send_test() {
      const answer = await greenhouse.sendTest(greenhouse.testFor())
      interview = answer.body.partner_interview_id
      return answer
    },
    test_status: () => greenhouse.testStatus(interview),
    'assessment.list': () => ashby.list(),
    'assessment.start': () => ashby.start(ashby.startFor()),
  }
  const times = new Map(Object.keys(doors).map((name) => [name, [] as number[]]))
  const warmUp = Math.ceil(rounds / 10)
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const [name, ask] of Object.entries(doors)) {
      const began = performance.now()
      const { status, text } = await ask()
      if (status >= 300) throw new Error(`${name}: ${status} ${text}`)
      if (round >= 0) times.get(name)?.push(performance.now() - began)
    }
  }
  await service.stop()
  const at = (name: string, part: number) => percentile(times.get(name) ?? [], part) ?? Number.NaN
  const rounded = (value: number) => Math.round(value * 100) / 100
  return Object.fromEntries(
    Object.keys(doors).map((name) => {
      const [p50, p99] = [at(name, 0.5), at(name, 0.99)]
      const own = { p50: rounded(p50), p99: rounded(p99) }
      const [ratioOfP50, ratioOfP99] = [p50 / at('POST /profile', 0.5), p99 / at('POST /profile', 0.99)]
      return [name, { ...own, ratioOfP50: rounded(ratioOfP50), ratioOfP99: rounded(ratioOfP99) }]
    }),
  )
}
