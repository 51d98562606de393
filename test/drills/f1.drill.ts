import { setTimeout } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { seededRandom } from '../../src/scoring/random.ts'
import { startDrillService } from '../support/drill-service.ts'
import { drillFault, isShort } from '../support/fault-drill.ts'
import { cleanUp, postmasterPid } from '../support/process.ts'
import { shellOf } from '../support/scripts.ts'

const rounds = Number(process.env.DRILL_ROUNDS ?? (isShort ? 8 : 300))
const random = seededRandom(Number(process.env.DRILL_SEED ?? 20_261_128))
const victims = ['service', 'group', 'database', 'all'] as const

afterAll(cleanUp)

drillFault(
  'F1',
  'kill -9 of the service, its group, its database or all under six writers',
  async ({ most, none, least }) => {
    const service = await startDrillService()
    const load = service.load({ writers: 6, mayLose: true })
    let [slowestStart, slowestDatabase] = [0, 0]
    for (let round = 0; round < rounds; round += 1) {
      await load.more(20)
      await setTimeout(random() * 300)
      const victim = victims[round % victims.length]
      const { pid, ended } = service.running()
      const postmaster = postmasterPid(service.dataDir)
      const killed = performance.now()
      if (victim === 'group') process.kill(-pid, 'SIGKILL')
      else if (victim !== 'database') process.kill(pid, 'SIGKILL')
      if ((victim === 'database' || victim === 'all') && postmaster) process.kill(postmaster, 'SIGKILL')
      if (victim === 'database') slowestDatabase = Math.max(slowestDatabase, await load.untilWritten(killed))
      else {
        await ended
        slowestStart = Math.max(slowestStart, await service.again())
      }
    }
    const { lost, doubled, unaudited, code } = await service.settle(load)
    const verified = await shellOf(service.environment, 'audit')('verify')
    const index = await shellOf(service.environment)('verify index')
    least('rounds', rounds, 1)
    least('acknowledged', load.acknowledged.length, 20 * rounds)
    none('lost', lost)
    none('doubled', doubled)
    none('without one entry of the audit log', unaudited)
    none('wrong answers', load.wrong)
    most('ready after', slowestStart, 4, 's')
    most('written again after a kill of the database', slowestDatabase, 4, 's')
    most('exit codes of stop, audit verify and verify index', Number(code) + verified.code + index.code, 0)
  },
)
