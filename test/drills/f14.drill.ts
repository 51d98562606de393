import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { startDrillService } from '../support/drill-service.ts'
import { drillFault } from '../support/fault-drill.ts'
import { cleanUp } from '../support/process.ts'
import { callAs, type Json } from '../support/service.ts'

const atOnce = 200

afterAll(cleanUp)

drillFault('F14', `a heap of 192 MB under ${atOnce} exports and ${atOnce} lists at once`, async (measure) => {
  const service = await startDrillService({ NODE_OPTIONS: '--max-old-space-size=192' })
  const { pid, url, isRunning } = service.running()
  const call = callAs(`${url}/api/v4`, service.token)
  const { body } = await call('GET', '/profiles?limit=100')
  const ids: string[] = body.profiles.map(({ id }: Json) => id)
  const before = residentMegabytes(pid)
  const seen: Record<number, number> = {}
  const wrong: string[] = []
  /** Repeats what was refused, as a program should. */
  const get = async (path: string) => {
    for (;;) {
      const { status, headers, text } = await call('GET', path)
      seen[status] = (seen[status] ?? 0) + 1
      if (status === 200) return
      const wait = headers.get('retry-after')
      if (status !== 503 || !/^[1-5]$/.test(wait ?? '')) return void wrong.push(`${path} ${status} ${text}`)
      await setTimeout(Number(wait) * 1_000 * Math.random())
    }
  }
  let peak = before
  const watching = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(pid))
  }, 50)
  const began = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, (_, at) => [
      get(`/profile/${ids[at % ids.length]}/export`),
      get(`/profiles?limit=100&page=${1 + (at % 3)}`),
    ]).flat(),
  ).finally(() => clearInterval(watching))
  process.stdout.write(`${JSON.stringify({ seen, people: ids.length, before, peak })}\n`)
  measure.least('answered 200', seen[200] ?? 0, 2 * atOnce)
  measure.none('answers other than 200 and 503', wrong)
  measure.none('end of the process', isRunning() ? [] : ['it ended'])
  measure.most('memory grown', peak - before, 256, 'MB')
  measure.most('all answered after', (performance.now() - began) / 1_000, 120, 's')
})

function residentMegabytes(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}
