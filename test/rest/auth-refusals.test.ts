import { beforeAll, describe, expect, test } from 'vitest'
import { newClientId } from '../../src/identity/client-credentials.ts'
import { newSecret } from '../../src/identity/secret.ts'
import { requestHead, sendRaw } from '../support/raw-http.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'

let running: TestService
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
})

type Sent = { body?: string | Buffer; type?: string; basic?: string; headers?: Record<string, string> }

async function post({ body, type, basic, headers = {} }: Sent) {
  const response = await fetch(`${running.baseUrl}/auth`, {
    method: 'POST',
    headers: {
      ...(type ? { 'content-type': type } : {}),
      ...(basic === undefined ? {} : { authorization: `Basic ${basic}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: body as string }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: JSON.parse(text) as Json, text }
}

const json = (fields: unknown) => post({ body: JSON.stringify(fields), type: 'application/json' })
const form = (body: string) => post({ body, type: 'application/x-www-form-urlencoded' })
const base64 = (text: string) => Buffer.from(text).toString('base64')
const credentials = () => ({
  grant_type: 'client_credentials',
  client_id: account.clientId,
  client_secret: account.clientSecret,
})

describe('POST /auth refuses with the errors of RFC 6749', () => {
  const id = () => account.clientId
  const secret = () => account.clientSecret
  const basic = () => base64(`${id()}:${secret()}`)
  const cases: [string, number, string, () => ReturnType<typeof post>][] = [
    ['no body at all', 400, 'invalid_request', () => post({})],
    [
      'a missing grant_type in JSON',
      400,
      'invalid_request',
      () => json({ client_id: id(), client_secret: secret() }),
    ],
    [
      'a missing grant_type in a form',
      400,
      'invalid_request',
      () => form(`client_id=${id()}&client_secret=${secret()}`),
    ],
    [
      'another grant_type',
      400,
      'unsupported_grant_type',
      () => json({ ...credentials(), grant_type: 'password' }),
    ],
    [
      'another grant_type beside Basic',
      400,
      'unsupported_grant_type',
      () => post({ basic: basic(), body: '{"grant_type":"refresh_token"}', type: 'application/json' }),
    ],
    [
      'credentials in the header and in the body',
      400,
      'invalid_request',
      () => post({ basic: basic(), body: JSON.stringify(credentials()), type: 'application/json' }),
    ],
    ['a missing secret', 400, 'invalid_request', () => json({ ...credentials(), client_secret: undefined })],
    ['a missing client id', 400, 'invalid_request', () => json({ ...credentials(), client_id: undefined })],
    ['an empty secret', 400, 'invalid_request', () => json({ ...credentials(), client_secret: '' })],
    [
      'a wrong secret',
      401,
      'invalid_client',
      () => json({ ...credentials(), client_secret: newSecret('tmb_secret_') }),
    ],
    [
      'a secret cut by one character',
      401,
      'invalid_client',
      () => json({ ...credentials(), client_secret: secret().slice(0, -1) }),
    ],
    [
      'an unknown client',
      401,
      'invalid_client',
      () => json({ ...credentials(), client_id: newClientId('us', account.id) }),
    ],
    [
      'a client id of no known form',
      401,
      'invalid_client',
      () => json({ ...credentials(), client_id: 'admin' }),
    ],
    [
      'a client of a region that does not exist',
      401,
      'invalid_client',
      () => json({ ...credentials(), client_id: newClientId('xx', account.id) }),
    ],
    ['NUL in the client id', 400, 'invalid_request', () => json({ ...credentials(), client_id: 'a\0b' })],
    ['NUL in the secret', 400, 'invalid_request', () => json({ ...credentials(), client_secret: 'a\0b' })],
    ['half a surrogate pair', 400, 'invalid_request', () => json({ ...credentials(), client_id: 'a\ud800' })],
    ['a number as client id', 400, 'invalid_request', () => json({ ...credentials(), client_id: 5 })],
    ['null as secret', 400, 'invalid_request', () => json({ ...credentials(), client_secret: null })],
    [
      'an object as secret',
      400,
      'invalid_request',
      () => json({ ...credentials(), client_secret: { $ne: '' } }),
    ],
    ['a list as scope', 400, 'invalid_request', () => json({ ...credentials(), scope: ['profiles:read'] })],
    [
      'a field given twice in a form',
      400,
      'invalid_request',
      () => form(`${new URLSearchParams(credentials())}&client_id=x`),
    ],
    ['an empty scope', 400, 'invalid_scope', () => json({ ...credentials(), scope: '' })],
    [
      'an empty scope in a form',
      400,
      'invalid_scope',
      () => form(`${new URLSearchParams(credentials())}&scope=`),
    ],
    ['a scope of blanks', 400, 'invalid_scope', () => json({ ...credentials(), scope: '  ' })],
    [
      'credentials in __proto__ alone',
      400,
      'invalid_request',
      () => post({ body: `{"__proto__":${JSON.stringify(credentials())}}`, type: 'application/json' }),
    ],
    [
      'a secret of a megabyte',
      413,
      'too_large',
      () => json({ ...credentials(), client_secret: 'x'.repeat(1024 * 1024) }),
    ],
    [
      'a secret of 2000 characters',
      400,
      'invalid_request',
      () => json({ ...credentials(), client_secret: 'x'.repeat(2000) }),
    ],
    [
      'malformed JSON',
      400,
      'invalid_request',
      () => post({ body: '{"grant_type":', type: 'application/json' }),
    ],
    ['a JSON list', 400, 'invalid_request', () => json([credentials()])],
    [
      'JSON in invalid UTF-8',
      400,
      'invalid_request',
      () => post({ body: Buffer.from([0x7b, 0xff, 0x7d]), type: 'application/json' }),
    ],
    [
      'a form in invalid UTF-8',
      400,
      'invalid_request',
      () =>
        post({
          body: Buffer.concat([Buffer.from('grant_type=client_credentials&client_id='), Buffer.from([0xff])]),
          type: 'application/x-www-form-urlencoded',
        }),
    ],
    ['plain text', 415, 'unsupported_media_type', () => post({ body: 'hello', type: 'text/plain' })],
    [
      'a multipart body',
      415,
      'unsupported_media_type',
      () => post({ body: '--x--', type: 'multipart/form-data; boundary=x' }),
    ],
    [
      'a compressed body',
      415,
      'unsupported_media_type',
      () =>
        post({
          body: JSON.stringify(credentials()),
          type: 'application/json',
          headers: { 'content-encoding': 'gzip' },
        }),
    ],
    ['Basic without a colon', 400, 'invalid_request', () => post({ basic: base64('nothing') })],
    ['Basic that is no base64', 400, 'invalid_request', () => post({ basic: '!!!!' })],
    ['Basic without a secret', 400, 'invalid_request', () => post({ basic: base64(`${id()}:`) })],
    ['Basic with a wrong secret', 401, 'invalid_client', () => post({ basic: base64(`${id()}:wrong`) })],
    ['an unknown scope', 400, 'invalid_scope', () => json({ ...credentials(), scope: 'profiles:readx' })],
    ['a scope in capitals', 400, 'invalid_scope', () => json({ ...credentials(), scope: 'PROFILES:READ' })],
    [
      'scopes parted by a tab',
      400,
      'invalid_scope',
      () => json({ ...credentials(), scope: 'profiles:read\ttags:manage' }),
    ],
    [
      'scopes parted by a line break',
      400,
      'invalid_scope',
      () => json({ ...credentials(), scope: 'profiles:read\ntags:manage' }),
    ],
    [
      'SQL in the client id',
      401,
      'invalid_client',
      () => json({ ...credentials(), client_id: "m2m_us_' or 1=1 --" }),
    ],
  ]
  test.each(cases)('%s: %i %s', async (name, status, error, send) => {
    const answer = await send()
    expect(answer.status, answer.text).toBe(status)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.body).toMatchObject({ code: status, status: 'error' })
    if (status === 400 || status === 401) {
      expect(answer.body.error).toBe(error)
      expect(answer.body.error_description.length).toBeGreaterThan(5)
    } else expect(answer.body.error.code).toBe(error)
    const challenge = answer.headers.get('www-authenticate')
    if (name === 'Basic with a wrong secret') expect(challenge).toMatch(/^Basic realm=/)
    else expect(challenge).toBeNull()
    expect(answer.text).not.toContain(secret())
  })

  test('a client with fewer scopes gets those, and requesting another is invalid_scope', async () => {
    const narrow = await running.account()
    await running.db.admin(`update machine_client set scopes = '{profiles:read}' where client_id = $1`, [
      narrow.clientId,
    ])
    const send = (scope?: string) =>
      json({
        grant_type: 'client_credentials',
        client_id: narrow.clientId,
        client_secret: narrow.clientSecret,
        scope,
      })
    expect((await send()).body.scope).toBe('profiles:read')
    const refused = await send('profiles:read profiles:write')
    expect(refused.status).toBe(400)
    expect(refused.body.error).toBe('invalid_scope')
  })

  test('unknown client and wrong secret have the same answer', async () => {
    const wrong = await json({ ...credentials(), client_secret: newSecret('tmb_secret_') })
    const unknown = await json({ ...credentials(), client_id: newClientId('us', account.id) })
    expect(unknown.text).toBe(wrong.text)
  })

  test('421 for a client of another region, whatever its secret, with its address', async () => {
    const answer = await json({ ...credentials(), client_id: newClientId('eu', account.id) })
    expect(answer.status).toBe(421)
    expect(answer.headers.get('x-service-region')).toBe('eu')
    expect(answer.headers.get('x-service-region-url')).toBe('https://eu.example.com/api')
    expect(answer.body).toMatchObject({
      code: 421,
      status: 'error',
      error: { message: expect.any(String), timestamp: expect.any(String) },
      region: { zone: 'eu', apiUrl: 'https://eu.example.com/api' },
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('421 is decided by the client id alone, whatever else is missing or wrong', async () => {
    const client_id = newClientId('eu', account.id)
    const foreign = base64(`${client_id}:${newSecret('tmb_secret_')}`)
    const type = 'application/json'
    const answers = await Promise.all([
      json({ client_id }),
      json({ client_id, client_secret: 5, grant_type: null }),
      json({ ...credentials(), client_id, grant_type: 'password' }),
      json({ ...credentials(), client_id, scope: '' }),
      json({ client_id, unknown: 'x'.repeat(2000) }),
      form(`client_id=${client_id}`),
      post({ basic: base64(`${client_id}:`) }),
      post({ basic: foreign, body: '{"grant_type":"password"}', type }),
      post({ basic: foreign, body: JSON.stringify(credentials()), type }),
      post({ basic: foreign, body: '{', type }),
      post({ basic: foreign, body: 'x', type: 'text/plain' }),
      post({ basic: base64(`${account.clientId}:x`), body: JSON.stringify({ client_id }), type }),
    ])
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 421))
  })

  test('200 with unknown fields, which are ignored', async () => {
    const answers = await Promise.all([
      json({ ...credentials(), audience: ['a'], account_id: 5, resource: null }),
      form(`${new URLSearchParams(credentials())}&audience=a&audience=b`),
      post({
        body: JSON.stringify(credentials()).replace('{', '{"__proto__":{"scope":"x"},'),
        type: 'application/json',
      }),
    ])
    expect(answers.map((answer) => [answer.status, answer.body.scope?.split(' ').length])).toEqual(
      answers.map(() => [200, 5]),
    )
  })

  test('credentials in the query string are ignored', async () => {
    const query = new URLSearchParams(credentials())
    const answer = await fetch(`${running.baseUrl}/auth?${query}`, { method: 'POST' })
    expect(answer.status).toBe(400)
  })

  test('405 with Allow for other methods, with and without a token', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']) {
      const bare = await fetch(`${running.baseUrl}/auth`, { method })
      const answer = await account.call(method, '/auth')
      for (const one of [bare, answer]) {
        expect([one.status, one.headers.get('allow')], method).toEqual([405, 'POST'])
      }
    }
  })

  test('two Authorization headers are refused', async () => {
    const { headers } = {
      headers: `authorization: Basic ${basic()}\r\nauthorization: Basic ${base64('a:b')}\r\n`,
    }
    const head = requestHead('POST', '/api/v4/auth', { 'content-length': '0' })
    const answer = await sendRaw(running.url, head.replace(/\r\n\r\n$/, `\r\n${headers}\r\n`))
    expect(answer.status).toBe(400)
  })
})
