import { expect, test } from 'vitest'
import { startTestService } from './support/service.ts'
import { createSlowDatabase } from './support/slow-database.ts'

type Line = Record<string, unknown> & { msg: string; statements?: { statement: string; ms: number }[] }

function linesOf(logged: string, msg: string): Line[] {
  const lines = logged.split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as Line).filter((line) => line.msg === msg)
}

test('a request has its operation, its trace and the time in the database', async () => {
  const { account, logged } = await startTestService()
  const { call } = await account()
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  await call('GET', '/account', undefined, { traceparent })
  await call('POST', '/profile', { email: 'ada@test.test' })
  await expect
    .poll(() => linesOf(logged(), 'request').map(({ operation }) => operation))
    .toEqual(expect.arrayContaining(['get_account', 'create_profile']))
  const lines = linesOf(logged(), 'request')
  const [read, written] = ['get_account', 'create_profile'].map((name) =>
    lines.find(({ operation }) => operation === name),
  )
  expect(read).toMatchObject({ traceId: 'a'.repeat(32), dbMs: expect.any(Number) })
  expect(written?.dbMs).toBeGreaterThan(0)
  expect(written).not.toHaveProperty('traceId')
})

test('a slow request has a line with the names and times of its statements, and no value', async () => {
  const { db, delay } = await createSlowDatabase()
  const { account, logged } = await startTestService(
    { LOG_REQUESTS: 'slow', SLOW_MILLISECONDS: '200' },
    { db },
  )
  const { call } = await account({ name: 'Nightingale' })
  await call('GET', '/test')
  delay(250)
  await call('POST', '/profile', { email: 'nightingale@test.test', firstName: 'Florence' })
  delay(0)
  const slow = () => linesOf(logged(), 'slow').find(({ operation }) => operation === 'create_profile')
  await expect.poll(slow).toBeDefined()
  const line = slow() as Line
  expect(line.ms).toBeGreaterThanOrEqual(200)
  expect(line.dbMs).toBeGreaterThanOrEqual(200)
  expect(Math.max(...(line.statements ?? []).map(({ ms }) => ms))).toBeGreaterThanOrEqual(200)
  for (const { statement } of line.statements ?? []) expect(statement).toMatch(/^[a-z]+( [a-z_]+)?$/)
  expect(JSON.stringify(line)).not.toMatch(/nightingale|Florence/i)
  const requests = linesOf(logged(), 'request')
  expect(requests.map(({ operation }) => operation)).toContain('create_profile')
  expect(requests.map(({ route }) => route)).not.toContain('/api/v4/test')
})

test.each([
  ['errors', 0],
  ['1/5', 2],
])('with LOG_REQUESTS=%s, %s of ten ordinary requests have a line', async (LOG_REQUESTS, expected) => {
  const { url, logged } = await startTestService({ LOG_REQUESTS, SLOW_MILLISECONDS: '60000' })
  for (let count = 0; count < 10; count += 1) await fetch(`${url}/healthz`)
  await fetch(`${url}/unknown`)
  expect(linesOf(logged(), 'request').filter(({ route }) => route === '/healthz')).toHaveLength(expected)
})
