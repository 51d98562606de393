import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { listServers } from '../../src/database/server-process.ts'
import { openCuttingDatabase } from '../support/cutting-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { compareLedger, secondsOf, startDrillLoad, untilReady } from '../support/drill-load.ts'
import { startDrillService } from '../support/drill-service.ts'
import { drillFault } from '../support/fault-drill.ts'
import { cleanUp } from '../support/process.ts'
import { startTestService } from '../support/service.ts'
import { createSlowDatabase } from '../support/slow-database.ts'

const hangSeconds = 20
const needsProc = process.platform !== 'linux' && 'it finds the server processes in /proc'

afterAll(cleanUp)

drillFault(
  'F5',
  `SIGSTOP of all server processes for ${hangSeconds} s`,
  async ({ most, none, least }) => {
    const service = await startDrillService()
    const { url } = service.running()
    const load = service.load()
    await load.more(100)
    const servers = listServers(join(service.dataDir, 'postgres'))
    const stopped = performance.now()
    for (const { pid } of servers) process.kill(pid, 'SIGSTOP')
    const red = await untilReady(url, false)
    const health = await watchHealth(url, stopped + hangSeconds * 1_000)
    for (const { pid } of servers) process.kill(pid, 'SIGCONT')
    const continued = performance.now()
    const green = await untilReady(url)
    const written = await load.untilWritten(continued)
    const { lost, doubled } = await service.settle(load)
    least('server processes stopped', servers.length, 5)
    none('lost', lost)
    none('doubled', doubled)
    none('answers other than 2xx and 503', load.wrong)
    most('slowest answer', secondsOf(load.answers), 8, 's')
    most('/readyz red after', red, 2, 's')
    most('slowest /healthz', health, 1, 's')
    most('/readyz green again after', green, 3, 's')
    most('written again after', written, 3, 's')
  },
  { cannotRun: needsProc },
)

drillFault(
  'F5',
  'SIGTERM while all server processes are stopped',
  async ({ most, none }) => {
    const service = await startDrillService()
    const load = service.load({ mayLose: true })
    await load.more(50)
    const cluster = join(service.dataDir, 'postgres')
    for (const { pid } of listServers(cluster)) process.kill(pid, 'SIGSTOP')
    await setTimeout(300)
    const began = performance.now()
    await service.running().stop()
    most('exit after', (performance.now() - began) / 1_000, 30, 's')
    none('server processes left', listServers(cluster))
    const start = await service.again()
    most('next start', start, 10, 's')
    none('lost', (await service.settle(load)).lost)
  },
  { cannotRun: needsProc },
)

drillFault('F5', `a black hole of ${hangSeconds} s before the database`, async ({ most, none }) => {
  const network = await openCuttingDatabase(await createTestDatabase())
  const { url, load, lost } = await startLoaded(network.db)
  await load.more(100)
  network.silence({ forGood: true })
  const silenced = performance.now()
  const red = await untilReady(url, false)
  const health = await watchHealth(url, silenced + hangSeconds * 1_000)
  network.mend()
  const mended = performance.now()
  const green = await untilReady(url)
  const written = await load.untilWritten(mended)
  await load.stop()
  none('lost', await lost())
  none('answers other than 2xx and 503', load.wrong)
  most('slowest answer', secondsOf(load.answers), 8, 's')
  most('/readyz red after', red, 2, 's')
  most('slowest /healthz', health, 1, 's')
  most('/readyz green again after', green, 3, 's')
  most('written again after', written, 3, 's')
})

drillFault('F5', 'a database 500 ms away for 10 s', async ({ most, none, least }) => {
  const slow = await createSlowDatabase()
  const { load, lost } = await startLoaded(slow.db)
  await load.more(100)
  const before = load.acknowledged.length
  slow.delay(500)
  await setTimeout(10_000)
  const meanwhile = load.acknowledged.length - before
  slow.delay(0)
  const back = await load.untilWritten(performance.now())
  await load.stop()
  none('lost', await lost())
  none('answers other than 2xx and 503', load.wrong)
  least('written meanwhile', meanwhile, 1)
  most('slowest answer', secondsOf(load.answers), 8, 's')
  most('written again after', back, 3, 's')
})

async function startLoaded(db: TestDatabase) {
  const running = await startTestService(
    { LOG_LEVEL: 'error' },
    { db, databasePatience: 1, admissionPatience: 1 },
  )
  const { token, id } = await running.account()
  const load = startDrillLoad({ baseUrl: () => running.baseUrl, token })
  const lost = async () => {
    const compared = await compareLedger(
      (text, values) => db.admin(text, values) as never,
      id,
      load.acknowledged,
    )
    return [...compared.lost, ...compared.doubled]
  }
  return { url: running.url, load, lost }
}

/** Seconds of the slowest answer of /healthz until then. */
async function watchHealth(url: string, until: number): Promise<number> {
  let slowest = 0
  while (performance.now() < until) {
    const began = performance.now()
    const { status } = await fetch(`${url}/healthz`)
    slowest = Math.max(slowest, status === 200 ? (performance.now() - began) / 1_000 : 99)
    await setTimeout(200)
  }
  return slowest
}
