import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { createAppGranter } from '../support/delegates.ts'
import { expectEnvelope } from '../support/envelope.ts'
import { formallyValid, restRequest } from '../support/inputs.ts'
import { type RestOperation, restOperations } from '../support/rest-operations.ts'
import { asItsAccount } from '../support/sandbox-mode.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'

// check-order.test.ts tests the order of refusals; this file tests what each says, and that it leaves nothing.

let running: TestService
let tables: Tables
beforeAll(async () => {
  running = await startTestService({ TRIAL_REPORTS: '3' })
  tables = await openTables(running.db)
})

const newId = (account: TestAccount, fields: object = { email: `${newPublicId()}@test.test` }) =>
  account.call('POST', '/profile', fields).then((answer) => answer.body.profile.id as string)
const change = (account: TestAccount, set: string) =>
  running.db.admin(`update account set ${set} where id = $1`, [account.id])

/** Work that fails, and the assertion that it left nothing. */
const unchanged = (work: () => Promise<unknown>) =>
  tables.expectUnchanged(async () => {
    await work()
    await running.service.drainOutbox()
  })

describe('403 while the account is paused', () => {
  test('ends when the account is resumed', async () => {
    const account = await running.account()
    await change(account, 'paused = true')
    expect((await account.call('GET', '/profiles')).status).toBe(403)
    await change(account, 'paused = false')
    expect((await account.call('GET', '/profiles')).status).toBe(200)
  })

  test('tokens can still be issued', { tags: 'long' }, async () => {
    const account = await running.account({ paused: true })
    expect(account.token).toMatch(/^eyJ/)
    expect((await account.call('GET', '/test')).status).toBe(403)
  })

  test('a pause applies to the next request although its token was cached', async () => {
    const account = await running.account()
    expect((await account.call('GET', '/test')).status).toBe(200)
    await change(account, 'paused = true')
    expect((await account.call('GET', '/test')).status).toBe(403)
  })
})

describe('402', () => {
  const stopped: [string, string, string][] = [
    [
      'an expired trial',
      'trial_expired',
      `billing_status = 'trialing', trial_ends_at = now() - interval '1 second'`,
    ],
    [
      'a trial at its report limit',
      'trial_report_limit',
      `billing_status = 'trialing', trial_ends_at = now() + interval '1 day', trial_reports_used = 3`,
    ],
    ['a canceled account', 'billing_canceled', `billing_status = 'canceled'`],
    ['an unpaid account', 'billing_unpaid', `billing_status = 'unpaid'`],
  ]
  test.each(stopped)('%s: new work stops, reading and cleaning up stay possible', async (_, code, set) => {
    const account = await running.account()
    const email = `${newPublicId()}@test.test`
    const id = await newId(account, { email })
    const spare = await newId(account)
    await change(account, set)
    await unchanged(async () => {
      for (const [path, body] of [
        ['/profile', { firstName: 'New' }],
        ['/profile', { email }],
        [`/profile/${id}/invite/email`, undefined],
      ] as const) {
        const answer = await account.call('POST', path, body)
        expect(answer.status, path).toBe(402)
        expectEnvelope(answer, path)
        expect(answer.body.error.code).toBe(code)
      }
    })
    expect((await account.call('GET', '/profiles')).body.pagination.total).toBe(2)
    expect((await account.call('GET', `/profile/${id}`)).status).toBe(200)
    expect((await account.call('PATCH', `/profile/${id}`, { firstName: 'Still' })).status).toBe(200)
    expect((await account.call('DELETE', `/profile/${spare}`)).status).toBe(204)
  })

  test.each([['past_due'], ['active']])('none for %s', { tags: 'long' }, async (status) => {
    const account = await running.account()
    await change(
      account,
      `billing_status = '${status}', trial_ends_at = now() - interval '1 day', trial_reports_used = 99`,
    )
    const id = await newId(account)
    expect((await account.call('POST', `/profile/${id}/invite/email`)).status).toBe(204)
  })

  test('comes after 400 and before 403, 404 and 409 about the resource', { tags: 'long' }, async () => {
    const account = await running.account()
    const nameless = await newId(account, { firstName: 'No address' })
    await change(account, `billing_status = 'unpaid'`)
    const send = async (path: string, body?: unknown) => (await account.call('POST', path, body)).status
    expect(await send('/profile', { wrong: 1 })).toBe(400)
    expect(await send('/profile', {})).toBe(400)
    expect(await send('/profile/malformed/invite/email')).toBe(400)
    expect(await send(`/profile/${newPublicId()}/invite/email`)).toBe(402)
    expect(await send(`/profile/${nameless}/invite/email`)).toBe(402)
    expect(await send('/profile', { firstName: 'A', tagIds: [newPublicId()] })).toBe(402)
  })
})

test('421 before 404, 405 and 413, and for an unreadable address', async () => {
  const account = await running.account()
  const { call } = await (await createAppGranter(running))(account, { region: 'eu' })
  const huge = JSON.stringify({ filler: 'x'.repeat(1024 * 1024) })
  await unchanged(async () => {
    for (const [method, path, body] of [
      ['GET', '/nothing', undefined],
      ['PUT', '/profiles', { a: 1 }],
      ['GET', '/profile/%zz', undefined],
      ['POST', '/profile', huge],
    ] as const) {
      const answer = await call(method, path, body)
      expect([answer.status, answer.body.region?.zone], `${method} ${path}`).toEqual([421, 'eu'])
      expectEnvelope(answer, path)
    }
  })
})

describe('404 and 405', () => {
  const paths = [...new Set(restOperations.map(({ path }) => path))].map((path) => {
    const methods = restOperations.filter((endpoint) => endpoint.path === path).map(({ method }) => method)
    return [path, methods.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])).sort()] as const
  })

  let account: TestAccount
  beforeAll(async () => {
    account = await running.account()
  })

  // One handler refuses them all, so each path is sent a quarter of them in turn, or a half in the long test.
  const notAllowed = (parts: number) =>
    unchanged(async () => {
      for (const [at, [path, allowed]] of paths.entries()) await expectNotAllowed(path, allowed, at, parts)
    })
  test('405 on every path for methods that are not its own, with Allow', () => notAllowed(4))
  test('405 on every path for more methods that are not its own', { tags: 'long' }, () => notAllowed(2))

  async function expectNotAllowed(
    path: string,
    allowed: readonly string[],
    at: number,
    parts: number,
  ): Promise<void> {
    const address = path.replace(/\{\w+\}/g, () => newPublicId())
    const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      (one) => !allowed.includes(one),
    )
    for (const method of others.filter((_method, turn) => (turn + at) % parts === 0)) {
      const answer = await account.call(method, address)
      expect(answer.status, `${method} ${path}`).toBe(405)
      expect((answer.headers.get('allow') ?? '').split(', ').sort(), `${method} ${path}`).toEqual(allowed)
      if (method !== 'HEAD') expectEnvelope(answer, `${method} ${path}`)
    }
  }

  test('404 below or next to every path', () => expectNothingNear((at, turn) => at % 3 === turn))
  test('404 below and next to every path', { tags: 'long' }, () => expectNothingNear(() => true))

  async function expectNothingNear(isSent: (at: number, turn: number) => boolean): Promise<void> {
    for (const [at, [path]] of paths.entries()) {
      const address = path.replace(/\{\w+\}/g, () => newPublicId())
      // Each with one method, another one for each path.
      for (const [turn, near] of [`${address}/at/nothing/here`, `${address}x/y`, `/v4${address}`].entries()) {
        if (!isSent(at, turn)) continue
        const method = ['GET', 'POST', 'DELETE'][(at + turn) % 3] as string
        const answer = await account.call(method, near)
        expect([answer.status, answer.headers.get('allow')], near).toEqual([404, null])
        expectEnvelope(answer, near)
      }
    }
  }
})

describe('406', () => {
  let account: TestAccount
  beforeAll(async () => {
    account = await running.account()
  })

  test.each([
    ['*/*'],
    ['application/*'],
    ['application/json'],
    ['Application/JSON; charset=UTF-8'],
    ['text/html, application/xhtml+xml, */*;q=0.8'],
    ['application/json;q=0.001'],
    ['text/html;level=1, application/json;version="1, 2";q=0.5'],
    [''],
  ])('none for Accept: %s', async (accept) => {
    expect((await account.call('GET', '/test', undefined, { accept })).status).toBe(200)
  })

  test.each([
    ['text/html'],
    ['application/json;q=0'],
    ['application/json;q=0, */*'],
    ['application/json;charset=utf-8;q=0.0, text/*'],
    ['application/vnd.api+json'],
    ['application/jsonp'],
    ['image/png, text/plain;q=0.9'],
    ['*/*;q=0'],
  ])('for Accept: %s, without effect', async (accept) => {
    await unchanged(async () => {
      const answer = await account.call('POST', '/profile', { firstName: 'Nobody' }, { accept })
      expect([answer.status, answer.body.error.code]).toEqual([406, 'not_acceptable'])
      expectEnvelope(answer, accept)
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    })
  })
})

const writing = restOperations.filter(({ method }) => method !== 'GET')

describe('413 and 415', () => {
  const third = writing.filter((_endpoint, at) => at % 3 === 0)
  test('413 for more than a mebibyte on each third operation with a body, without effect', () =>
    expectTooLarge(third))
  test('413 for more than a mebibyte on every operation', { tags: 'long' }, () => expectTooLarge(writing))

  async function expectTooLarge(chosen: readonly RestOperation[]): Promise<void> {
    const account = await running.account()
    const huge = JSON.stringify({ filler: 'x'.repeat(1024 * 1024) })
    await unchanged(async () => {
      for (const endpoint of chosen) {
        const { path } = restRequest(endpoint, formallyValid(endpoint))
        const answer = await account.call(endpoint.method, path, huge)
        expect([answer.status, answer.body.error.code], endpoint.name).toEqual([413, 'too_large'])
        expectEnvelope(answer, endpoint.name)
      }
    })
  }

  const media = '415 for another media type or a compressed body on every operation with one, without effect'
  test(media, () => expectUnsupported((at, which) => at % 2 === which))
  test(`${media}, both`, { tags: 'long' }, () => expectUnsupported(() => true))

  async function expectUnsupported(isSent: (at: number, which: number) => boolean): Promise<void> {
    const account = await running.account()
    await unchanged(async () => {
      for (const [at, endpoint] of writing.entries()) {
        const { path, body } = restRequest(endpoint, formallyValid(endpoint))
        const both = [{ 'content-type': 'text/plain' }, { 'content-encoding': 'br' }]
        for (const headers of both.filter((_one, which) => isSent(at, which))) {
          const answer = await asItsAccount(endpoint, account.call, () =>
            account.call(endpoint.method, path, body ?? {}, headers),
          )
          expect([answer.status, answer.body.error.code], endpoint.name).toEqual([
            415,
            'unsupported_media_type',
          ])
          expectEnvelope(answer, endpoint.name)
        }
      }
    })
  }
})

describe('503', () => {
  test('with Retry-After on every operation while the database is unreachable; afterwards all is as before', async () => {
    const cut = await startTestService()
    const account = await cut.account()
    const { connection } = cut.db
    const elsewhere = new pg.Client({ ...connection, database: 'postgres' })
    await elsewhere.connect()
    const before = await (await openTables(cut.db)).dump()
    const connections = (allowed: boolean) =>
      elsewhere.query(`alter database ${connection.database} allow_connections ${allowed}`)
    await connections(false)
    await elsewhere.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      connection.database,
    ])
    try {
      for (const endpoint of restOperations) {
        const headers = endpoint.method === 'POST' ? { 'idempotency-key': newPublicId() } : {}
        const { path, body } = restRequest(endpoint, formallyValid(endpoint))
        const answer = await account.call(endpoint.method, path, body, headers)
        expect([answer.status, answer.body.error.code], endpoint.name).toEqual([503, 'database_unavailable'])
        expect(answer.headers.get('retry-after'), endpoint.name).toMatch(/^[1-9]\d*$/)
        expect(answer.headers.get('cache-control'), endpoint.name).toBe('no-store')
        expect(answer.headers.get('x-request-id'), endpoint.name).toBe(answer.body.error.requestId)
        expect(answer.text).not.toMatch(/terminat|connect|database "|pg_|ECONN/)
      }
      const auth = await fetch(`${cut.baseUrl}/auth`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          grant_type: 'client_credentials',
          client_id: account.clientId,
          client_secret: account.clientSecret,
        }),
      })
      expect([auth.status, auth.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^[1-5]$/)])
    } finally {
      await connections(true)
      await elsewhere.end()
    }
    expect(await (await openTables(cut.db)).dump()).toBe(before)
    expect((await account.call('GET', '/profiles')).status).toBe(200)
  })
})

test('a token whose account was deleted is refused', async () => {
  const account = await running.account()
  await running.db.admin('delete from account where id = $1', [account.id])
  for (const [method, path] of [
    ['GET', '/profiles'],
    ['GET', '/test'],
    ['POST', '/profile'],
  ] as const) {
    const answer = await account.call(method, path)
    expect(answer.status).toBe(404)
    expectEnvelope(answer, path)
  }
})
