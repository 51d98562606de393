import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { percentile } from '../../scripts/bench/load/percentile.ts'
import { ownerOf } from '../../scripts/bench/service-process.ts'
import { createIdentity } from '../../src/backup/sealed-file.ts'
import { listServers } from '../../src/database/server-process.ts'
import { startDrillService } from '../support/drill-service.ts'
import { openFormBrowser } from '../support/form-browser.ts'
import { formWith } from '../support/forms.ts'
import { startOutageServer } from '../support/mail-outage.ts'
import { cleanUp, newDataDir } from '../support/process.ts'
import { shellOf } from '../support/scripts.ts'
import { callAs, signIn } from '../support/service.ts'
import { startTaking } from '../support/taking-load.ts'

/** `npm run soak -- --hours 8`; it is looked at eight times. */
const minutes = Number(process.env.DRILL_MINUTES ?? 20)
const periods = 8
const periodMilliseconds = (minutes * 60_000) / periods

afterAll(cleanUp)

type Look = {
  period: number
  requests: number
  /** Milliseconds of this period's requests. */
  p99: number
  /** Megabytes of the service, and of all processes of its database together. */
  memory: number
  serverMemory: number
  openFiles: number
  connections: number
  /** Percent of dead rows in the largest tables, after a vacuum would be due. */
  deadRows: number
  waiting: number
  idempotencyKeys: number
}

test(`mixed use at 40% of the peak for ${minutes} minutes keeps memory, files, rows and times`, async () => {
  const mail = await startOutageServer({ answerMilliseconds: 20 })
  const backupDir = newDataDir()
  const { recipient } = await createIdentity()
  const service = await startDrillService({
    ...{ MAIL_URL: mail.url, BACKUP_DIR: backupDir, BACKUP_RECIPIENT: recipient },
    ...{ LOG_LEVEL: 'info', LOG_REQUESTS: 'errors', WEBHOOKS: 'on', MAIL_ACCOUNT_DAILY: '1000000' },
  })
  const { url, pid, stdout } = service.running()
  const owner = new pg.Pool({ ...ownerOf(service.dataDir), max: 1 })
  owner.on('error', () => {})
  const account = service.demo.accounts.demo
  if (!account) throw new Error('demo.json names no demo account')
  const base = `${url}/api/v4`
  let token = service.token
  const people: string[] = []
  const times: number[] = []
  const wrong: string[] = []
  let count = 0

  const kinds: Record<string, () => Promise<unknown>> = {
    account: () => ask('GET', '/account'),
    list: () => ask('GET', '/profiles?limit=20'),
    search: () => ask('GET', '/profiles?search=a&limit=20'),
    create: async () => {
      const body = { firstName: 'Mixed', lastName: `${count}`, email: `mixed-${count}@test.test` }
      const made = await ask('POST', '/profile', body, { 'idempotency-key': `mixed-${count}` })
      if (made?.profile) people.push(made.profile.id)
    },
    change: () => ask('PATCH', `/profile/${people.at(-1)}`, { lastName: `Changed ${count}` }),
    // As many leave as come, so that the tables keep their size.
    remove: () => ask('DELETE', `/profile/${people.shift()}`),
    token: async () => {
      token = await signIn(base, account)
    },
  }
  const order = [
    'account',
    'list',
    'create',
    'change',
    'account',
    'list',
    'search',
    'remove',
    'account',
    'token',
  ]

  async function ask(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
    const began = performance.now()
    const answer = await callAs(base, token)(method, path, body, headers)
    times.push(performance.now() - began)
    if (answer.status > 299) wrong.push(`${method} ${path} ${answer.status} ${answer.text.slice(0, 200)}`)
    return answer.body
  }
  async function askNext(): Promise<void> {
    count += 1
    const kind = order[count % order.length] ?? 'account'
    await kinds[people.length < 20 ? 'create' : kind]?.()
  }

  const peak = await measurePeak(askNext)
  const perSecond = Math.min(peak * 0.4, 400)
  console.info(
    `peak ${Math.round(peak)} requests a second; 40% or at most 400 of it: ${Math.round(perSecond)}`,
  )
  const taking = await startTaking(url, service.demo, { perSecond: 5 })

  const rows = async <T extends pg.QueryResultRow>(text: string) => (await owner.query<T>(text)).rows
  async function look(period: number, from: number): Promise<Look> {
    const [found] = await rows<Omit<Look, 'period'>>(
      `select (select count(*)::int from outbox where state = 'queued') as waiting,
         (select count(*)::int from idempotency_key) as "idempotencyKeys",
         (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
         (select coalesce(max(100 * n_dead_tup / (n_live_tup + n_dead_tup))::int, 0) from pg_stat_user_tables
            where n_live_tup > 5000) as "deadRows"`,
    )
    const figures = {
      ...found,
      period,
      requests: times.length - from,
      p99: Math.round((percentile(times.slice(from), 0.99) ?? 0) * 10) / 10,
      memory: residentMegabytes(pid),
      serverMemory: ownMegabytes(listServers(join(service.dataDir, 'postgres')).map((server) => server.pid)),
      openFiles: readdirSync(`/proc/${pid}/fd`).length,
    } as Look
    console.info(JSON.stringify(figures))
    return figures
  }

  const looks: Look[] = []
  const backup = shellOf(service.environment)
  const pending = new Set<Promise<void>>()
  for (let period = 1; period <= periods; period += 1) {
    const from = times.length
    const began = performance.now()
    const beside = (async () => {
      const { code, stderr } = await backup('backup now --json')
      if (code !== 0) wrong.push(stderr)
      for (const id of people.slice(0, 20)) await ask('POST', `/profile/${id}/invite/email`)
      await requestCode(url, account.owner)
    })()
    for (let sent = 0; performance.now() < began + periodMilliseconds; sent += 1) {
      const wait = began + (sent * 1_000) / perSecond - performance.now()
      if (wait > 0) await setTimeout(wait)
      const asking = askNext()
        .catch((error: Error) => void wrong.push(String(error.cause ?? error)))
        .finally(() => pending.delete(asking))
      pending.add(asking)
    }
    await Promise.all([...pending, beside])
    looks.push(await look(period, from))
  }
  await taking.stop()
  await owner.end()
  const code = await service.running().stop()
  const unexpected = stdout().match(/.*"level":"(error|fatal)".*/g) ?? []
  await mail.goAway()
  const [first, second, last] = [looks[0], looks[1], looks.at(-1)]
  if (!first || !second || !last) throw new Error('There was no look')
  console.info(JSON.stringify({ wrong: wrong.slice(0, 5), unexpected: unexpected.slice(0, 5) }))
  expect(code).toBe(0)
  expect(wrong).toEqual([])
  expect(taking.answers.filter(({ status }) => status !== 200)).toEqual([])
  expect(unexpected).toEqual([])
  expect(Math.abs(last.memory / first.memory - 1)).toBeLessThanOrEqual(0.05)
  expect(Math.abs(last.openFiles - first.openFiles)).toBeLessThanOrEqual(5)
  expect(last.p99 / second.p99).toBeLessThanOrEqual(1.1)
  expect(last.waiting).toBeLessThanOrEqual(first.waiting + 5)
  expect(last.deadRows).toBeLessThanOrEqual(20)
})

/** Requests a second that eight callers get answered without a break. */
async function measurePeak(askNext: () => Promise<void>): Promise<number> {
  const end = performance.now() + 5_000
  let answered = 0
  const repeat = async () => {
    while (performance.now() < end) {
      await askNext()
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: 8 }, repeat))
  return answered / 5
}

async function requestCode(url: string, email: string): Promise<void> {
  const browser = openFormBrowser()
  const page = await browser.open(`${url}/apps`)
  const form = formWith(page.forms, 'email')
  if (!form) throw new Error('The sign-in page has no form for an address')
  await browser.submit(page, form, { email })
}

function residentMegabytes(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

/** What these processes don't share. */
function ownMegabytes(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) => {
    try {
      return Number(
        /^Anonymous:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0,
      )
    } catch {
      return 0
    }
  })
  return Math.round(kilobytes.reduce((one, other) => one + other, 0) / 1024)
}
