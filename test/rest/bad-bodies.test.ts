import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectEnvelope } from '../support/envelope.ts'
import { requestHead, sendRaw } from '../support/raw-http.ts'
import { restOperations, restPath } from '../support/rest-operations.ts'
import { asItsAccount } from '../support/sandbox-mode.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'

let running: TestService
let tables: Tables
let account: TestAccount
let profileId = ''
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account()
  profileId = (await account.call('POST', '/profile', { firstName: 'Aim' })).body.profile.id
})

const json = 'application/json'
type Case = {
  name: string
  body?: string | Buffer
  type?: string
  headers?: Record<string, string>
  status: number | number[]
}

const cases: Case[] = [
  { name: 'malformed JSON', body: '{"ping":', type: json, status: 400 },
  { name: 'JSON with a comment', body: '{} // x', type: json, status: 400 },
  { name: 'a trailing comma', body: '{"ping":"x",}', type: json, status: 400 },
  { name: 'a field given twice', body: '{"ping":"x","ping":"y"}', type: json, status: 400 },
  {
    name: 'a field given twice in two spellings',
    body: '{"ping" :"x","\\u0070ing"\n:"y"}',
    type: json,
    status: 400,
  },
  { name: 'a field given twice below', body: '{"a":[{"b":1,"b":2}]}', type: json, status: 400 },
  { name: 'NaN', body: '{"ping":NaN}', type: json, status: 400 },
  { name: 'a list', body: '[]', type: json, status: 400 },
  { name: 'a list of requests', body: '[{"ping":"x"}]', type: json, status: 400 },
  { name: 'null', body: 'null', type: json, status: 400 },
  { name: 'a text', body: '"ping"', type: json, status: 400 },
  { name: 'a number', body: '1', type: json, status: 400 },
  {
    name: 'invalid UTF-8',
    body: Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
    type: json,
    status: 400,
  },
  {
    name: 'overlong UTF-8',
    body: Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]),
    type: json,
    status: 400,
  },
  {
    name: 'a byte order mark',
    body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('{}')]),
    type: json,
    status: 400,
  },
  { name: 'UTF-16', body: Buffer.from('{"ping":"x"}', 'utf16le'), type: json, status: 400 },
  {
    name: 'a nest of 100,000',
    body: `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    type: json,
    status: 400,
  },
  { name: 'a nest of 400,000 that never ends', body: `{"a":${'['.repeat(400_000)}`, type: json, status: 400 },
  { name: '1e309', body: '{"a":1e309}', type: json, status: 400 },
  { name: 'no content type', body: Buffer.from('{"ping":"x"}'), status: 415 },
  { name: 'plain text', body: '{"ping":"x"}', type: 'text/plain', status: 415 },
  { name: 'a form', body: 'ping=x', type: 'application/x-www-form-urlencoded', status: 415 },
  { name: 'multipart', body: '--x--', type: 'multipart/form-data; boundary=x', status: 415 },
  {
    name: 'XML',
    body: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    type: 'application/xml',
    status: 415,
  },
  { name: 'another charset', body: '{"ping":"x"}', type: 'application/json; charset=utf-7', status: 415 },
  { name: 'a content type that is none', body: '{"ping":"x"}', type: 'json', status: 415 },
  { name: 'a near content type', body: '{"ping":"x"}', type: 'application/jsonp', status: 415 },
  {
    name: 'gzip',
    body: gzipSync('{"ping":"x"}'),
    type: json,
    headers: { 'content-encoding': 'gzip' },
    status: 415,
  },
  { name: 'gzip without saying so', body: gzipSync('{"ping":"x"}'), type: json, status: 400 },
  { name: '2 MiB', body: `{"ping":"${'x'.repeat(2 * 1024 * 1024)}"}`, type: json, status: 413 },
  { name: 'one byte too many', body: `{"ping":"${'x'.repeat(1024 * 1024 - 10)}"}`, type: json, status: 413 },
]

const writing = restOperations.filter((endpoint) => endpoint.method !== 'GET')

describe.each(writing.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_, endpoint) => {
  // One reader serves all operations. The first gets every body, each other two or four, from another one on.
  const place = writing.indexOf(endpoint)
  const each = (step: number) => cases.filter((_case, at) => (at + place) % step === 0)
  const title = 'a body that is not a JSON object of the right shape is refused, without effect'
  test(title, () => expectRefused(place === 0 ? cases : each(16)))
  test(`${title}, with more bodies`, { tags: 'long' }, () => expectRefused(each(8)))

  async function expectRefused(sent: readonly Case[]): Promise<void> {
    const changes = await tables.watch()
    for (const { name, body, type, headers = {}, status } of sent) {
      const response = await asItsAccount(endpoint, account.call, () =>
        fetch(running.baseUrl + restPath(endpoint, { profileId }), {
          method: endpoint.method,
          headers: {
            authorization: `Bearer ${account.token}`,
            ...(type ? { 'content-type': type } : {}),
            ...headers,
          },
          body: body as string,
        }),
      )
      const text = await response.text()
      expect([status].flat(), `${name}: ${response.status} ${text.slice(0, 200)}`).toContain(response.status)
      expectEnvelope({ status: response.status, body: JSON.parse(text), text }, name)
    }
    expect(await changes()).toEqual([])
  }
})

test('401 comes before every fault of a body', async () => {
  for (const { name, body, type } of cases) {
    const response = await fetch(`${running.baseUrl}/profile`, {
      method: 'POST',
      headers: type ? { 'content-type': type } : {},
      body: body as string,
    })
    expect(response.status, name).toBe(401)
  }
})

test('400 if a required body is missing', async () => {
  for (const [method, path] of [
    ['POST', '/test'],
    ['POST', '/profile'],
    ['PATCH', `/profile/${profileId}`],
  ] as const) {
    const answer = await account.call(method, path)
    expect(answer.status).toBe(400)
    expectEnvelope(answer, path)
  }
})

describe('addresses', () => {
  const token = () => ({ authorization: `Bearer ${account.token}` })
  const targets = [
    '//api/v4/profiles',
    '/api//v4/profiles',
    '/api/v4//profiles',
    '/api/v4/./profiles',
    '/api/v4/../v4/profiles',
    '/api/v4/%2e%2e/v4/profiles',
    '/api/v4/profile/%2e%2e',
    '/api/v4/profile/..%2fprofiles',
    '/api/v4/profiles%00',
    '/api/v4/profiles%2f',
    '/api/v4/profiles/',
    '/api/v4/Profiles',
    '/API/v4/profiles',
    '/api/v4/profiles;x=1',
    '/api/v4/profile/%',
    '/api/v4/profile/%zz',
    '/api/v4/profile/%c0%ae',
    '/api/v4/profile/%00',
    '/api/v4/profile/%0d%0aset-cookie:%20a=b',
    '/api/v4\\profiles',
    '/api/v3/profiles',
    '/api/v4',
    '/api',
    '/.env',
    '/.git/config',
    '/src/main.ts',
    '/package.json',
    '/metrics',
    '/debug',
    '/admin',
    '/assets/../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/server-status',
  ]

  test.each(targets)('%s is refused, with and without a token, and reveals nothing', async (target) => {
    for (const headers of [{}, token()]) {
      const answer = await sendRaw(running.url, requestHead('GET', target, headers))
      expect([400, 401, 404], answer.body.slice(0, 200)).toContain(answer.status)
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect(answer.body).not.toMatch(/node_modules|at \w+ \(|"dependencies"|postgres:/)
      if (/^\/api\/v4\//.test(target) && !('authorization' in headers)) {
        expect(answer.status).toBe(401)
        expect(answer.headers['www-authenticate']).toMatch(/^Bearer resource_metadata="/)
      }
    }
  })

  test('an address or a header of 20 KB is 431, a long id 400, each in the error envelope', async () => {
    const long = 'x'.repeat(20_000)
    for (const [target, headers] of [
      [`/api/v4/${long}`, token()],
      ['/api/v4/test', { ...token(), 'x-long': long }],
    ] as const) {
      const answer = await sendRaw(running.url, requestHead('GET', target, headers))
      expect(answer.status).toBe(431)
      expectEnvelope({ status: 431, body: answer.json, text: answer.body }, 'long')
      expect(answer.headers['x-request-id']).toBe(answer.json.error.requestId)
    }
    const answer = await account.call('GET', `/profile/${'a'.repeat(2_000)}`)
    expect(answer.status).toBe(400)
    expectEnvelope(answer, 'long id')
  })

  test('invalid or ambiguous HTTP is 400', async () => {
    const auth = `authorization: Bearer ${account.token}\r\nhost: localhost\r\n`
    const requests = [
      'hello\r\n\r\n',
      'GET /api/v4/test\r\n\r\n',
      `GET /api/v4/test HTTP/9.9\r\n${auth}\r\n`,
      `POST /api/v4/test HTTP/1.1\r\n${auth}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      `POST /api/v4/test HTTP/1.1\r\n${auth}content-length: 1\r\ncontent-length: 2\r\n\r\nxx`,
      `POST /api/v4/test HTTP/1.1\r\n${auth}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n`,
      `GET /api/v4/test HTTP/1.1\r\n${auth}x-a: b\r\n c\r\n\r\n`.replace('x-a: b\r\n c', 'x a: b'),
      `GET /api/v4/test HTTP/1.1\nhost: localhost\n\n`,
    ]
    for (const request of requests) {
      const answer = await sendRaw(running.url, request)
      expect([400, 401, 501], JSON.stringify(request.slice(0, 60))).toContain(answer.status)
      if (answer.status === 400)
        expectEnvelope({ status: 400, body: answer.json, text: answer.body }, request.slice(0, 40))
    }
  })

  test('a caller’s request id is returned if harmless, and replaced otherwise', async () => {
    const mine = await account.call('GET', '/test', undefined, { 'x-request-id': 'my-request-1' })
    expect(mine.headers.get('x-request-id')).toBe('my-request-1')
    for (const id of ['short', 'a b c d e f', '<script>alert', 'x'.repeat(65)]) {
      const answer = await account.call('GET', '/test', undefined, { 'x-request-id': id })
      expect(answer.headers.get('x-request-id')).not.toBe(id)
      expect(answer.headers.get('x-request-id')?.length).toBeGreaterThan(8)
    }
  })
})
