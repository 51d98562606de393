import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashSecret, newSecret } from '../../src/identity/secret.ts'
import {
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'

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
const allScopes = 'profiles:read profiles:write tags:manage account:read account:write'

describe('POST /auth with valid credentials', () => {
  const ways: [string, () => ReturnType<typeof post>][] = [
    ['JSON', () => json(credentials())],
    [
      'JSON with a charset',
      () => post({ body: JSON.stringify(credentials()), type: 'application/json; charset=UTF-8' }),
    ],
    ['a form', () => form(new URLSearchParams(credentials()).toString())],
    ['Basic without a body', () => post({ basic: base64(`${account.clientId}:${account.clientSecret}`) })],
    [
      'Basic with an empty JSON object',
      () =>
        post({
          basic: base64(`${account.clientId}:${account.clientSecret}`),
          body: '{}',
          type: 'application/json',
        }),
    ],
    [
      'Basic with a form that says grant_type',
      () =>
        post({
          basic: base64(`${account.clientId}:${account.clientSecret}`),
          body: 'grant_type=client_credentials',
          type: 'application/x-www-form-urlencoded',
        }),
    ],
  ]
  test.each(ways)('200 by %s', async (_, send) => {
    const answer = await send()
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: allScopes,
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    const used = await fetch(`${running.baseUrl}/test`, {
      headers: { authorization: `Bearer ${answer.body.access_token}` },
    })
    expect(used.status).toBe(200)
  })

  test('the token verifies against the published keys and has the expected claims', async () => {
    const { body } = await json(credentials())
    const header = decodeProtectedHeader(body.access_token)
    expect(header).toMatchObject({ alg: 'ES256', typ: 'at+jwt', kid: expect.any(String) })
    const published = await fetch(`${running.url}/.well-known/jwks.json`).then((answer) => answer.json())
    const { keys } = published as { keys: Record<string, unknown>[] }
    expect(keys.map((key) => key.kid)).toContain(header.kid)
    for (const key of keys) expect(key).not.toHaveProperty('d')
    const { payload } = await jwtVerify(
      body.access_token,
      createRemoteJWKSet(new URL(`${running.url}/.well-known/jwks.json`)),
      { algorithms: ['ES256'], typ: 'at+jwt', audience: running.url, issuer: running.url },
    )
    expect(payload).toMatchObject({
      sub: account.clientId,
      client_id: account.clientId,
      account_id: account.id,
      region: 'us',
      scope: allScopes,
      jti: expect.any(String),
    })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600)
  })

  test('two sign-ins give two tokens with different ids', { tags: 'long' }, async () => {
    const [one, other] = await Promise.all([json(credentials()), json(credentials())])
    expect(one.body.access_token).not.toBe(other.body.access_token)
  })

  test('scope narrows, in any order and with duplicates', async () => {
    const answer = await json({ ...credentials(), scope: 'tags:manage profiles:read  tags:manage' })
    expect(answer.status).toBe(200)
    expect(answer.body.scope.split(' ').sort()).toEqual(['profiles:read', 'tags:manage'])
  })

  test('a scope list with plus signs in a form narrows too', { tags: 'long' }, async () => {
    const answer = await form(`${new URLSearchParams(credentials())}&scope=profiles:read+account:read`)
    expect(answer.body.scope.split(' ').sort()).toEqual(['account:read', 'profiles:read'])
  })

  test('during a rotation both secrets work, and after the first has expired only the second', async () => {
    const fresh = newSecret('tmb_secret_')
    await running.db.admin(
      `insert into machine_secret (account_id, client_id, secret_hash, created_at) values ($1, $2, $3, now())`,
      [account.id, account.clientId, hashSecret(fresh)],
    )
    expect((await json({ ...credentials(), client_secret: fresh })).status).toBe(200)
    expect((await json(credentials())).status).toBe(200)
    await running.db.admin('update machine_secret set expires_at = now() where secret_hash = $1', [
      hashSecret(fresh),
    ])
    expect((await json({ ...credentials(), client_secret: fresh })).status).toBe(401)
    expect((await json(credentials())).status).toBe(200)
  })
})

describe('a revoked client', () => {
  test('is refused at its next request, and gets no new token', async () => {
    const victim = await running.account()
    const narrow = await signIn(running.baseUrl, victim, 'tags:manage')
    expect((await victim.call('GET', '/test')).status).toBe(200)
    await running.db.admin('update machine_client set revoked_at = now() where client_id = $1', [
      victim.clientId,
    ])
    for (const [method, path, body] of [
      ['GET', '/test'],
      ['GET', '/profiles'],
      ['POST', '/profile', { firstName: 'Ada' }],
      ['POST', '/test', { wrong: 1 }],
    ] as const) {
      const answer = await victim.call(method, path, body)
      expect(answer.status, path).toBe(401)
      expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"')
    }
    const lacking = await fetch(`${running.baseUrl}/profiles`, {
      headers: { authorization: `Bearer ${narrow}` },
    })
    expect(lacking.status, 'revoked comes before the missing scope').toBe(401)
    const again = await json({
      grant_type: 'client_credentials',
      client_id: victim.clientId,
      client_secret: victim.clientSecret,
    })
    expect(again.status).toBe(401)
    expect(again.body.error).toBe('invalid_client')
  })
})
