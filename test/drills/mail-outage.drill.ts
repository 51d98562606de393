import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { openFormBrowser } from '../support/form-browser.ts'
import { formWith } from '../support/forms.ts'
import { type MailStep, startOutageServer } from '../support/mail-outage.ts'
import { cleanUp, newDataDir, startProcess } from '../support/process.ts'
import { freePort, startTestService, type TestAccount } from '../support/service.ts'
import { newEmail } from '../support/test-rows.ts'

/** `--minutes N` lets the mail server be away for N minutes, `--people N` queues as many messages. */
const minutes = Number(process.env.DRILL_MINUTES ?? 2)
const people = Number(process.env.DRILL_PEOPLE ?? 1_000)

/** Two instances on one database; each account may send 60 invites a minute, so there are many accounts. */
async function startTwo(mailUrl: string) {
  const db = await createTestDatabase({ patience: 10 })
  const environment = { MAIL_URL: mailUrl, SECRET_KEY: randomBytes(32).toString('base64url') }
  const [one, two] = [
    await startTestService(environment, { db }),
    await startTestService(environment, { db }),
  ]
  const invite = async (count: number) => {
    for (let left = count; left > 0; left -= invitesAtOnce)
      await inviteMany(await one.account(), Math.min(left, invitesAtOnce))
  }
  const waiting = async () =>
    Number(
      (await db.admin<{ count: string }>(`select count(*) from outbox where state = 'queued'`))[0]?.count,
    )
  return { one, two, db, invite, waiting }
}

const invitesAtOnce = 50

async function inviteMany({ call }: TestAccount, count: number): Promise<void> {
  const profileIds: string[] = []
  for (let made = 0; made < count; made += 1)
    profileIds.push((await call('POST', '/profile', { email: newEmail() })).body.profile.id)
  const { status, text } = await call('POST', '/profiles/invite', { profileIds, channel: 'email' })
  if (status !== 200) throw new Error(text)
}

test('a mail server that was away gets everything once, within three minutes of its return', async () => {
  const server = await startOutageServer()
  await server.goAway()
  const { invite, waiting, db } = await startTwo(server.url)
  await invite(people)
  await setTimeout(minutes * 60_000)
  const attempts = await db.admin<{ most: number }>(
    `select max(attempts)::int as most from outbox where state = 'queued'`,
  )
  const queued = await waiting()
  const backAt = Date.now()
  await server.comeBack()
  while ((await waiting()) > 0) await setTimeout(1_000)
  const seconds = (Math.max(...server.accepted.map(({ at }) => at)) - backAt) / 1_000
  const ids = new Set(server.accepted.map(({ messageId }) => messageId))
  const figures = {
    minutes,
    queued,
    seconds,
    attempts: attempts[0]?.most,
    doubled: server.accepted.length - ids.size,
  }
  process.stdout.write(`${JSON.stringify(figures)}\n`)
  expect(queued).toBeGreaterThanOrEqual(people)
  expect(ids.size).toBe(queued)
  expect(figures.doubled).toBe(0)
  expect(seconds).toBeLessThanOrEqual(180)
  await server.goAway()
})

test('a sign-in code behind 1,000 invites and a server of one second arrives within five seconds', async () => {
  const server = await startOutageServer({ answerMilliseconds: 1_000 })
  const { invite, one } = await startTwo(server.url)
  await invite(people)
  await setTimeout(5_000)
  const account = await one.account({ owner: 'code@test.test' })
  expect(account.id).not.toBe('')
  const beganAt = Date.now()
  await requestCode(one.url, 'code@test.test')
  const arrived = () => server.accepted.find(({ to }) => to === 'code@test.test')
  while (!arrived() && Date.now() - beganAt < 60_000) await setTimeout(100)
  const seconds = ((arrived()?.at ?? Number.POSITIVE_INFINITY) - beganAt) / 1_000
  process.stdout.write(`${JSON.stringify({ codeSeconds: seconds })}\n`)
  expect(seconds).toBeLessThanOrEqual(5)
  await server.goAway()
})

async function requestCode(url: string, email: string): Promise<void> {
  const browser = openFormBrowser()
  const page = await browser.open(`${url}/apps`)
  const form = formWith(page.forms, 'email')
  if (!form) throw new Error('The sign-in page has no form for an address')
  await browser.submit(page, form, { email })
}

test('every message arrives with one Message-ID, whenever the service is killed', async () => {
  const deadly = new Map<MailStep, () => void>()
  const server = await startOutageServer({ onStep: (step) => deadly.get(step)?.() })
  const db = await createTestDatabase({ patience: 10 })
  const environment = { SECRET_KEY: randomBytes(32).toString('base64url') }
  // Nothing listens there, so the messages wait.
  const queueing = await startTestService({ ...environment, MAIL_URL: 'smtp://127.0.0.1:9?tls=off' }, { db })
  await inviteMany(await queueing.account(), 20)
  await queueing.service.drainOutbox()
  await queueing.service.stop()
  const start = async () => {
    await db.admin(`update outbox set leased_until = null, due_at = now() where state = 'queued'`)
    await db.admin('update message_breaker set failures = 0, probe_at = null')
    const own = { DATABASE_URL: db.url, DATA_DIR: newDataDir(), PORT: String(await freePort()) }
    return startProcess({ ...environment, ...own, MAIL_URL: server.url, LOG_LEVEL: 'error', DEMO: 'on' })
  }
  for (const step of ['connected', 'text', 'acknowledged'] as const) {
    const service = await start()
    deadly.set(step, () => service.isRunning() && process.kill(service.pid, 'SIGKILL'))
    expect(await service.ended, step).toBe('SIGKILL')
    deadly.clear()
  }
  const last = await start()
  const left = async () => (await db.admin(`select from outbox where state = 'queued'`)).length
  while ((await left()) > 0) await setTimeout(1_000)
  await last.stop()
  const idsOf = Map.groupBy(server.accepted, ({ to }) => to)
  const figures = { people: idsOf.size, accepted: server.accepted.length }
  process.stdout.write(`${JSON.stringify(figures)}\n`)
  expect(idsOf.size).toBe(20)
  for (const mails of idsOf.values()) expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1)
  await server.goAway()
  await cleanUp()
})
