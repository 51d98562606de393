import { describe, expect, test } from 'vitest'
import {
  ApiError,
  BillingRefused,
  Conflict,
  Forbidden,
  InvalidRequest,
  isCode,
  NotFound,
  RateLimited,
  ServerError,
  Timbre,
  TimbreError,
  TimedOut,
  Unauthorized,
  Unreachable,
  WrongRegion,
} from '../../clients/sdk/timbre.ts'
import { type PretendedAnswer, type PretendedRequest, pretendApi, refusal } from '../support/pretended-api.ts'

const ok: PretendedAnswer = { status: 200, body: { status: 'success' } }
const issued = (value: string): PretendedAnswer => ({
  status: 200,
  body: { access_token: value, expires_in: 3_600 },
})
const machine = { clientId: 'client', clientSecret: 'secret' }

/** A client of a pretended service that gives these answers in order, or one to every call; tokens are counted. */
async function client(answers: PretendedAnswer[] | PretendedAnswer, options: object = {}) {
  let tokens = 0
  const api = await pretendApi((request) => {
    if (request.path !== '/api/v4/auth') return Array.isArray(answers) ? (answers.shift() ?? ok) : answers
    tokens += 1
    return issued(`token-${tokens}`)
  })
  const calls = () => api.requests.filter(({ path }) => path !== '/api/v4/auth')
  const timbre = new Timbre({ baseUrl: api.url, ...machine, ...options })
  return { timbre, calls, tokens: () => tokens, url: api.url }
}
const keysOf = (requests: PretendedRequest[]) => requests.map(({ headers }) => headers['idempotency-key'])
const failureOf = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )
const soon = { 'retry-after': '0' }

describe('a call is repeated', () => {
  test.each([
    ['a lost answer', 'drop'],
    ['429', refusal(429, 'rate_limited', {}, soon)],
    ['502', { status: 502, body: '<html>' }],
    ['503', refusal(503, 'database_unavailable', {}, soon)],
    ['504', { status: 504, body: '' }],
    ['409 with Retry-After', refusal(409, 'idempotency_key_in_flight', {}, soon)],
  ] as const)('after %s, with the same idempotency key', async (_, answer) => {
    const { timbre, calls } = await client([answer, answer])
    await timbre.service.echo({ ping: 'a' })
    expect(calls()).toHaveLength(3)
    const [first, ...others] = keysOf(calls())
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(others).toEqual([first, first])
    await timbre.service.echo({ ping: 'a' })
    expect(keysOf(calls())[3]).not.toBe(first)
  })

  test('three times in all, or as often as maxTries says', async () => {
    const { timbre, calls } = await client(Array(20).fill('drop'))
    expect(await failureOf(timbre.service.check())).toBeInstanceOf(Unreachable)
    expect(calls()).toHaveLength(3)
    await failureOf(timbre.service.check({}, { maxTries: 1 }))
    expect(calls()).toHaveLength(4)
  })

  test('not if the service asks for more than a minute', async () => {
    const { timbre, calls } = await client([refusal(429, 'email_limit', {}, { 'retry-after': '61' })])
    const error = await failureOf(timbre.invites.sendByEmail('a'))
    expect(error).toBeInstanceOf(RateLimited)
    expect(error).toMatchObject({ retryAfterSeconds: 61, code: 'email_limit', status: 429 })
    expect(calls()).toHaveLength(1)
  })

  test('not while it waits and its signal aborts', async () => {
    const { timbre, calls } = await client([refusal(503, 'unavailable', {}, { 'retry-after': '50' })])
    const abort = new AbortController()
    const failed = failureOf(timbre.service.check({}, { signal: abort.signal }))
    await expect.poll(() => calls().length).toBe(1)
    abort.abort(new Error('enough'))
    expect(await failed).toMatchObject({ message: 'enough' })
  })

  test('a delete whose answer was lost has succeeded if there is nothing left, and only then', async () => {
    const gone = refusal(404, 'tag_not_found')
    const { timbre } = await client(['drop', gone, gone])
    expect(await timbre.tags.delete('a').withResponse()).toMatchObject({ status: 204, data: undefined })
    expect(await failureOf(timbre.tags.delete('a'))).toBeInstanceOf(NotFound)
  })

  test('each try has its own time limit', async () => {
    const { timbre, calls } = await client(['hang', 'hang'])
    const error = await failureOf(timbre.service.check({}, { timeoutSeconds: 0.5, maxTries: 2 }))
    expect(error).toBeInstanceOf(TimedOut)
    expect(calls()).toHaveLength(2)
  })
})

describe('a refusal is an error of its kind:', () => {
  test.each([
    [400, 'invalid_input', InvalidRequest],
    [402, 'trial_expired', BillingRefused],
    [403, 'account_paused', Forbidden],
    [404, 'profile_not_found', NotFound],
    [409, 'address_taken', Conflict],
    [421, 'other_region', WrongRegion],
    [500, 'unexpected', ServerError],
    [418, 'a_later_code', ApiError],
  ] as const)('%i', async (status, code, kind) => {
    const { timbre, calls } = await client(refusal(status, code, { param: 'email', details: { n: 1 } }))
    const error = await failureOf(timbre.profiles.create({ firstName: 'Ada' }))
    expect(error).toBeInstanceOf(kind)
    expect(error).toBeInstanceOf(TimbreError)
    expect((error as Error).name).toBe(kind.name === '' ? 'ApiError' : kind.name)
    expect(error).toMatchObject({
      ...{ status, code, param: 'email', details: { n: 1 }, requestId: 'request-1234' },
      message: `Refused: ${code}.`,
    })
    expect(isCode(error, 'account_paused')).toBe(code === 'account_paused')
    // `fetch` itself sends a request that was answered with 421 again, on a new connection.
    expect(calls()).toHaveLength(status === 421 ? 2 : 1)
  })

  test('403 has the scopes that the token lacks', async () => {
    const claims = Buffer.from(JSON.stringify({ scope: 'profiles:read' })).toString('base64url')
    const { timbre } = await client(
      [refusal(403, 'insufficient_scope', { details: { scopes: ['profiles:read', 'tags:manage'] } })],
      { clientId: undefined, clientSecret: undefined, token: () => `a.${claims}.b` },
    )
    expect(await failureOf(timbre.tags.get('a'))).toMatchObject({ missingScopes: ['tags:manage'] })
  })

  test('wrong credentials, in the words of RFC 6749', async () => {
    const api = await pretendApi(() => ({
      status: 401,
      body: { error: 'invalid_client', error_description: 'The secret is wrong.' },
    }))
    const error = await failureOf(new Timbre({ baseUrl: api.url, ...machine }).service.check())
    expect(error).toBeInstanceOf(Unauthorized)
    expect(error).toMatchObject({ code: 'invalid_client', message: 'The secret is wrong.' })
    expect(api.requests).toHaveLength(1)
  })

  test('a page of something else', async () => {
    const { timbre } = await client([{ status: 200, body: '<html>' }])
    const error = await failureOf(timbre.service.check())
    expect(error).toMatchObject({ status: 200, code: '', message: expect.stringContaining('Check baseUrl') })
  })
})

describe('tokens', () => {
  test('are requested once for all who wait', async () => {
    const { timbre, calls, tokens } = await client([])
    await Promise.all(Array.from({ length: 100 }, () => timbre.service.check()))
    expect([calls().length, tokens()]).toEqual([100, 1])
  })

  test('that the service refuses are renewed once, for 100 callers with one request', async () => {
    let tokens = 0
    const api = await pretendApi(({ path, headers }) => {
      if (path === '/api/v4/auth') {
        tokens += 1
        return issued(`token-${tokens}`)
      }
      return headers.authorization === 'Bearer token-1' ? refusal(401, 'token_invalid') : ok
    })
    const timbre = new Timbre({ baseUrl: api.url, ...machine })
    await failureOf(timbre.service.check({}, { signal: AbortSignal.abort(new Error('only a token')) }))
    await expect.poll(() => tokens).toBe(1)
    await Promise.all(Array.from({ length: 100 }, () => timbre.service.check()))
    expect(tokens).toBe(2)
  })

  test('that have ended by the clock are replaced with one request for 100 callers', async () => {
    let tokens = 0
    const api = await pretendApi(({ path }) => {
      if (path !== '/api/v4/auth') return ok
      tokens += 1
      // The first one is over after half of its time.
      return {
        status: 200,
        body: { access_token: `token-${tokens}`, expires_in: tokens === 1 ? 0.02 : 3_600 },
      }
    })
    const timbre = new Timbre({ baseUrl: api.url, ...machine })
    await timbre.service.check()
    await new Promise((resolve) => setTimeout(resolve, 20))
    await Promise.all(Array.from({ length: 100 }, () => timbre.service.check()))
    expect(tokens).toBe(2)
  })

  test('from elsewhere are asked for again with the one that was refused, and a second 401 is final', async () => {
    const asked: unknown[] = []
    const { timbre, calls } = await client(Array(2).fill(refusal(401, 'token_invalid')), {
      clientId: undefined,
      clientSecret: undefined,
      token: (refused?: string) => asked.push(refused) && `given-${asked.length}`,
    })
    expect(await failureOf(timbre.service.check())).toBeInstanceOf(Unauthorized)
    expect(asked).toEqual([undefined, 'given-1'])
    expect(calls().map(({ headers }) => headers.authorization)).toEqual(['Bearer given-1', 'Bearer given-2'])
  })

  test('a caller who gives up leaves the token to the others', async () => {
    const { timbre, tokens } = await client([])
    const abort = new AbortController()
    const first = failureOf(timbre.service.check({}, { signal: abort.signal }))
    const second = timbre.service.check()
    abort.abort(new Error('enough'))
    expect(await first).toMatchObject({ message: 'enough' })
    await second
    expect(tokens()).toBe(1)
  })

  test('a secret is refused in a browser', () => {
    Object.assign(globalThis, { window: {}, document: {} })
    try {
      expect(() => new Timbre({ baseUrl: 'https://timbre.example.org', ...machine })).toThrow('in a browser')
      expect(() => new Timbre({ baseUrl: 'https://timbre.example.org', token: () => 'a' })).not.toThrow()
    } finally {
      for (const name of ['window', 'document']) Reflect.deleteProperty(globalThis, name)
    }
  })
})

describe('421', () => {
  const elsewhere = (url: string): PretendedAnswer => ({
    status: 421,
    body: {
      error: { code: 'other_region', message: 'Elsewhere.' },
      region: { zone: 'eu', apiUrl: `${url}/api` },
    },
  })

  test('is followed once, and remembered', async () => {
    const there = await client([])
    const here = await client(elsewhere(there.url))
    await here.timbre.service.check()
    const asked = here.calls().length
    await here.timbre.service.check()
    expect([here.calls().length - asked, there.calls().length]).toEqual([0, 2])
    const back = await client(elsewhere(here.url))
    const lost = await client(elsewhere(back.url))
    expect(await failureOf(lost.timbre.service.check())).toBeInstanceOf(WrongRegion)
  })

  test.each([
    ['without https', 'http://eu.example.org', {}],
    ['with a name in it', 'https://a:b@eu.example.org', {}],
    ['outside of regions', 'https://eu.example.org', { regions: ['https://eu.example.com'] }],
  ])('is not followed to an address %s', async (_, url, options) => {
    const here = await client(elsewhere(url), options)
    const error = await failureOf(here.timbre.service.check())
    expect(error).toBeInstanceOf(WrongRegion)
    expect(error).toMatchObject({ region: { zone: 'eu' } })
    expect(here.calls().every(({ path }) => path === '/api/v4/test')).toBe(true)
  })
})

describe('an answer', () => {
  test('comes with its headers and what is left of the rate limit', async () => {
    const headers = {
      'ratelimit-policy': '"default";q=50;w=5',
      ratelimit: '"default";r=49;t=1',
      'x-request-id': 'request-1234',
    }
    const { timbre } = await client([{ status: 200, body: { later: true }, headers }])
    const answer = await timbre.service.check().withResponse()
    expect(answer).toMatchObject({
      ...{ data: { later: true }, status: 200, requestId: 'request-1234' },
      rate: { limit: 50, remaining: 49, resetSeconds: 1 },
    })
    expect(answer.headers.get('ratelimit')).toBe('"default";r=49;t=1')
  })

  test('hooks see each try without secrets', async () => {
    const notes: object[] = []
    const note = (one: object) => notes.push(one)
    const { timbre } = await client(['drop'], { onRequest: note, onResponse: note })
    await timbre.profiles.list({ search: 'Ada' })
    expect(JSON.stringify(notes)).not.toMatch(/secret|token-|Ada/)
    expect(notes).toMatchObject([
      { path: '/auth' },
      { path: '/auth', status: 200 },
      { method: 'GET', path: '/profiles', attempt: 1 },
      { attempt: 1, status: undefined },
      { attempt: 2 },
      { attempt: 2, status: 200, milliseconds: expect.any(Number) },
    ])
  })
})

test.each(['', 'timbre.example.org', 'ftp://a.b', 'https://a:b@c.d', 'https://a.b?c'])(
  'baseUrl %j is refused',
  (baseUrl) => {
    expect(() => new Timbre({ baseUrl, token: () => 'a' })).toThrow('baseUrl must be')
  },
)

test.each(['', '/', '/api', '/api/v4', '/api/v4/'])('baseUrl may end with %j', async (ending) => {
  const { calls, url } = await client([])
  await new Timbre({ baseUrl: url + ending, token: () => 'a' }).service.check()
  expect(calls()[0]?.path).toBe('/api/v4/test')
})
