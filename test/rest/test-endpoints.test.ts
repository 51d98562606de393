import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectEnvelope } from '../support/envelope.ts'
import { openForger } from '../support/forge.ts'
import { callAs, startTestService, type TestAccount, type TestService } from '../support/service.ts'

let running: TestService
let account: TestAccount
beforeAll(async () => {
  running = await startTestService({}, { databasePatience: 1 })
  account = await running.account()
})

describe('GET /test', () => {
  test('200 with a message, for a token without any scope too', async () => {
    const bare = callAs(running.baseUrl, await (await openForger(running))(account))
    for (const call of [account.call, bare]) {
      const answer = await call('GET', '/test')
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({ code: 200, status: 'success', data: { message: expect.any(String) } })
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('400 with a parameter', async () => {
    expectEnvelope(await account.call('GET', '/test?ping=1'), 'parameter')
  })

  test('HEAD has the headers of GET and no body', async () => {
    const [head, get] = [await account.call('HEAD', '/test'), await account.call('GET', '/test')]
    expect(head.status).toBe(200)
    expect(head.text).toBe('')
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
  })
})

describe('POST /test', () => {
  test.each([['hello'], [''], ['é 🙂 李'], ['"\\/'], ['x'.repeat(1000)]])(
    '200 with a message and a bonus: %s',
    async (ping) => {
      const answer = await account.call('POST', '/test', { ping })
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({
        code: 200,
        status: 'success',
        data: { message: expect.any(String), bonus: expect.stringContaining(ping) },
      })
    },
  )

  test.each([
    ['no ping', {}],
    ['null', { ping: null }],
    ['a number', { ping: 1 }],
    ['a list', { ping: ['x'] }],
    ['too long', { ping: 'x'.repeat(1001) }],
    ['another field', { ping: 'x', pong: 'y' }],
  ])('400 with %s', async (label, body) => {
    const answer = await account.call('POST', '/test', body)
    expect(answer.status).toBe(400)
    expectEnvelope(answer, label)
  })
})

test('no origin of another site is allowed', async () => {
  for (const origin of ['https://evil.example.com', `${running.url}.evil.example.com`]) {
    const answer = await account.call('GET', '/test', undefined, { origin })
    expect(answer.headers.get('access-control-allow-origin'), origin).toBeNull()
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  }
})

test('503 with Retry-After and the envelope while a table is locked, and 200 afterwards', async () => {
  const holder = new pg.Client(running.db.connection)
  await holder.connect()
  await holder.query('begin; lock table profile in access exclusive mode')
  const answers = await Promise.all([
    account.call('GET', '/profiles'),
    account.call('POST', '/profile', { firstName: 'Waiting' }),
    account.call('GET', '/test'),
  ])
  await holder.query('rollback')
  await holder.end()
  for (const answer of answers.slice(0, 2)) {
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]/)
    expect(answer.body).toMatchObject({ code: 503, status: 'error', error: { code: 'database_unavailable' } })
    expect(answer.text).not.toMatch(/lock|timeout|relation/)
  }
  expect(answers[2]?.status).toBe(200)
  expect((await account.call('GET', '/profiles')).body.pagination.total).toBe(0)
})
