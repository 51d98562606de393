import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { listServers } from '../../src/database/server-process.ts'
import { startDrillService } from '../support/drill-service.ts'
import { drillFault } from '../support/fault-drill.ts'
import { cleanUp, postmasterPid } from '../support/process.ts'
import { shellOf } from '../support/scripts.ts'

const rounds = Number(process.env.DRILL_ROUNDS ?? 3)

afterAll(cleanUp)

drillFault(
  'F11',
  `fdatasync fails with EIO under six writers, ${rounds}×`,
  async ({ most, none, least }) => {
    const service = await startDrillService()
    const load = service.load()
    let [failures, slowest] = [0, 0]
    const server = postmasterPid(service.dataDir)
    for (let round = 0; round < rounds; round += 1) {
      await load.more(100)
      const panics = countPanics(service.dataDir)
      const failing = failNextFlush(join(service.dataDir, 'postgres'))
      const end = performance.now() + 15_000
      while (countPanics(service.dataDir) === panics && performance.now() < end) await setTimeout(5)
      const failed = performance.now()
      await failing.stop()
      failures += Number(countPanics(service.dataDir) > panics)
      slowest = Math.max(slowest, await load.untilWritten(failed))
    }
    const isRunning = service.running().isRunning()
    const serverAfter = postmasterPid(service.dataDir)
    const { lost, doubled, unaudited } = await service.settle(load)
    const verified = await shellOf(service.environment, 'audit')('verify')
    process.stdout.write(`${serverAfter === server ? 'restarted itself' : 'was restarted by the service'}\n`)
    least('failures of the database', failures, rounds)
    none('lost', lost)
    none('doubled', doubled)
    none('without one entry of the audit log', unaudited)
    none('answers other than 2xx and 503', load.wrong)
    none('ends of the service', isRunning ? [] : ['it ended'])
    most('written again after', slowest, 4, 's')
    most('exit code of audit verify', verified.code, 0)
  },
  { cannotRun: reason() },
)

function reason(): string | undefined {
  if (process.platform !== 'linux') return 'it needs strace, which Linux has'
  const traced = spawnSync('strace', ['-qq', '-e', 'inject=fdatasync:error=EIO:when=1', 'true'])
  return traced.status === 0 ? undefined : 'strace is not installed or may not trace'
}

/** strace's manual, "Tampering". Follows all processes of the server, and lets the first flush of each fail. */
function failNextFlush(cluster: string) {
  const pids = listServers(cluster).flatMap(({ pid }) => ['-p', String(pid)])
  const child = spawn(
    'strace',
    ['-f', '-qq', '-e', 'trace=fdatasync', '-e', 'inject=fdatasync:error=EIO:when=1', ...pids],
    { stdio: 'ignore' },
  )
  const ended = once(child, 'exit')
  return {
    async stop() {
      child.kill('SIGINT')
      await ended
    },
  }
}

function countPanics(dataDir: string): number {
  return readFileSync(join(dataDir, 'postgres.log'), 'utf8').split('PANIC:').length - 1
}
