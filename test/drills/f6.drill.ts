import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { drillFault, isShort } from '../support/fault-drill.ts'
import { type Answer, startTestService, type TestAccount } from '../support/service.ts'

const seconds = isShort ? 10 : 60

type Kind = { name: string; milliseconds: number; status: number; retryAfter: string | null }

drillFault('F6', `a table locked for ${seconds} s`, async ({ most, none, least }) => {
  const { db, account, other } = await openInstallation()
  const locker = await openSession(db)
  await locker.query('begin; lock table profile in access exclusive mode')
  const waiting = askInTurn({
    read: () => account.call('GET', '/profiles?limit=5'),
    write: () => account.call('POST', '/profile', { firstName: 'Locked' }),
  })
  const others = askInTurn({
    read: () => account.call('GET', '/tags'),
    write: () => account.call('POST', '/tag', { label: `Tag ${next()}`, color: 'blue' }),
    'of another account': () => other.call('GET', '/webhooks'),
  })
  await setTimeout(seconds * 1_000)
  const longest = await db.admin<{ pid: number }>(lookOfRunbook)
  const locked = await waiting.stop()
  const free = await others.stop()
  const { rows } = await locker.query<{ pid: number }>('select pg_backend_pid() as pid')
  await locker.query('rollback')
  const back = await untilAccepted(() => account.call('GET', '/profiles?limit=5'))
  await locker.end()
  least('requests for the locked table', locked.length, 4)
  none('of these not 503 with Retry-After', locked.filter(isNoRefusal).map(textOf))
  most('slowest 503', slowest(locked), 3, 's')
  least('requests for other tables', free.length, 50)
  none('of these failed', free.filter(({ status }) => status > 299).map(textOf))
  most('slowest of them', slowest(free), 1, 's')
  most('back after', back, 1, 's')
  const named = longest.map(({ pid }) => pid).indexOf(rows[0]?.pid ?? 0)
  most('rows above the session in the look of the runbook', named < 0 ? 99 : named, 3)
})

/** The statement of the section TimbrePoolWaits. */
const [, lookOfRunbook = ''] =
  /`(select pid, [^`]+)`/.exec(readFileSync(join(import.meta.dirname, '../../docs/runbook.md'), 'utf8')) ?? []

drillFault('F6', `a transaction idle for ${seconds} s with a locked row`, async ({ most, none, least }) => {
  const { db, account, other } = await openInstallation()
  const create = async (firstName: string) => {
    return (await account.call('POST', '/profile', { firstName })).body.profile.id as string
  }
  const [lockedId, freeId] = [await create('Locked'), await create('Free')]
  const locker = await openSession(db)
  await locker.query('begin')
  await locker.query('select from profile where id = $1 for update', [lockedId])
  const change = (id: string) => account.call('PATCH', `/profile/${id}`, { lastName: `${next()}` })
  const waiting = askInTurn({ change: () => change(lockedId) })
  const others = askInTurn({
    'another row': () => change(freeId),
    'a read of the row': () => account.call('GET', `/profile/${lockedId}`),
    'of another account': () => other.call('POST', '/profile', { firstName: 'Other' }),
  })
  await setTimeout((seconds * 1_000) / 2)
  const locked = await waiting.stop()
  const free = await others.stop()
  // A lock is waited for twice by those behind others: for their turn, and then for the row.
  const crowd = askInTurn(
    Object.fromEntries([1, 2, 3, 4, 5, 6].map((at) => [`${at}`, () => change(lockedId)])),
  )
  await setTimeout((seconds * 1_000) / 2)
  const crowded = await crowd.stop()
  await locker.query('rollback')
  const back = await untilAccepted(() => change(lockedId))
  await locker.end()
  least('requests for the locked row', locked.length, 2)
  none('of these not 503 with Retry-After', [...locked, ...crowded].filter(isNoRefusal).map(textOf))
  most('slowest 503', slowest(locked), 3, 's')
  most('slowest 503 of six at once', slowest(crowded), 8, 's')
  none('other requests that failed', free.filter(({ status }) => status > 299).map(textOf))
  most('slowest of them', slowest(free), 1, 's')
  most('back after', back, 1, 's')
})

async function openInstallation() {
  const db = await createTestDatabase()
  const running = await startTestService(
    { LOG_LEVEL: 'warn' },
    { db, databasePatience: 1, admissionPatience: 1 },
  )
  return { db, account: await running.account(), other: await running.account() }
}

async function openSession(db: TestDatabase): Promise<pg.Client> {
  const client = new pg.Client(db.connection)
  await client.connect()
  return client
}

let count = 0
const next = () => {
  count += 1
  return count
}

/** Sends requests of each kind, one after the other was answered, until it is stopped. */
function askInTurn(kinds: Record<string, () => ReturnType<TestAccount['call']>>) {
  const seen: Kind[] = []
  let isOver = false
  const asking = Object.entries(kinds).map(async ([name, call]) => {
    while (!isOver) {
      const began = performance.now()
      const { status, headers } = await call()
      const milliseconds = performance.now() - began
      seen.push({ name, milliseconds, status, retryAfter: headers.get('retry-after') })
      await setTimeout(100)
    }
  })
  return {
    async stop() {
      isOver = true
      await Promise.all(asking)
      return seen
    },
  }
}

/** Seconds. */
async function untilAccepted(call: () => Promise<Answer>): Promise<number> {
  const began = performance.now()
  while ((await call()).status !== 200) await setTimeout(20)
  return (performance.now() - began) / 1_000
}

const isNoRefusal = ({ status, retryAfter }: Kind) => status !== 503 || !/^[1-5]$/.test(retryAfter ?? '')
const textOf = ({ name, status, milliseconds }: Kind) =>
  `${name} ${status} after ${Math.round(milliseconds)} ms`
const slowest = (kinds: readonly Kind[]) =>
  Math.max(0, ...kinds.map(({ milliseconds }) => milliseconds)) / 1_000
