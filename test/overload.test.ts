import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { startTestService, type TestAccount, type TestService } from './support/service.ts'

let running: TestService
let account: TestAccount
beforeAll(async () => {
  running = await startTestService({}, { admissionPatience: 0.2, databasePatience: 60 })
  account = await running.account()
})

const send = (count: number, path: string, by = account) =>
  Array.from({ length: count }, () => by.call('GET', path))
const statusesOf = async (calls: ReturnType<typeof send>) =>
  new Set((await Promise.all(calls)).map(({ status }) => status))

test('requests that wait for events take no place from others', async () => {
  // Patient enough for a busy machine, and not as patient as those that wait.
  const patient = await startTestService({}, { admissionPatience: 8 })
  const other = await patient.account()
  const readers = await Promise.all(Array.from({ length: 8 }, () => patient.account()))
  const waiting = readers.flatMap((reader) => send(4, '/events?after=latest&wait=20', reader))
  // More than have a place at once: each one is answered only if places come free.
  for (let round = 0; round < 4; round++)
    expect(await statusesOf(send(10, '/account', other))).toEqual(new Set([200]))
  await Promise.all(readers.map((reader) => reader.call('POST', '/tag', { label: 'New', color: 'blue' })))
  expect(await statusesOf(waiting)).toEqual(new Set([200]))
})

test('503 refuses what the service cannot answer soon, while health and people who sign in come through', async () => {
  // Requests with a token that has never been seen share the places of strangers with the icon below.
  expect((await account.call('GET', '/account')).status).toBe(200)
  const release = await lockAccounts()
  const working = send(40, '/account')
  const firstRefusal = await Promise.race([...working, account.call('GET', '/account')])
  expect(firstRefusal.status).toBe(503)
  const refused = await account.call('GET', '/account', undefined, { 'x-request-id': 'the-clients-own-id' })
  expect(refused.status).toBe(503)
  expect(refused.body).toMatchObject({
    code: 503,
    status: 'error',
    error: { code: 'overloaded', requestId: 'the-clients-own-id' },
  })
  expect(['1', '2', '3', '4', '5']).toContain(refused.headers.get('retry-after'))
  expect(refused.headers.get('x-request-id')).toBe('the-clients-own-id')
  expect((await fetch(`${running.url}/healthz`)).status).toBe(200)
  expect((await fetch(`${running.url}/readyz`)).status).toBe(200)
  expect((await fetch(`${running.url}/favicon.ico`)).status).toBe(200)
  const lines = running.logged().split('\n')
  expect(lines.filter((line) => line.includes('"msg":"overloaded"'))).not.toEqual([])
  await release()
  expect(await statusesOf(working)).toEqual(new Set([200, 503]))
  expect((await account.call('GET', '/account')).status).toBe(200)
})

/** Lets requests wait for the account's row, as they would for a slow database. */
async function lockAccounts(): Promise<() => Promise<void>> {
  const client = new pg.Client(running.db.connection)
  await client.connect()
  await client.query('begin')
  await client.query('lock table account in access exclusive mode')
  return () => client.end()
}
