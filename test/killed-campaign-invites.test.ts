import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startMailServer } from './support/mail-server.ts'
import { cleanUp, newDataDir, startProcess } from './support/process.ts'
import { freePort, type Json, startTestService } from './support/service.ts'
import { newEmail } from './support/test-rows.ts'

afterAll(cleanUp)

/** A lock that stops the invite at one of its statements, and the statement that then waits. */
const points: readonly [string, string, string][] = [
  ['before the message is written', 'outbox in access exclusive mode', '%insert into outbox%'],
  ['before the commit', 'campaign_queue in share row exclusive mode', 'update campaign_queue%'],
]

test('kill -9 while the service invites those who wait in a campaign: each gets one invite', {
  tags: 'long',
  timeout: 600_000,
}, async () => {
  const received: string[] = []
  const server = await startMailServer({
    onData(stream, session, answer) {
      stream.resume()
      stream.on('end', () => {
        received.push(...session.envelope.rcptTo.map(({ address }) => address))
        answer()
      })
    },
  })
  const SECRET_KEY = randomBytes(32).toString('base64url')
  const running = await startTestService({ SECRET_KEY, RATE_LIMITS: '100000/100000' })
  const account = await running.account({ name: 'Northwind' })
  const emails = Array.from({ length: 66 }, newEmail)
  const rows = emails.map((email) => ({ email }))
  const { results } = (await account.call('POST', '/profiles/import', { rows })).body.data
  const profileIds = results.map(({ profileId }: Json) => profileId)
  const made = await account.call('POST', '/campaign', { name: 'Large', profileIds, queue: true })
  const waiting = made.body.results.filter(({ status }: Json) => status === 'queued')
  expect(waiting).toHaveLength(6)
  await running.service.drainOutbox()
  await running.service.stop()
  await running.db.admin('update campaign_queue set due_at = now()')

  const environment = {
    ...{ PORT: String(await freePort()), DATA_DIR: newDataDir(), DATABASE_URL: running.db.url, SECRET_KEY },
    ...{ MAIL_URL: server.url, MAIL_FROM: 'no-reply@timbre.example', DEMO: 'off' },
    ...{ RATE_LIMITS: 'off', LOG_LEVEL: 'error' },
  }
  for (const [, lock, statement] of points) {
    const owner = new pg.Client(running.db.connection)
    await owner.connect()
    await owner.query(`begin; lock table ${lock}`)
    const service = startProcess(environment)
    await until(statement, async () => (await running.db.admin(waits, [statement])).length > 0)
    process.kill(service.pid, 'SIGKILL')
    await service.ended
    await owner.end()
    // The transaction of a dead process ends with its connection; its leases end now and not in a minute.
    await until('no transaction is left', async () => (await running.db.admin(openTransactions)).length === 0)
    await running.db.admin('update outbox set leased_until = null')
    await running.db.admin('delete from task_lease')
  }
  const service = startProcess(environment)
  const queuedIds = waiting.map(({ profileId }: Json) => profileId)
  await until('all are sent', async () => {
    const sent = await running.db.admin(
      'select from invite where profile_id = any($1) and sent_at is not null',
      [queuedIds],
    )
    return sent.length === 6
  })
  await service.stop()
  const invites = await running.db.admin('select profile_id from invite where profile_id = any($1)', [
    queuedIds,
  ])
  expect(invites).toHaveLength(6)
  expect(received.toSorted()).toEqual(
    emails.filter((_, place) => queuedIds.includes(profileIds[place])).toSorted(),
  )
  expect(await running.db.admin('select from campaign_waiting')).toEqual([])
})

const waits = `select 1 from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and ltrim(query) like $1`
const openTransactions = `select 1 from pg_stat_activity
  where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 120_000
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Not within two minutes: ${what}`)
    await setTimeout(20)
  }
}
