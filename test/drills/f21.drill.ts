import { spawnSync } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { secondsOf, startDrillLoad, untilReady } from '../support/drill-load.ts'
import { startDrillService } from '../support/drill-service.ts'
import { drillFault } from '../support/fault-drill.ts'
import { cleanUp, startProcess } from '../support/process.ts'
import { startTestService } from '../support/service.ts'

const root = join(import.meta.dirname, '../..')
const [files, idle] = [256, 1_000]
const cannotLimit = spawnSync('prlimit', ['--version']).status !== 0 && 'prlimit is not installed'

afterAll(cleanUp)

drillFault(
  'F21',
  `${files} open files and ${idle} idle sockets`,
  async ({ most, none, least }) => {
    const service = await startDrillService(
      { LOG_LEVEL: 'info', LOG_REQUESTS: 'errors' },
      {
        start: (environment) =>
          startProcess(environment, root, [
            'prlimit',
            `--nofile=${files}`,
            join(root, 'node_modules/.bin/node'),
            'src/main.ts',
          ]),
      },
    )
    const { url, isRunning, stdout } = service.running()
    const load = service.load({ writers: 1, readers: 1, mayLose: true })
    await load.more(20)
    const sockets = Array.from({ length: idle }, () => openIdle(url))
    await setTimeout(5_000)
    const open = sockets.filter(({ isOpen }) => isOpen()).length
    const before = load.acknowledged.length
    await setTimeout(5_000)
    const meanwhile = load.acknowledged.length - before
    for (const { socket } of sockets) socket.destroy()
    const closed = performance.now()
    const green = await untilReady(url)
    const written = await load.untilWritten(closed)
    const { lost } = await service.settle(load)
    most('sockets that stayed open', open, files)
    least('written meanwhile over a kept connection', meanwhile, 20)
    none('answers other than 2xx and 503', load.wrong)
    none('lost', lost)
    none('unexpected errors', stdout().match(/"msg":"(unexpected error|uncaught exception)".*/g) ?? [])
    none('ends of the service', isRunning() ? ['still running'] : [])
    most('/readyz 200 after', green, 2, 's')
    most('written again after', written, 2, 's')
  },
  { cannotRun: cannotLimit },
)

function openIdle(url: string): { socket: Socket; isOpen: () => boolean } {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let isOpen = false
  socket.on('connect', () => {
    isOpen = true
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    isOpen = false
  })
  return { socket, isOpen: () => isOpen }
}

drillFault('F21', 'no database connection left for 10 s', async ({ most, none, least }) => {
  const db = await createTestDatabase()
  const running = await startTestService(
    { LOG_LEVEL: 'error' },
    { db, databasePatience: 1, admissionPatience: 1 },
  )
  const { token } = await running.account()
  const load = startDrillLoad({ baseUrl: () => running.baseUrl, token })
  await load.more(50)
  const name = db.connection.database
  await db.admin(`alter database ${name} connection limit 0`)
  await db.admin(
    `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and usename = 'timbre_runtime'`,
  )
  const red = await untilReady(running.url, false)
  const { reasons } = (await (await fetch(`${running.url}/readyz`)).json()) as {
    reasons: Record<string, string>
  }
  await setTimeout(10_000)
  const refused = load.answers.filter(({ status }) => status === 503)
  await db.admin(`alter database ${name} connection limit -1`)
  const freed = performance.now()
  const green = await untilReady(running.url)
  const written = await load.untilWritten(freed)
  await load.stop()
  least('refused with 503', refused.length, 10)
  none('answers other than 2xx and 503', load.wrong)
  none('reason of /readyz', reasons.database === 'refused' ? [] : [JSON.stringify(reasons)])
  most('slowest answer', secondsOf(load.answers), 8, 's')
  most('/readyz red after', red, 2, 's')
  most('/readyz green after', green, 2, 's')
  most('written again after', written, 2, 's')
})
