import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { type Answered, secondsOf } from '../support/drill-load.ts'
import { startDrillService } from '../support/drill-service.ts'
import { drillFault, isShort } from '../support/fault-drill.ts'
import { openFormBrowser } from '../support/form-browser.ts'
import { formWith } from '../support/forms.ts'
import { type MailStep, startOutageServer } from '../support/mail-outage.ts'
import { cleanUp, newDataDir, startProcess } from '../support/process.ts'
import { callAs, freePort, startTestService, type TestAccount } from '../support/service.ts'
import { newEmail } from '../support/test-rows.ts'

/** `--minutes N` lets the mail server be away for N minutes, `--people N` queues as many messages. */
const minutes = Number(process.env.DRILL_MINUTES ?? (isShort ? 0.2 : 2))
const people = Number(process.env.DRILL_PEOPLE ?? (isShort ? 100 : 1_000))

afterAll(cleanUp)

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

async function inviteMany({ call }: Pick<TestAccount, 'call'>, count: number): Promise<void> {
  const profileIds: string[] = []
  for (let made = 0; made < count; made += 1)
    profileIds.push((await call('POST', '/profile', { email: newEmail() })).body.profile.id)
  const { status, text } = await call('POST', '/profiles/invite', { profileIds, channel: 'email' })
  if (status !== 200) throw new Error(text)
}

drillFault(
  'F7',
  `the mail server away for ${minutes} min with ${people} messages waiting`,
  async ({ most, least, none }) => {
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
    while ((await waiting()) > 0) await setTimeout(500)
    const ids = new Set(server.accepted.map(({ messageId }) => messageId))
    const doubled = server.accepted.filter(({ to }, at) => {
      return server.accepted.findIndex((one) => one.to === to) !== at
    })
    least('queued', queued, people)
    least('delivered', ids.size, queued)
    none('delivered twice', doubled)
    most('attempts used up', attempts[0]?.most ?? 99, 6)
    most('all delivered after', (Math.max(...server.accepted.map(({ at }) => at)) - backAt) / 1_000, 180, 's')
    await server.goAway()
  },
)

drillFault('F7', `a sign-in code behind ${people} invites and a server of one second`, async ({ most }) => {
  const server = await startOutageServer({ answerMilliseconds: 1_000 })
  const { invite, one } = await startTwo(server.url)
  await invite(people)
  await setTimeout(5_000)
  await one.account({ owner: 'code@test.test' })
  const beganAt = Date.now()
  await requestCode(one.url, 'code@test.test')
  const arrived = () => server.accepted.find(({ to }) => to === 'code@test.test')
  while (!arrived() && Date.now() - beganAt < 60_000) await setTimeout(100)
  most('code after', ((arrived()?.at ?? Number.POSITIVE_INFINITY) - beganAt) / 1_000, 5, 's')
  await server.goAway()
})

async function requestCode(url: string, email: string): Promise<void> {
  const browser = openFormBrowser()
  const page = await browser.open(`${url}/apps`)
  const form = formWith(page.forms, 'email')
  if (!form) throw new Error('The sign-in page has no form for an address')
  await browser.submit(page, form, { email })
}

const steps: readonly MailStep[] = ['connected', 'text', 'acknowledged']

drillFault('F7', 'kill -9 of the service at each step of a message', async ({ most, least, none }) => {
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
  const ends: unknown[] = []
  for (const step of steps) {
    const service = await start()
    deadly.set(step, () => service.isRunning() && process.kill(service.pid, 'SIGKILL'))
    ends.push(await service.ended)
    deadly.clear()
  }
  const last = await start()
  const left = async () => (await db.admin(`select from outbox where state = 'queued'`)).length
  while ((await left()) > 0) await setTimeout(1_000)
  await last.stop()
  const idsOf = Map.groupBy(server.accepted, ({ to }) => to)
  least('killed', ends.filter((end) => end === 'SIGKILL').length, steps.length)
  least('people who got a message', idsOf.size, 20)
  most('messages in all', server.accepted.length, 20 + steps.length * 8)
  none(
    'people with several Message-IDs',
    [...idsOf].filter(([, mails]) => new Set(mails.map(({ messageId }) => messageId)).size > 1),
  )
  await server.goAway()
})

if (!isShort)
  drillFault('F7', 'a mail server of nine seconds beside the API', async ({ most, least, none }) => {
    let isSlow = false
    const server = await startOutageServer({ answerMilliseconds: () => (isSlow ? 9_000 : 10) })
    const service = await startDrillService({ MAIL_URL: `${server.url}?tls=off` })
    const call = callAs(`${service.running().url}/api/v4`, service.token)
    const times = { fast: [] as Answered[], slow: [] as Answered[] }
    // Fast and slow alternate, so that a busy machine slows both.
    for (let round = 0; round < 4; round += 1) {
      isSlow = round % 2 === 1
      await inviteMany({ call }, invitesInWindow)
      const load = service.load({ writers: 2, readers: 2, pauseMilliseconds: 20 })
      await setTimeout(8_000)
      await load.stop()
      times[isSlow ? 'slow' : 'fast'].push(...load.answers)
      none(`wrong answers ${round + 1}`, load.wrong)
    }
    const [fast, slow] = [secondsOf(times.fast, 0.99), secondsOf(times.slow, 0.99)]
    least('requests', times.slow.length, 500)
    most('p99 without', fast * 1_000, 1_000, 'ms')
    most('p99 more with it', 100 * (slow / fast - 1), 10, '%')
    await service.running().stop()
    await server.goAway()
  })

const invitesInWindow = 12
