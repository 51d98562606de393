import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { cleanUp, newDataDir, type Running, startProcess } from '../support/process.ts'
import { freePort, startTestService } from '../support/service.ts'

afterAll(cleanUp)

test('three instances: one client within its limit, the tasks of a killed one are taken over', async () => {
  const db = await createTestDatabase()
  const PUBLIC_URL = 'http://localhost:3000'
  const common = {
    DATABASE_URL: db.url,
    SECRET_KEY: randomBytes(32).toString('base64url'),
    PUBLIC_URL,
    RATE_LIMITS: 'on',
    DEMO: 'off',
    WEBHOOKS: 'off',
    LOG_REQUESTS: 'errors',
  }
  const made = await startTestService({ ...common, PORT: '0', DEMO: 'on' }, { db })
  const { token } = await made.account()
  await made.service.stop()
  const instances: Running[] = []
  for (let place = 0; place < 3; place += 1) {
    const running = startProcess({ ...common, PORT: String(await freePort()), DATA_DIR: newDataDir() })
    await running.ready()
    instances.push(running)
  }
  await setTimeout(6_000)

  const began = performance.now()
  let allowed = 0
  const ask = async (place: number) => {
    const url = `${instances[place % 3]?.url}/api/v4/account`
    const { status } = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    if (status === 200) allowed += 1
  }
  for (let sent = 0; sent < 5_000; sent += 50)
    await Promise.all(Array.from({ length: 50 }, (_, place) => ask(sent + place)))
  const limit = 50 + ((performance.now() - began) / 1_000) * 10
  console.info(JSON.stringify({ requests: 5_000, allowed, limit: Math.round(limit) }))
  expect(allowed).toBeLessThanOrEqual(limit * 1.2)

  const holders = () =>
    db.admin<{ name: string; holder: string; done: Date }>(
      'select name, holder, done_at as done from task_lease order by name',
    )
  const doneOf = (rows: Awaited<ReturnType<typeof holders>>, name: string) =>
    rows.find((row) => row.name === name)?.done
  const before = await holders()
  // The first one that started has them all.
  const [leader] = instances
  process.kill(-(leader?.pid ?? 0), 'SIGKILL')
  const killed = performance.now()
  const seconds = () => (performance.now() - killed) / 1_000
  const taken = async () => (await holders()).every(({ holder }) => holder !== before[0]?.holder)
  while (!(await taken())) await setTimeout(200)
  const takenAfter = seconds()
  const wasDone = doneOf(before, 'link expiry')
  while (doneOf(await holders(), 'link expiry')?.getTime() === wasDone?.getTime()) await setTimeout(200)
  const sweptAfter = seconds()
  console.info(JSON.stringify({ takenAfterSeconds: takenAfter, sweptAfterSeconds: sweptAfter }))
  expect(takenAfter).toBeLessThanOrEqual(30)
  expect(sweptAfter).toBeLessThanOrEqual(60)
  // What is done once an hour isn't done again.
  expect(doneOf(await holders(), 'housekeeping')).toEqual(doneOf(before, 'housekeeping'))
})
