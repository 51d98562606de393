import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { startReplicatedServers } from '../support/replica.ts'
import { startTestService } from '../support/service.ts'

test('a primary is killed and its synchronous standby promoted, under eight writers and a reader', async () => {
  const servers = await startReplicatedServers()
  const { account, baseUrl, url } = await startTestService(
    { PORT: '0', LOG_LEVEL: 'warn', WEBHOOKS: 'off' },
    { db: { url: servers.url } as TestDatabase, databasePatience: 1 },
  )
  const { token, id } = await account()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const acknowledged: string[] = []
  const seen: Record<string, number> = {}
  const bad: string[] = []
  let slowest = 0
  let lastAccepted = 0
  let isOver = false
  const ask = async (path: string, init: RequestInit) => {
    const began = performance.now()
    const response = await fetch(baseUrl + path, { ...init, headers })
    await response.arrayBuffer()
    slowest = Math.max(slowest, performance.now() - began)
    const wait = response.headers.get('retry-after')
    seen[response.status] = (seen[response.status] ?? 0) + 1
    if (response.status === 503 ? !/^[1-5]$/.test(wait ?? '') : response.status > 299)
      bad.push(`${response.status} ${wait}`)
    return response.status
  }
  const write = async (writer: number) => {
    for (let count = 0; !isOver; count += 1) {
      const email = `w${writer}-${count}@failover.test`
      const status = await ask('/profile', { method: 'POST', body: JSON.stringify({ email }) })
      if (status === 201) {
        acknowledged.push(email)
        lastAccepted = performance.now()
      } else await setTimeout(100)
    }
  }
  const read = async () => {
    while (!isOver) {
      await ask('/account', {})
      await setTimeout(20)
    }
  }
  const isReady = () => fetch(`${url}/readyz`).then(({ ok }) => ok)
  const working = Promise.all([...Array.from({ length: 8 }, (_, writer) => write(writer)), read()])
  await setTimeout(5_000)
  const before = acknowledged.length
  servers.killPrimary()
  const killed = performance.now()
  while (await isReady()) await setTimeout(50)
  const redAfter = (performance.now() - killed) / 1_000
  await setTimeout(1_000)
  await servers.promote()
  const promoted = performance.now()
  while (lastAccepted < promoted) await setTimeout(20)
  const acceptedAfter = (performance.now() - promoted) / 1_000
  while (!(await isReady())) await setTimeout(50)
  const greenAfter = (performance.now() - promoted) / 1_000
  await setTimeout(3_000)
  isOver = true
  await working
  const stored = new Set(
    (await servers.admin('standby', 'select email from profile where account_id = $1', [id])).map(
      ({ email }) => email,
    ),
  )
  const lost = acknowledged.filter((email) => !stored.has(email))
  console.info(
    JSON.stringify({
      acknowledged: acknowledged.length,
      before,
      lost: lost.length,
      statuses: seen,
      slowestMilliseconds: Math.round(slowest),
      redAfterSeconds: redAfter,
      acceptedAfterSeconds: acceptedAfter,
      greenAfterSeconds: greenAfter,
    }),
  )
  expect(lost).toEqual([])
  expect(bad).toEqual([])
  expect(before).toBeGreaterThan(0)
  expect(acknowledged.length).toBeGreaterThan(before)
  expect(slowest).toBeLessThanOrEqual(8_000)
  expect(acceptedAfter).toBeLessThanOrEqual(30)
}, 180_000)
