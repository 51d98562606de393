import { randomBytes } from 'node:crypto'
import { afterAll } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { compareLedger, startDrillLoad } from '../support/drill-load.ts'
import { drillFault } from '../support/fault-drill.ts'
import { openPointProxy, type Point } from '../support/point-proxy.ts'
import { cleanUp, newDataDir, type Running, startProcess } from '../support/process.ts'
import { shellOf } from '../support/scripts.ts'
import { freePort, startTestService } from '../support/service.ts'

const rounds = Number(process.env.DRILL_ROUNDS ?? 10)
const points: readonly Point[] = [
  'before_tx',
  'after_insert',
  'before_commit',
  'after_commit',
  'before_flush',
  'before_anchor',
]

afterAll(cleanUp)

/** The points after the mail server's 250 and before its note are part of F7. */
drillFault('F2', `kill -9 of the service at each of ${points.length} points, ${rounds}×`, async (measure) => {
  const db = await createTestDatabase()
  const proxy = await openPointProxy(db)
  const PORT = String(await freePort())
  const shared = {
    SECRET_KEY: randomBytes(32).toString('base64url'),
    PUBLIC_URL: `http://127.0.0.1:${PORT}`,
    DATABASE_URL: proxy.url,
    RATE_LIMITS: 'off',
    WEBHOOKS: 'off',
  }
  const made = await startTestService({ ...shared, PORT, DATABASE_URL: db.url }, { db })
  const { token, id } = await made.account()
  await made.service.stop()
  const environment = { ...shared, PORT, DATA_DIR: newDataDir(), DEMO: 'off', LOG_LEVEL: 'error' }
  let running: Running = startProcess(environment)
  await running.ready()
  const load = startDrillLoad({ baseUrl: () => `${running.url}/api/v4`, token, mayLose: true })
  const killed: Record<string, number> = {}
  let slowest = 0
  for (let round = 0; round < rounds; round += 1) {
    for (const point of points) {
      await load.more(3)
      const victim = running
      proxy.at(point, () => {
        process.kill(victim.pid, 'SIGKILL')
        killed[point] = (killed[point] ?? 0) + 1
      })
      await victim.ended
      running = startProcess(environment)
      slowest = Math.max(slowest, await running.ready())
    }
  }
  await load.more(10)
  await load.stop()
  const code = await running.stop()
  const compared = await compareLedger(
    (text, values) => db.admin(text, values) as never,
    id,
    load.acknowledged,
  )
  const verified = await shellOf({ ...environment, DATABASE_URL: db.url }, 'audit')('verify')
  const gaps = await db.admin<{ seq: number }>(
    `select seq from (select seq, row_number() over (order by seq) as place from event where account_id = $1) as numbered
      where seq <> place`,
    [id],
  )
  process.stdout.write(`${JSON.stringify(killed)}\n`)
  measure.least('kills at each point', Math.min(...points.map((point) => killed[point] ?? 0)), rounds)
  measure.none('lost', compared.lost)
  measure.none('doubled', compared.doubled)
  measure.none('without one entry of the audit log', compared.unaudited)
  measure.none('gaps in the events', gaps)
  measure.none('wrong answers', load.wrong)
  measure.most('ready after', slowest, 4, 's')
  measure.most('exit codes of stop and audit verify', Number(code) + verified.code, 0)
})
