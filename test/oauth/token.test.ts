import { randomBytes } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createSlowDatabase } from '../support/slow-database.ts'
import {
  answerOf,
  appTokensOf,
  claimsOf,
  postForm,
  register,
  registerApp,
  thirdParty,
} from '../support/third-party.ts'
import { type OAuthFixture, oauthErrorOf, openOAuthFixture } from './oauth-fixture.ts'

let fixture: OAuthFixture
let ahead = 0

beforeAll(async () => {
  fixture = await openOAuthFixture({ LOG_LEVEL: 'debug' }, { clock: () => new Date(Date.now() + ahead) })
})
afterEach(() => {
  ahead = 0
})

describe('a code', () => {
  test('200 with tokens that must not be cached: an access token for one hour and one account, and a refresh token', async () => {
    const { accessToken, refreshToken, answer } = await fixture.app.connect(fixture.owner, {
      scopes: ['profiles:read', 'account:read'],
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
    expect(answer.body.scope.split(' ').toSorted()).toEqual(['account:read', 'profiles:read'])
    expect(refreshToken).toMatch(/^tmb_rt_/)
    const header = JSON.parse(Buffer.from(accessToken.split('.')[0] ?? '', 'base64url').toString())
    expect(header).toMatchObject({ alg: 'ES256', typ: 'at+jwt', kid: expect.any(String) })
    const claims = claimsOf(accessToken)
    expect(claims).toEqual({
      iss: fixture.authUrl,
      aud: fixture.url,
      sub: expect.stringMatching(/^[0-9a-f]{24}$/),
      client_id: fixture.app.clientId,
      scope: answer.body.scope,
      account_id: fixture.account.id,
      region: 'us',
      member_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      gid: expect.stringMatching(/^[0-9a-f]{24}$/),
      jti: expect.any(String),
      auth_time: expect.any(Number),
      iat: expect.any(Number),
      exp: claims.iat + 3600,
    })
  })

  test('400 for another verifier, none, another redirect URI or another client', async () => {
    const { address, verifier } = fixture.app.request()
    const back = await fixture.owner.authorize(address)
    const other = await registerApp(fixture.authUrl)
    const wrong = randomBytes(32).toString('base64url')
    expect(oauthErrorOf(await fixture.app.redeem(back, wrong))).toEqual([400, 'invalid_grant'])
    expect(oauthErrorOf(await fixture.app.redeem(back, '', { code_verifier: undefined }))).toEqual([
      400,
      'invalid_grant',
    ])
    const moved = { redirect_uri: 'http://127.0.0.1:1/callback' }
    expect(oauthErrorOf(await fixture.app.redeem(back, verifier, moved))).toEqual([400, 'invalid_grant'])
    const unsaid = { redirect_uri: undefined }
    expect(oauthErrorOf(await fixture.app.redeem(back, verifier, unsaid))).toEqual([400, 'invalid_request'])
    expect(oauthErrorOf(await other.redeem(back, verifier))).toEqual([400, 'invalid_grant'])
    expect((await fixture.app.redeem(back, verifier)).status).toBe(200)
  })

  test('400 after a minute', async () => {
    const { address, verifier } = fixture.app.request()
    const back = await fixture.owner.authorize(address)
    ahead = 61_000
    expect(oauthErrorOf(await fixture.app.redeem(back, verifier))).toEqual([400, 'invalid_grant'])
  })

  test('redeemed a second time revokes everything issued for it, access tokens included, with an audit entry', async () => {
    const { address, verifier } = fixture.app.request()
    const back = await fixture.owner.authorize(address)
    const { accessToken, refreshToken } = appTokensOf(await fixture.app.redeem(back, verifier))
    expect((await fixture.call(accessToken, 'GET', '/account')).status).toBe(200)
    expect(oauthErrorOf(await fixture.app.redeem(back, verifier))).toEqual([400, 'invalid_grant'])
    expect((await fixture.call(accessToken, 'GET', '/account')).status).toBe(401)
    expect(oauthErrorOf(await fixture.app.refresh(refreshToken))).toEqual([400, 'invalid_grant'])
    const [entry] = await fixture.running.db.admin(
      `select changes from audit_entry where target_id = $1 and action = 'disconnect_app'`,
      [claimsOf(accessToken).gid],
    )
    expect(entry).toMatchObject({ changes: { reason: 'code_replay' } })
  })

  test('stolen, and tried by another client or without its verifier, stays valid for its owner', async () => {
    const { address, verifier } = fixture.app.request()
    const back = await fixture.owner.authorize(address)
    const { accessToken } = appTokensOf(await fixture.app.redeem(back, verifier))
    const thief = await registerApp(fixture.authUrl)
    await thief.redeem(back, verifier)
    await fixture.app.redeem(back, randomBytes(32).toString('base64url'))
    expect((await fixture.call(accessToken, 'GET', '/account')).status).toBe(200)
  })

  test('still revokes everything when it is sent again long after it expired', { tags: 'long' }, async () => {
    const { address, verifier } = fixture.app.request()
    const back = await fixture.owner.authorize(address)
    const { refreshToken } = appTokensOf(await fixture.app.redeem(back, verifier))
    ahead = 3_000_000
    expect(oauthErrorOf(await fixture.app.redeem(back, verifier))).toEqual([400, 'invalid_grant'])
    expect(oauthErrorOf(await fixture.app.refresh(refreshToken))).toEqual([400, 'invalid_grant'])
  })

  // protocol/races.test.ts has the same requests in `npm test`.
  test('eight times at once returns one 200, with 25 ms of database latency, and its tokens are valid', {
    tags: 'long',
  }, async () => {
    const storage = await createSlowDatabase()
    const slow = await openOAuthFixture({}, { db: storage.db })
    const { address, verifier } = slow.app.request()
    const back = await slow.owner.authorize(address)
    storage.delay(25)
    const answers = await Promise.all(Array.from({ length: 8 }, () => slow.app.redeem(back, verifier)))
    const good = answers.filter(({ status }) => status === 200)
    expect(good).toHaveLength(1)
    expect(
      answers.filter((answer) => answer.status === 400 && answer.body.error === 'invalid_grant'),
    ).toHaveLength(7)
    const [won] = good
    expect((await slow.app.refresh(won?.body.refresh_token)).status).toBe(200)
  })

  test('400 for a person who is no longer a member when it is redeemed', async () => {
    const person = await fixture.member({ [fixture.account.id]: 'owner' })
    const { address, verifier } = fixture.app.request()
    const back = await person.authorize(address)
    await fixture.running.db.admin('delete from member where account_id = $1 and email = $2', [
      fixture.account.id,
      person.email,
    ])
    expect(oauthErrorOf(await fixture.app.redeem(back, verifier))).toEqual([400, 'invalid_grant'])
  })
})

describe('a resource', () => {
  test.each(['', '/', '/mcp', '/mcp/', '/api', '/api/v4'])(
    'below its root and "%s" is one audience',
    async (ending) => {
      const resource = fixture.url + ending
      const { accessToken } = await fixture.app.connect(fixture.owner, {}, { resource })
      expect(claimsOf(accessToken).aud).toBe(fixture.url)
      expect((await fixture.call(accessToken, 'GET', '/account')).status).toBe(200)
    },
  )

  test('400 invalid_target for one that was not granted, and for two at once', async () => {
    for (const resource of ['https://other.example', fixture.url]) {
      const { address, verifier } = fixture.app.request({ resource: `${fixture.url}/mcp` })
      const back = await fixture.owner.authorize(address)
      expect(oauthErrorOf(await fixture.app.redeem(back, verifier, { resource }))).toEqual([
        400,
        'invalid_target',
      ])
    }
    const two = fixture.app.request({ resource: fixture.url }).address
    two.searchParams.append('resource', `${fixture.url}/mcp`)
    const answer = await fetch(two, { redirect: 'manual' })
    expect(answer.headers.get('location')).toContain('error=invalid_target')
  })
})

describe('the token endpoint', () => {
  test('401 for an unknown client, with a challenge if it tried Basic', async () => {
    const unknown = thirdParty(fixture.authUrl, {
      clientId: 'app_unknown',
      redirectUri: 'http://127.0.0.1/callback',
    })
    expect(oauthErrorOf(await unknown.refresh('tmb_rt_x'))).toEqual([401, 'invalid_client'])
    const basic = await postForm(`${fixture.authUrl}/oauth/token`, refreshing, {
      authorization: basicOf('app_unknown', 'x'),
    })
    expect(oauthErrorOf(basic)).toEqual([401, 'invalid_client'])
    expect(basic.headers.get('www-authenticate')).toMatch(/^Basic /)
    expect(basic.headers.get('cache-control')).toBe('no-store')
  })

  test.each(['client_secret_basic', 'client_secret_post'])(
    '%s: accepted if right; refused if wrong, missing or sent in two ways',
    async (method) => {
      const { body } = await register(fixture.authUrl, { token_endpoint_auth_method: method })
      const [id, secret] = [body.client_id, body.client_secret]
      const token = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
        postForm(`${fixture.authUrl}/oauth/token`, { ...refreshing, ...fields }, headers)
      const inBody = { client_id: id, client_secret: secret }
      expect(oauthErrorOf(await token(inBody))).toEqual([400, 'invalid_grant'])
      expect(oauthErrorOf(await token({}, { authorization: basicOf(id, secret) }))).toEqual([
        400,
        'invalid_grant',
      ])
      const encoded = basicOf(encodeURIComponent(id), encodeURIComponent(secret))
      expect(oauthErrorOf(await token({}, { authorization: encoded }))).toEqual([400, 'invalid_grant'])
      expect(oauthErrorOf(await token({ client_id: id }))).toEqual([401, 'invalid_client'])
      expect(oauthErrorOf(await token({ client_id: id, client_secret: `${secret}x` }))).toEqual([
        401,
        'invalid_client',
      ])
      const refused = await token({}, { authorization: basicOf(id, 'wrong') })
      expect(oauthErrorOf(refused)).toEqual([401, 'invalid_client'])
      expect(refused.headers.get('www-authenticate')).toMatch(/^Basic /)
      const twice = await token(inBody, { authorization: basicOf(id, secret) })
      expect(oauthErrorOf(twice)).toEqual([400, 'invalid_request'])
      const stored = await fixture.running.db.admin(
        'select secret_hash from oauth_client where client_id = $1',
        [id],
      )
      const hash = `sha256:${stored[0]?.secret_hash.toString('base64url')}`
      expect(oauthErrorOf(await token({ client_id: id, client_secret: hash }))).toEqual([
        401,
        'invalid_client',
      ])
    },
  )

  test('429 for the eleventh wrong secret of an app, and never for the right one', async () => {
    const limited = await openOAuthFixture({ RATE_LIMITS: 'on' }, { limitsClock: () => 0 })
    const metadata = { token_endpoint_auth_method: 'client_secret_post' }
    const [app, other] = [
      await registerApp(limited.authUrl, metadata),
      await registerApp(limited.authUrl, metadata),
    ]
    const guess = () => app.token({ ...refreshing, client_secret: 'tmb_secret_guess' })
    const statuses = []
    for (let round = 0; round < 12; round += 1) statuses.push((await guess()).status)
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401))
    expect(statuses.at(-1)).toBe(429)
    const refused = await guess()
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    for (const one of [app, other]) {
      expect(oauthErrorOf(await one.token(refreshing))).toEqual([400, 'invalid_grant'])
    }
  })

  test('400 for a public client that sends a secret', async () => {
    const answer = await fixture.app.token({ ...refreshing, client_secret: 'x' })
    expect(answer.body.error).toBe('invalid_client')
  })

  test.each([
    ['a JSON body', { 'content-type': 'application/json' }, '{"grant_type":"refresh_token"}'],
    ['an empty body', { 'content-type': 'application/x-www-form-urlencoded' }, ''],
    ['no body', {}, undefined],
  ])('400 invalid_request for %s', async (_, headers, body) => {
    const answer = await answerOf(
      await fetch(`${fixture.authUrl}/oauth/token`, {
        method: 'POST',
        headers,
        ...(body === undefined ? {} : { body }),
      }),
    )
    expect(oauthErrorOf(answer)).toEqual([400, 'invalid_request'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('400 for a repeated field, and for fields in the query', async () => {
    const fields = new URLSearchParams({ ...refreshing, client_id: fixture.app.clientId })
    fields.append('refresh_token', 'other')
    const twice = await fetch(`${fixture.authUrl}/oauth/token`, { method: 'POST', body: fields })
    expect(oauthErrorOf(await answerOf(twice))).toEqual([400, 'invalid_request'])
    const query = new URLSearchParams({ ...refreshing, client_id: fixture.app.clientId })
    const inAddress = await fetch(`${fixture.authUrl}/oauth/token?${query}`, { method: 'POST' })
    expect(oauthErrorOf(await answerOf(inAddress))).toEqual([400, 'invalid_request'])
  })

  test.each(['password', 'client_credentials', 'implicit', 'urn:ietf:params:oauth:grant-type:device_code'])(
    '400 unsupported_grant_type for %s',
    async (grant_type) => {
      expect(oauthErrorOf(await fixture.app.token({ grant_type }))).toEqual([400, 'unsupported_grant_type'])
    },
  )

  test('405 for other methods and content types, and 413 for a large body', async () => {
    const read = await answerOf(await fetch(`${fixture.authUrl}/oauth/token`))
    expect([...oauthErrorOf(read), read.headers.get('allow')]).toEqual([
      405,
      'invalid_request',
      'POST, OPTIONS',
    ])
    const large = await fixture.app.token({ ...refreshing, more: 'x'.repeat(2_000_000) })
    expect(large.status).toBe(413)
  })

  test('400 for a code, a refresh token or an access token in place of another', async () => {
    const { accessToken, refreshToken } = await fixture.app.connect(fixture.owner)
    for (const code of [accessToken, refreshToken]) {
      const back = new URL(`http://127.0.0.1/callback?code=${encodeURIComponent(code)}`)
      expect(oauthErrorOf(await fixture.app.redeem(back, 'x'.repeat(43)))).toEqual([400, 'invalid_grant'])
    }
    expect(oauthErrorOf(await fixture.app.refresh(accessToken))).toEqual([400, 'invalid_grant'])
    expect((await fixture.call(refreshToken, 'GET', '/account')).status).toBe(401)
  })

  test("503 with Retry-After in the service's error format without a database", async () => {
    const storage = await createSlowDatabase()
    const distant = await openOAuthFixture({}, { db: storage.db })
    const answer = await distant.app.connect(distant.owner)
    storage.cut()
    const refused = await distant.app.refresh(answer.refreshToken)
    expect(refused.status).toBe(503)
    expect(refused.body).toMatchObject({
      code: 503,
      status: 'error',
      error: { code: 'database_unavailable' },
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('cache-control')).toBe('no-store')
    const page = await fetch(distant.app.request().address, { redirect: 'manual' })
    expect([page.status, page.headers.get('location')]).toEqual([503, null])
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  })

  test('logs no secret', async () => {
    const { address, verifier } = fixture.app.request()
    const back = await fixture.owner.authorize(address)
    const { accessToken, refreshToken } = appTokensOf(await fixture.app.redeem(back, verifier))
    await fixture.app.redeem(back, verifier)
    const log = fixture.running.logged()
    expect(log).toContain('/oauth/token')
    const secrets = [accessToken, refreshToken, back.searchParams.get('code') ?? 'x', verifier]
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([])
  })
})

const refreshing = { grant_type: 'refresh_token', refresh_token: 'tmb_rt_unknown' }

function basicOf(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
}
