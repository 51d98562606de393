import { setTimeout } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { startDrillService } from '../support/drill-service.ts'
import { drillFault, isShort } from '../support/fault-drill.ts'
import { cleanUp, postmasterPid } from '../support/process.ts'

const rounds = Number(process.env.DRILL_ROUNDS ?? (isShort ? 4 : 20))

afterAll(cleanUp)

drillFault('F3', 'kill -9 of the embedded database under six writers', async ({ most, none, least }) => {
  const service = await startDrillService()
  const load = service.load()
  let slowest = 0
  for (let round = 0; round < rounds; round += 1) {
    await load.more(50)
    const postmaster = postmasterPid(service.dataDir)
    if (postmaster) process.kill(postmaster, 'SIGKILL')
    slowest = Math.max(slowest, await load.untilWritten(performance.now()))
    await setTimeout(500)
  }
  const isRunning = service.running().isRunning()
  const { lost, doubled, unaudited } = await service.settle(load)
  least('rounds', rounds, 1)
  none('lost', lost)
  none('doubled', doubled)
  none('without one entry of the audit log', unaudited)
  none('answers other than 2xx and 503', load.wrong)
  none('ends of the service', isRunning ? [] : ['it ended'])
  most('written again after', slowest, 3, 's')
})
