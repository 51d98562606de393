import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startMailServer } from './support/mail-server.ts'
import { completed, openNoticeFixture } from './support/member-notices.ts'
import { cleanUp, newDataDir, startProcess } from './support/process.ts'
import { freePort, startTestService } from './support/service.ts'
import { openTables } from './support/tables.ts'

afterAll(cleanUp)

/** A lock that stops the task at one of its statements, and the statement that then waits. */
const points: readonly [string, string, string][] = [
  [
    'before the record of the email',
    'member_notice_email in access exclusive mode',
    'insert into member_notice_email%',
  ],
  [
    'before the position is moved',
    'member_notice in share row exclusive mode',
    'insert into member_notice (%',
  ],
]

test('kill -9 while an email to a member is queued or sent neither loses nor doubles it', {
  tags: 'long',
  timeout: 600_000,
}, async () => {
  const received: string[] = []
  let onEmail = () => {}
  const server = await startMailServer({
    onData(stream, _session, answer) {
      let raw = ''
      stream.on('data', (chunk) => {
        raw += chunk
      })
      stream.on('end', () => {
        received.push(raw.replace(/=\r\n/g, '').replace(/\r\n[ \t]+/g, ' '))
        onEmail()
        answer()
      })
    },
  })
  const SECRET_KEY = randomBytes(32).toString('base64url')
  const running = await startTestService({ SECRET_KEY })
  const fixture = await openNoticeFixture(running, await openTables(running.db))
  const account = await running.account({ name: 'Northwind' })
  const member = await fixture.member(account)
  await member.choose({ completed: { frequency: 'atOnce' } })
  const people: string[] = []
  for (let n = 0; n <= points.length + 1; n += 1)
    people.push(await fixture.person(account, { firstName: `P${n}` }))
  await running.service.stop()

  const environment = {
    ...{ PORT: String(await freePort()), DATA_DIR: newDataDir(), DATABASE_URL: running.db.url, SECRET_KEY },
    ...{
      MAIL_URL: server.url,
      MAIL_FROM: 'no-reply@timbre.example',
      DEMO: 'off',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
    },
  }
  const afterDeath = async () => {
    // The transaction of a dead process ends with its connection; leases of its messages end now and not in a minute.
    await until('no transaction is left', async () => (await running.db.admin(openTransactions)).length === 0)
    await running.db.admin('update outbox set leased_until = null')
    await running.db.admin('delete from task_lease')
  }
  const [last = '', beforeAnswer = '', ...others] = people
  for (const [place, [, lock, statement]] of points.entries()) {
    await fixture.happen(account, completed(others[place] ?? ''))
    const owner = new pg.Client(running.db.connection)
    await owner.connect()
    await owner.query(`begin; lock table ${lock}`)
    const service = startProcess(environment)
    await until(statement, async () => (await running.db.admin(waiting, [statement])).length > 0)
    process.kill(service.pid, 'SIGKILL')
    await service.ended
    await owner.end()
    await afterDeath()
  }
  await fixture.happen(account, completed(beforeAnswer))
  const dying = startProcess(environment)
  await new Promise<void>((done) => {
    onEmail = () => {
      onEmail = () => {}
      process.kill(dying.pid, 'SIGKILL')
      done()
    }
  })
  await dying.ended
  await afterDeath()
  await fixture.happen(account, completed(last))
  const service = startProcess(environment)
  await until('all are sent', async () => {
    const rows = await running.db.admin("select 1 from outbox where state = 'sent' and is_member_notice")
    return rows.length === people.length
  })
  await service.stop()
  expect(await running.db.admin("select 1 from outbox where state <> 'sent' and is_member_notice")).toEqual(
    [],
  )
  const idsOf = people.map((_, n) => {
    const about = received.filter((raw) => raw.includes(`P${n} completed`))
    return new Set(about.map((raw) => /^Message-ID: (\S+)/im.exec(raw)?.[1]))
  })
  // The mail server got some of them twice because its answer was lost, and knows them by the same id.
  expect(idsOf.map((ids) => ids.size)).toEqual(people.map(() => 1))
  expect(received.length).toBeGreaterThan(people.length)
})

const waiting = `select 1 from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and ltrim(query) like $1`
const openTransactions = `select 1 from pg_stat_activity
  where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 90_000
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Not within 90 s: ${what}`)
    await setTimeout(20)
  }
}
