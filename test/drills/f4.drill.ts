import { setTimeout } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { compareLedger, secondsOf, startDrillLoad } from '../support/drill-load.ts'
import { startDrillService } from '../support/drill-service.ts'
import { drillFault } from '../support/fault-drill.ts'
import { pgbouncer, startPgbouncer } from '../support/pgbouncer.ts'
import { cleanUp, postmasterPid } from '../support/process.ts'
import { freePort, startTestService } from '../support/service.ts'

const rounds = Number(process.env.DRILL_ROUNDS ?? 10)

afterAll(cleanUp)

/** PostgreSQL's manual, section 18.5: SIGQUIT is an immediate shutdown, SIGINT a fast one. The service restarts it. */
drillFault('F4', 'immediate and fast restarts of the database', async ({ most, none, least }) => {
  const service = await startDrillService()
  const load = service.load()
  let slowest = 0
  for (let round = 0; round < rounds; round += 1) {
    await load.more(50)
    const postmaster = postmasterPid(service.dataDir)
    if (postmaster) process.kill(postmaster, round % 2 === 0 ? 'SIGQUIT' : 'SIGINT')
    slowest = Math.max(slowest, await load.untilWritten(performance.now()))
    await setTimeout(500)
  }
  const { lost, doubled, unaudited } = await service.settle(load)
  least('rounds', rounds, 1)
  none('lost', lost)
  none('doubled', doubled)
  none('without one entry of the audit log', unaudited)
  none('answers other than 2xx and 503', load.wrong)
  most('written again after', slowest, 3, 's')
})

drillFault('F4', 'all connections ended each second for 20 s', async ({ most, none, least }) => {
  const db = await createTestDatabase()
  const { account, baseUrl } = await startTestService({ LOG_LEVEL: 'warn' }, { db, databasePatience: 1 })
  const { token, id } = await account()
  const load = startDrillLoad({ baseUrl: () => baseUrl, token })
  await load.more(100)
  const endAll = `select count(pg_terminate_backend(pid))::int as count from pg_stat_activity
     where datname = current_database() and usename = 'timbre_runtime'`
  let ended = 0
  for (let second = 0; second < 20; second += 1) {
    ended += (await db.admin<{ count: number }>(endAll))[0]?.count ?? 0
    await setTimeout(1_000)
  }
  const over = performance.now()
  const back = await load.untilWritten(over)
  await setTimeout(1_000)
  await load.stop()
  const held = await db.admin<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and usename = 'timbre_runtime'`,
  )
  const compared = await compareLedger(
    (text, values) => db.admin(text, values) as never,
    id,
    load.acknowledged,
  )
  least('connections ended', ended, 20)
  none('lost', compared.lost)
  none('doubled', compared.doubled)
  none('answers other than 2xx and 503', load.wrong)
  const refused = load.answers.filter(({ status }) => status === 503).length
  most('share of 503', (100 * refused) / load.answers.length, 1, '%')
  most('written again after', back, 3, 's')
  most('slowest answer', secondsOf(load.answers), 8, 's')
  most('connections afterwards', held[0]?.count ?? 99, 12)
})

drillFault(
  'F4',
  'a pooler paused for 10 s',
  async ({ most, none }) => {
    const db = await createTestDatabase()
    const port = await freePort()
    const pooler = await startPgbouncer(db.connection, { port })
    try {
      const { user, password, database } = db.runtime
      const { account, baseUrl, url } = await startTestService(
        {
          DATABASE_URL: `postgres://${user}:${password}@127.0.0.1:${port}/${database}`,
          DATABASE_DIRECT_URL: db.url,
          DATABASE_POOLER: 'transaction',
          LOG_LEVEL: 'warn',
        },
        { db, databasePatience: 1 },
      )
      const { token, id } = await account()
      const load = startDrillLoad({ baseUrl: () => baseUrl, token })
      await load.more(100)
      pooler.pause()
      await setTimeout(10_000)
      const health = await fetch(`${url}/healthz`)
      pooler.resume()
      const back = await load.untilWritten(performance.now())
      await load.stop()
      const { lost } = await compareLedger(
        (text, values) => db.admin(text, values) as never,
        id,
        load.acknowledged,
      )
      none('lost', lost)
      none('answers other than 2xx and 503', load.wrong)
      most('slowest answer', secondsOf(load.answers), 8, 's')
      most('written again after', back, 3, 's')
      most('status of /healthz', health.status, 200)
    } finally {
      await pooler.stop()
    }
  },
  { cannotRun: pgbouncer === undefined && 'PgBouncer is not installed' },
)
