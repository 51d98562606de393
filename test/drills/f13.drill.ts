import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { secondsOf } from '../support/drill-load.ts'
import { startDrillService } from '../support/drill-service.ts'
import { drillFault } from '../support/fault-drill.ts'
import { cleanUp } from '../support/process.ts'
import { startTaking, type Taking } from '../support/taking-load.ts'

afterAll(cleanUp)

drillFault('F13', 'the service stopped for 5 s by SIGSTOP', async ({ most, none, least }) => {
  const service = await startDrillService()
  const { pid, url } = service.running()
  const taking = await startTaking(url, service.demo, { perSecond: 20 })
  await setTimeout(2_000)
  process.kill(pid, 'SIGSTOP')
  await setTimeout(5_000)
  process.kill(pid, 'SIGCONT')
  const continued = performance.now()
  const health = await secondsOfHealth(url)
  await setTimeout(6_000)
  await taking.stop()
  const later = since(taking, continued + 2_000)
  least('answers of class 1 later', later.length, 50)
  most('their p99', secondsOf(later, 0.99), 1, 's')
  // What had piled up meanwhile may be refused, and comes again.
  none(
    'failed',
    notSaved(taking).filter((text) => !text.startsWith('503')),
  )
  none(
    'refused later',
    later.filter(({ status }) => status === 503).map(({ what }) => what),
  )
  most('/healthz after the stop', health, 1, 's')
  none('ends of the service', service.running().isRunning() ? [] : ['it ended'])
})

drillFault('F13', 'the event loop blocked for 200 ms, five times', async ({ most, none, least }) => {
  const blocking = `process.on('SIGUSR2', () => { const end = Date.now() + 200; while (Date.now() < end); })`
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(blocking)}`
  const service = await startDrillService({ NODE_OPTIONS })
  const { pid, url } = service.running()
  const taking = await startTaking(url, service.demo, { perSecond: 20 })
  await setTimeout(1_000)
  let slowest = 0
  for (let block = 0; block < 5; block += 1) {
    process.kill(pid, 'SIGUSR2')
    slowest = Math.max(slowest, await secondsOfHealth(url))
    await setTimeout(700)
  }
  const blocked = performance.now()
  await setTimeout(5_000)
  await taking.stop()
  least('answers of class 1', taking.answers.length, 50)
  most('their p99', secondsOf(taking.answers, 0.99), 1, 's')
  most('p99 later', secondsOf(since(taking, blocked + 2_000), 0.99), 1, 's')
  none('refused or failed', notSaved(taking))
  most('slowest /healthz', slowest, 1, 's')
})

drillFault('F13', 'processors starved for 10 s', async ({ most, none, least }) => {
  const service = await startDrillService()
  const { url } = service.running()
  const taking = await startTaking(url, service.demo, { perSecond: 20 })
  await setTimeout(1_000)
  const hogs: ChildProcess[] = Array.from({ length: 2 * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )
  let slowest = 0
  try {
    for (let second = 0; second < 10; second += 1) {
      slowest = Math.max(slowest, await secondsOfHealth(url))
      await setTimeout(1_000)
    }
  } finally {
    for (const hog of hogs) hog.kill('SIGKILL')
  }
  const over = performance.now()
  await setTimeout(6_000)
  await taking.stop()
  const later = since(taking, over + 2_000)
  least('answers of class 1 later', later.length, 50)
  most('their p99', secondsOf(later, 0.99), 1, 's')
  none(
    'failed',
    notSaved(taking).filter((text) => !text.startsWith('503')),
  )
  most('slowest /healthz', slowest, 1, 's')
  none('ends of the service', service.running().isRunning() ? [] : ['it ended'])
})

const since = ({ answers }: Taking, from: number) => answers.filter(({ at }) => at >= from)
const notSaved = ({ answers }: Taking) =>
  answers.filter(({ status }) => status !== 200).map(({ status, what }) => `${status} ${what}`)

/** A supervisor that restarts a service whose /healthz takes longer than a second would restart it. */
async function secondsOfHealth(url: string): Promise<number> {
  const began = performance.now()
  const { status } = await fetch(`${url}/healthz`)
  return status === 200 ? (performance.now() - began) / 1_000 : Number.POSITIVE_INFINITY
}
