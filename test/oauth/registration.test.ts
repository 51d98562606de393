import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService } from '../support/service.ts'
import { answerOf, register, registerApp } from '../support/third-party.ts'
import { type OAuthFixture, oauthErrorOf, openOAuthFixture } from './oauth-fixture.ts'

let fixture: OAuthFixture

beforeAll(async () => {
  fixture = await openOAuthFixture()
})

describe('registration', () => {
  test('201 with what was registered, never cached', async () => {
    const answer = await register(fixture.authUrl, { client_uri: 'https://birdsong.example/' })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.body).toMatchObject({
      client_id: expect.stringMatching(/^app_[\w-]{24}$/),
      client_name: 'Birdsong',
      client_uri: 'https://birdsong.example/',
      redirect_uris: ['http://127.0.0.1/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      registration_client_uri: `${fixture.authUrl}/oauth/register/${answer.body.client_id}`,
      registration_access_token: expect.stringMatching(/^tmb_reg_/),
    })
  })

  test('gives a public client no secret, and a client without an authentication method a secret for Basic', async () => {
    const open = await register(fixture.authUrl, { client_secret: 'of-my-own-choosing' })
    expect(open.body).not.toHaveProperty('client_secret')
    const closed = await register(fixture.authUrl, { token_endpoint_auth_method: undefined })
    expect(closed.body).toMatchObject({
      token_endpoint_auth_method: 'client_secret_basic',
      client_secret: expect.stringMatching(/^tmb_secret_/),
      client_secret_expires_at: 0,
    })
  })

  test('stores scope without limiting the app to it, and ignores unknown fields', async () => {
    const answer = await register(fixture.authUrl, {
      scope: 'profiles:read mcp',
      software_id: 'x',
      sector_identifier_uri: 'https://10.0.0.1/x',
      jwks_uri: 'https://10.0.0.1/keys',
      default_max_age: 5,
      require_auth_time: true,
      grant_types: ['authorization_code', 'implicit', 'refresh_token'],
      response_types: ['code', 'token'],
      id_token_signed_response_alg: 'RS256',
      application_type: undefined,
    })
    expect(answer.status).toBe(201)
    for (const field of ['scope', 'sector_identifier_uri', 'jwks_uri', 'default_max_age']) {
      expect(answer.body).not.toHaveProperty(field)
    }
    expect(answer.body).toMatchObject({ require_auth_time: false, id_token_signed_response_alg: 'ES256' })
    expect(answer.body.grant_types).toEqual(['authorization_code', 'refresh_token'])
  })

  test.each([
    ['javascript:', 'javascript:alert(1)'],
    ['data:', 'data:text/html,x'],
    ['file:', 'file:///etc/passwd'],
    ['a scheme without a dot', 'myapp:/callback'],
    ['http on a public host', 'http://evil.example.com/cb'],
    ['http on a private address', 'http://192.168.0.10/cb'],
    ['http on another loopback', 'http://127.0.0.2/cb'],
    ['a host that only begins like a loopback', 'http://localhost.evil.example/cb'],
    ['a fragment', 'https://app.example/cb#x'],
    ['an empty fragment', 'https://app.example/cb#'],
    ['a user', 'https://me@app.example/cb'],
    ['a user and a password', 'https://me:secret@app.example/cb'],
    ['an empty user', 'https://@app.example/cb'],
    ['a blank', 'https://app.example/c b'],
    ['a line break', 'https://app.example/cb\n'],
    ['letters beyond ASCII', 'https://äpp.example/cb'],
    ['a path alone', '/callback'],
    ['nothing', ''],
  ])('400 invalid_redirect_uri for %s', async (_, uri) => {
    const answer = await register(fixture.authUrl, { redirect_uris: ['https://app.example/ok', uri] })
    expect(oauthErrorOf(answer)).toEqual([400, 'invalid_redirect_uri'])
  })

  test.each([
    ['none', []],
    ['no list', 'https://app.example/cb'],
    ['twenty-one', Array.from({ length: 21 }, (_, number) => `https://app.example/${number}`)],
    ['one that is very long', [`https://app.example/${'x'.repeat(2000)}`]],
    ['no text', [7]],
  ])('400 invalid_redirect_uri for %s', async (_, uris) => {
    expect(oauthErrorOf(await register(fixture.authUrl, { redirect_uris: uris }))).toEqual([
      400,
      'invalid_redirect_uri',
    ])
  })

  test.each([
    ['a name of 101 characters', { client_name: 'x'.repeat(101) }],
    ['a name that is no text', { client_name: { en: 'x' } }],
    ['an address that runs script', { client_uri: 'javascript:alert(1)' }],
    ['a logo that is no web address', { logo_uri: 'file:///logo.png' }],
    ['a way to sign in that is not offered', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['no code among its grants', { grant_types: ['client_credentials'] }],
    ['no code among its responses', { response_types: ['token'] }],
  ])('400 invalid_client_metadata for %s', async (_, metadata) => {
    expect(oauthErrorOf(await register(fixture.authUrl, metadata))).toEqual([400, 'invalid_client_metadata'])
  })

  test('removes hidden and direction characters from a name', async () => {
    const answer = await register(fixture.authUrl, {
      client_name: '  Ti\u200bm\u202ebre\u0000\n\tDesk\u2066 \ufeff',
    })
    expect(answer.body.client_name).toBe('Timbre Desk')
  })

  test.each([
    ['no JSON', 'application/json', '{'],
    ['a list', 'application/json', '[]'],
    ['a form', 'application/x-www-form-urlencoded', 'redirect_uris=x'],
  ])('400 for %s', async (_, type, body) => {
    const answer = await answerOf(
      await fetch(`${fixture.authUrl}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      }),
    )
    expect(oauthErrorOf(answer)).toEqual([400, 'invalid_client_metadata'])
  })

  test('413 for a body beyond 64 KiB', async () => {
    const answer = await register(fixture.authUrl, { client_name: 'x'.repeat(70_000) })
    expect(answer.status).toBe(413)
  })

  test('429 with Retry-After after many from one address, while the code of an app still works', async () => {
    // A fifth of the limit, which is a hundred.
    const limited = await startTestService({ RATE_LIMITS: 'on' }, { limitsDivisor: 5, limitsClock: () => 0 })
    const answers = []
    for (let round = 0; round < 3; round += 1) {
      answers.push(...(await Promise.all(Array.from({ length: 10 }, () => register(limited.url)))))
    }
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => status === 201).length).toBe(20)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused[0]?.body).toMatchObject({ code: 429, status: 'error', error: { code: 'rate_limited' } })
    expect((await fetch(`${limited.url}/.well-known/oauth-authorization-server`)).status).toBe(200)
  })
})

describe('a registration is managed with its own token', () => {
  test('200 reads it without the secret; 401 with another token or none', async () => {
    const { body } = await register(fixture.authUrl, { token_endpoint_auth_method: 'client_secret_post' })
    const read = await manage(body, 'GET')
    expect(read.status).toBe(200)
    expect(read.body).toMatchObject({ client_id: body.client_id, client_name: 'Birdsong' })
    expect(read.text).not.toContain('sha256:')
    expect(read.body).not.toHaveProperty('client_secret')
    const other = await register(fixture.authUrl)
    const wrong = { ...body, registration_access_token: other.body.registration_access_token }
    expect(oauthErrorOf(await manage(wrong, 'GET'))).toEqual([401, 'invalid_token'])
    expect(oauthErrorOf(await manage({ ...body, registration_access_token: 'x' }, 'GET'))).toEqual([
      401,
      'invalid_token',
    ])
  })

  test('200 changes it under the same rules, and the secret stays valid', async () => {
    const app = await registerApp(fixture.authUrl, { token_endpoint_auth_method: 'client_secret_post' })
    const metadata = { redirect_uris: ['https://app.example/new'], client_name: 'New\u202e name' }
    const kept = { token_endpoint_auth_method: 'client_secret_post', client_secret: app.clientSecret }
    const changed = await manage(app.registered, 'PUT', { client_id: app.clientId, ...metadata, ...kept })
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({
      client_name: 'New name',
      redirect_uris: ['https://app.example/new'],
    })
    expect(changed.text).not.toContain('sha256:')
    const bad = { client_id: app.clientId, redirect_uris: ['javascript:alert(1)'] }
    expect(oauthErrorOf(await manage(app.registered, 'PUT', bad))).toEqual([400, 'invalid_redirect_uri'])
    const stranger = { client_id: app.clientId, ...metadata, client_secret: 'tmb_secret_wrong' }
    expect(oauthErrorOf(await manage(app.registered, 'PUT', stranger))).toEqual([400, 'invalid_request'])
    expect(oauthErrorOf(await app.refresh('tmb_rt_unknown'))).toEqual([400, 'invalid_grant'])
  })

  test('204 deletes it, and its tokens are refused like unknown ones', async () => {
    const app = await registerApp(fixture.authUrl)
    const { accessToken, refreshToken } = await app.connect(fixture.owner)
    expect((await fixture.call(accessToken, 'GET', '/account')).status).toBe(200)
    expect((await manage(app.registered, 'DELETE')).status).toBe(204)
    expect((await fixture.call(accessToken, 'GET', '/account')).status).toBe(401)
    expect(oauthErrorOf(await app.refresh(refreshToken))).toEqual([401, 'invalid_client'])
    expect(oauthErrorOf(await manage(app.registered, 'GET'))).toEqual([401, 'invalid_token'])
  })
})

describe('apps that no one connects', () => {
  test('are removed after a day, with their registration, and are unknown at the token endpoint (401)', async () => {
    const [forgotten, used] = [await registerApp(fixture.authUrl), await registerApp(fixture.authUrl)]
    await used.connect(fixture.owner)
    const { db, service } = fixture.running
    await db.admin(`update oauth_client set created_at = now() - interval '25 hours'`)
    await db.admin(`update oauth_record set created_at = now() - interval '25 hours'`)
    await service.sweepAuthorization()
    expect(oauthErrorOf(await forgotten.refresh('tmb_rt_unknown'))).toEqual([401, 'invalid_client'])
    expect(oauthErrorOf(await manage(forgotten.registered, 'GET'))).toEqual([401, 'invalid_token'])
    expect(oauthErrorOf(await used.refresh('tmb_rt_unknown'))).toEqual([400, 'invalid_grant'])
    expect((await manage(used.registered, 'GET')).status).toBe(200)
    const records = await db.admin(`select payload ->> 'clientId' as id from oauth_record`)
    expect(records.map(({ id }) => id)).not.toContain(forgotten.clientId)
  })
})

test('secrets and registration tokens are not stored in the database', async () => {
  const { body } = await register(fixture.authUrl, { token_endpoint_auth_method: 'client_secret_basic' })
  const rows = await fixture.running.db.admin(
    'select client_id || metadata::text || name as text from oauth_client union all select payload::text from oauth_record',
  )
  const dump = rows.map(({ text }) => text).join('\n')
  expect(dump).toContain(body.client_id)
  expect(dump).not.toContain(body.client_secret)
  expect(dump).not.toContain(body.registration_access_token)
})

// biome-ignore lint/suspicious/noExplicitAny: what was registered is what is examined.
async function manage(registered: any, method: string, body?: object) {
  const { registration_client_uri, registration_access_token } = registered
  return answerOf(
    await fetch(registration_client_uri, {
      method,
      headers: {
        authorization: `Bearer ${registration_access_token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
  )
}
