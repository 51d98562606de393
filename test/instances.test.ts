import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { freePort, startTestService, type TestService } from './support/service.ts'
import { createValkey, valkeyProgram } from './support/valkey.ts'

const SECRET_KEY = randomBytes(32).toString('base64url')
/** Several of them use one database. The last one's clock is five minutes ahead. */
async function startInstances(db: TestDatabase, count: number, environment: Record<string, string> = {}) {
  const PUBLIC_URL = `http://localhost:${await freePort()}`
  const settings = {
    SECRET_KEY,
    PUBLIC_URL,
    PORT: '0',
    LOG_LEVEL: 'info',
    RATE_LIMITS: '30/2',
    ...environment,
  }
  const ahead = () => new Date(Date.now() + 300_000)
  const instances = await Promise.all(
    Array.from({ length: count }, (_, place) =>
      startTestService(settings, { db, ...(place === count - 1 ? { clock: ahead } : {}) }),
    ),
  )
  await Promise.all(instances.map(({ service }) => service.beat()))
  return instances
}

/** How many of so many requests of one client are answered, each by another instance than the one before. */
async function answered(instances: TestService[], token: string, requests: number): Promise<number> {
  const statuses = await Promise.all(
    Array.from({ length: requests }, async (_, place) => {
      const url = instances[place % instances.length]?.baseUrl
      return (await fetch(`${url}/account`, { headers: { authorization: `Bearer ${token}` } })).status
    }),
  )
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
  return statuses.filter((status) => status === 200).length
}

test('three instances together allow a client what one would, and two of them the same after one stopped', async () => {
  const db = await createTestDatabase()
  const instances = await startInstances(db, 3)
  const [one, two, three] = instances as [TestService, TestService, TestService]
  const client = await one.account()
  const began = performance.now()
  const allowed = await answered(instances, client.token, 150)
  const refilled = ((performance.now() - began) / 1_000) * 2
  expect(allowed).toBeLessThanOrEqual((30 + refilled) * 1.2)
  expect(allowed).toBeGreaterThanOrEqual(30)

  await three.service.stop()
  await Promise.all([one.service.beat(), two.service.beat()])
  const other = await two.account()
  const policy = (await other.call('GET', '/account')).headers.get('ratelimit-policy')
  expect(policy).toContain('q=15')
  expect(await db.admin('select count(*)::integer as living from instance')).toEqual([{ living: 2 }])
})

test('what is done once an hour is done by one instance, and not again by the one that takes over', async () => {
  const db = await createTestDatabase()
  const read = async () => {
    const rows = await db.admin<{ name: string; holder: string; done: Date | null }>(
      'select name, holder, done_at as done from task_lease order by name',
    )
    const done = rows.find(({ name }) => name === 'housekeeping')?.done
    const holders = [...new Set(rows.map(({ holder }) => holder))]
    return { names: rows.map(({ name }) => name), holders, done }
  }
  const [one] = await startInstances(db, 1)
  await expect.poll(async () => (await read()).done).not.toBeNull()
  const before = await read()
  expect(before.names).toEqual(expect.arrayContaining(['order expiry', 'link expiry']))
  const [two] = await startInstances(db, 1)
  expect(await read()).toEqual(before)
  await one?.service.stop()
  await two?.service.beat()
  const after = await read()
  expect(after.done).toEqual(before.done)
  expect([before.holders.length, after.holders.length]).toEqual([1, 1])
  expect(after.holders).not.toEqual(before.holders)
})

test('what guesses secrets is counted over two instances as over one, and over a restart', async () => {
  const db = await createTestDatabase()
  const instances = await startInstances(db, 2)
  const guess = async (place: number) => {
    const { status } = await fetch(`${instances[place % instances.length]?.baseUrl}/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'client_credentials',
        client_id: 'm2m_us_0123456789abcdef01234567',
        client_secret: 'wrong',
      }),
    })
    return status
  }
  const guessAll = async (count: number) => {
    const statuses = await Promise.all(Array.from({ length: count }, (_, place) => guess(place)))
    const tried = statuses.filter((status) => status === 401).length
    expect(statuses.filter((status) => status === 429).length).toBe(count - tried)
    return tried
  }
  // 30 at once, one more every two seconds.
  const began = performance.now()
  const refilled = () => Math.ceil((performance.now() - began) / 2_000)
  const tried = await guessAll(45)
  expect(tried).toBeGreaterThanOrEqual(30)
  expect(tried).toBeLessThanOrEqual(30 + refilled())
  const [third] = await startInstances(db, 1)
  instances.splice(0, 2, third as TestService)
  expect(tried + (await guessAll(10))).toBeLessThanOrEqual(30 + refilled())
  const stored = JSON.stringify(await db.admin('select key, full_at from limit_bucket'))
  expect(stored).not.toContain('127.0.0.1')
})

test.skipIf(!valkeyProgram)(
  'with Valkey the limit is exact; while it is away, each instance allows its part, with one line in the log',
  async () => {
    const valkey = await createValkey()
    await valkey.start()
    const RATE_LIMITS = '30/1'
    const instances = await startInstances(await createTestDatabase(), 3, {
      RATE_LIMITS,
      VALKEY_URL: valkey.url,
    })
    const [one] = instances as [TestService]
    const [client, other] = [await one.account(), await one.account()]
    const policies = async () => {
      const headers = { authorization: `Bearer ${other.token}` }
      const answers = await Promise.all(
        instances.map(({ baseUrl }) => fetch(`${baseUrl}/account`, { headers })),
      )
      return new Set(answers.map((answer) => answer.headers.get('ratelimit-policy')?.match(/q=\d+/)?.[0]))
    }
    const patient = { timeout: 15_000, interval: 500 }
    const counted = (words: RegExp) => one.logged().match(words)?.length ?? 0
    await expect.poll(policies, patient).toEqual(new Set(['q=30']))
    const began = performance.now()
    const refilled = () => Math.ceil((performance.now() - began) / 1_000)
    const allowed = await answered(instances, client.token, 150)
    expect(allowed).toBeGreaterThanOrEqual(30)
    expect(allowed).toBeLessThanOrEqual(30 + refilled())

    const away = counted(/VALKEY_URL does not answer/g)
    await valkey.stop()
    await expect.poll(policies, patient).toEqual(new Set(['q=10']))
    await Promise.all(Array.from({ length: 20 }, () => client.call('GET', '/account')))
    expect(counted(/VALKEY_URL does not answer/g)).toBe(away + 1)

    const back = counted(/VALKEY_URL answers again/g)
    await valkey.start()
    await expect.poll(policies, patient).toEqual(new Set(['q=30']))
    expect(counted(/VALKEY_URL answers again/g)).toBe(back + 1)
  },
)
if (!valkeyProgram)
  console.warn('Valkey or Redis is not installed (apt install redis-server): its test is skipped.')
