import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { serveDuring, startBalancer } from './support/balancer.ts'
import { createTestDatabase } from './support/database.ts'
import { freePort, startTestService } from './support/service.ts'

// `npm run drill -- F17` restarts processes twice each, under 300 requests a second.
// test/drain.test.ts shows each step of it in short runs.
test('an instance behind a balancer that is restarted fails no request', { tags: 'long' }, () =>
  restartBehindBalancer(1),
)
test('two instances behind a balancer, each restarted once, fail no request', { tags: 'long' }, () =>
  restartBehindBalancer(2),
)

async function restartBehindBalancer(count: 1 | 2): Promise<void> {
  const db = await createTestDatabase()
  const balancer = await startBalancer(await freePort())
  const SECRET_KEY = randomBytes(32).toString('base64url')
  const start = (PORT: string) =>
    startTestService(
      { SECRET_KEY, PUBLIC_URL: balancer.url, PORT, DRAIN_SECONDS: '4', LOG_LEVEL: 'warn' },
      { db },
    )
  const ports = [String(await freePort()), String(await freePort())]
  const instances = await Promise.all(ports.map(start))
  balancer.setInstances(ports.map((port) => `http://127.0.0.1:${port}`))
  const token = (await instances[0]?.account())?.token ?? ''
  const served = await serveDuring({ url: balancer.url, perSecond: 30, token }, async () => {
    for (const [place, { service }] of instances.slice(0, count).entries()) {
      expect(await service.stop()).toEqual([])
      await start(ports[place] ?? '')
      await setTimeout(1_500)
    }
  })
  expect({ cut: balancer.cut, failed: served.failed }).toEqual({ cut: [], failed: [] })
  expect(served.requests).toBeGreaterThan(50 * count)
}
