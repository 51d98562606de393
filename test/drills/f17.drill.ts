import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { serveDuring, startBalancer } from '../support/balancer.ts'
import { createTestDatabase } from '../support/database.ts'
import { drillFault, isShort } from '../support/fault-drill.ts'
import { cleanUp, newDataDir, startProcess } from '../support/process.ts'
import { freePort, startTestService } from '../support/service.ts'

afterAll(cleanUp)
const rounds = Number(process.env.DRILL_ROUNDS ?? (isShort ? 1 : 2))

drillFault(
  'F17',
  `two instances behind a balancer, each stopped by SIGTERM ${rounds}× under 300 requests a second`,
  async ({ none, least, most }) => {
    const db = await createTestDatabase()
    const balancer = await startBalancer(await freePort())
    const common = {
      DATABASE_URL: db.url,
      SECRET_KEY: randomBytes(32).toString('base64url'),
      PUBLIC_URL: balancer.url,
      RATE_LIMITS: 'off',
      DEMO: 'off',
      WEBHOOKS: 'off',
    }
    const PORT = String(await freePort())
    const made = await startTestService({ ...common, PORT, DEMO: 'on' }, { db })
    // Its address is that of the balancer.
    balancer.setInstances([`http://127.0.0.1:${PORT}`])
    const { token } = await made.account()
    const start = async (PORT: string) => {
      const running = startProcess({
        ...common,
        PORT,
        DATA_DIR: newDataDir(),
        DRAIN_SECONDS: '5',
        LOG_REQUESTS: 'errors',
      })
      await running.ready()
      return running
    }
    const instances = await Promise.all([0, 1].map(async () => start(String(await freePort()))))
    balancer.setInstances(instances.map(({ url }) => url))
    const exits: unknown[] = []
    const served = await serveDuring({ url: balancer.url, perSecond: 300, token }, async () => {
      await setTimeout(2_000)
      for (let round = 0; round < rounds; round += 1) {
        for (const [place, instance] of instances.entries()) {
          exits.push(await instance.stop())
          instances[place] = await start(new URL(instance.url).port)
          // The balancer looks at it.
          await setTimeout(2_500)
        }
      }
    })
    least('requests', served.requests, 300)
    none('failed', served.failed)
    none(
      'exits other than 0',
      exits.filter((code) => code !== 0),
    )
    most('slowest answer', served.slowestMilliseconds / 1_000, 2.5, 's')
  },
)
