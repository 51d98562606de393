import { CompactSign, SignJWT } from 'jose'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { signingKey, signWithKey } from '../../support/forge.ts'
import type { Answer, Json } from '../../support/service.ts'
import { appTokensOf, claimsOf, postForm, registerApp, type ThirdParty } from '../../support/third-party.ts'
import { type OAuthFixture, oauthErrorOf, openOAuthFixture, queryOf } from '../oauth-fixture.ts'

// In `npm test`, ../token.test.ts, ../refresh.test.ts, ../refused-tokens.test.ts and ../browser-clients.test.ts show the same; these follow the documents of the protocol, chapter by chapter.
// @module-tag long

let fixture: OAuthFixture
beforeAll(async () => {
  fixture = await openOAuthFixture()
})

/** Only dates move; timers are unaffected. */
function later(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
}
afterEach(() => {
  vi.useRealTimers()
})

async function consented(app: ThirdParty = fixture.app) {
  const { address, verifier } = app.request()
  return { back: await fixture.owner.authorize(address), verifier }
}

async function isAlive(token: string): Promise<boolean> {
  const { status } = await fixture.call(token, 'GET', '/test')
  expect([200, 401]).toContain(status)
  return status === 200
}

const invalidGrant = [400, 'invalid_grant']

describe('a code', () => {
  test('is bound to its app, its redirect URI and its challenge', { tags: 'long' }, async () => {
    const { back, verifier } = await consented()
    const other = await registerApp(fixture.authUrl)
    expect(oauthErrorOf(await other.redeem(back, verifier))).toEqual(invalidGrant)
    expect(oauthErrorOf(await fixture.app.redeem(back, `${verifier.slice(0, -1)}_`))).toEqual(invalidGrant)
    expect((await fixture.app.redeem(back, verifier, { code_verifier: undefined })).status).toBe(400)
    const elsewhere = { redirect_uri: 'http://127.0.0.1:1/callback' }
    expect(oauthErrorOf(await fixture.app.redeem(back, verifier, elsewhere))).toEqual(invalidGrant)
    const nowhere = await fixture.app.redeem(back, verifier, { redirect_uri: undefined })
    expect(nowhere.status).toBe(400)
    expect((await fixture.app.redeem(back, verifier)).status).toBe(200)
  })

  test('is valid for at most a minute', { tags: 'long' }, async () => {
    const { back, verifier } = await consented()
    later(61)
    expect(oauthErrorOf(await fixture.app.redeem(back, verifier))).toEqual(invalidGrant)
  })

  test('revokes everything issued for it when it is sent again', { tags: 'long' }, async () => {
    const { back, verifier } = await consented()
    const first = appTokensOf(await fixture.app.redeem(back, verifier))
    const second = appTokensOf(await fixture.app.refresh(first.refreshToken))
    expect(await isAlive(second.accessToken)).toBe(true)
    expect(oauthErrorOf(await fixture.app.redeem(back, verifier))).toEqual(invalidGrant)
    expect(await isAlive(first.accessToken)).toBe(false)
    expect(await isAlive(second.accessToken)).toBe(false)
    expect(oauthErrorOf(await fixture.app.refresh(second.refreshToken))).toEqual(invalidGrant)
  })

  test('revokes nothing when another client sends it again', { tags: 'long' }, async () => {
    const { back, verifier } = await consented()
    const { accessToken } = appTokensOf(await fixture.app.redeem(back, verifier))
    const other = await registerApp(fixture.authUrl)
    expect(oauthErrorOf(await other.redeem(back, verifier))).toEqual(invalidGrant)
    expect(oauthErrorOf(await fixture.app.redeem(back, 'a'.repeat(43)))).toEqual(invalidGrant)
    expect(await isAlive(accessToken)).toBe(true)
  })

  test('without a challenge is refused with a verifier', async () => {
    const { back, verifier } = await consented()
    await fixture.running.db.admin(
      `update oauth_record set payload = payload - 'codeChallenge' - 'codeChallengeMethod'
       where model = 'AuthorizationCode'`,
    )
    expect(oauthErrorOf(await fixture.app.redeem(back, verifier))).toEqual(invalidGrant)
  })
})

describe('an app with a secret', () => {
  let basic: ThirdParty
  let posting: ThirdParty
  beforeAll(async () => {
    const secretly = (token_endpoint_auth_method: string) =>
      registerApp(fixture.authUrl, { token_endpoint_auth_method })
    ;[basic, posting] = await Promise.all([secretly('client_secret_basic'), secretly('client_secret_post')])
  })

  test('authenticates with it, by header and by form', { tags: 'long' }, async () => {
    for (const app of [basic, posting]) {
      const { accessToken, refreshToken } = await app.connect(fixture.owner)
      expect(await isAlive(accessToken)).toBe(true)
      expect((await app.refresh(refreshToken)).status).toBe(200)
    }
  })

  test('401 invalid_client without it and with a wrong one, with a Basic challenge if it tried Basic', {
    tags: 'long',
  }, async () => {
    for (const app of [basic, posting]) {
      const { back, verifier } = await consented(app)
      const fields = {
        grant_type: 'authorization_code',
        code: back.searchParams.get('code') ?? '',
        redirect_uri: app.redirectUri,
        code_verifier: verifier,
      }
      const address = `${fixture.authUrl}/oauth/token`
      const bare = await postForm(address, { ...fields, client_id: app.clientId })
      const wrong = await postForm(address, { ...fields, client_id: app.clientId, client_secret: 'wrong' })
      const credentials = Buffer.from(`${app.clientId}:wrong`).toString('base64')
      const tried = await postForm(address, fields, { authorization: `Basic ${credentials}` })
      for (const answer of [bare, wrong, tried]) expect(oauthErrorOf(answer)).toEqual([401, 'invalid_client'])
      expect(tried.headers.get('www-authenticate')).toMatch(/^Basic /)
      expect((await app.redeem(back, verifier)).status).toBe(200)
    }
  })

  test('is refused if it authenticates in two ways at once', { tags: 'long' }, async () => {
    const { back, verifier } = await consented(basic)
    const both = await basic.redeem(back, verifier, {
      client_id: basic.clientId,
      client_secret: basic.clientSecret,
    })
    expect([400, 401]).toContain(both.status)
    expect(['invalid_request', 'invalid_client']).toContain(both.body.error)
  })
})

describe('the token endpoint', () => {
  test('accepts forms only: 400 for JSON, and nothing from the query', { tags: 'long' }, async () => {
    const { back, verifier } = await consented()
    const fields = {
      grant_type: 'authorization_code',
      client_id: fixture.app.clientId,
      code: back.searchParams.get('code') ?? '',
      redirect_uri: fixture.app.redirectUri,
      code_verifier: verifier,
    }
    const address = `${fixture.authUrl}/oauth/token`
    const json = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    })
    expect(json.status).toBe(400)
    expect(await json.json()).toMatchObject({ error: 'invalid_request' })
    const query = new URLSearchParams(fields)
    for (const init of [{ method: 'POST' }, { method: 'POST', body: new URLSearchParams() }, {}]) {
      const answer = await fetch(`${address}?${query}`, init)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(await answer.text()).not.toContain('access_token')
    }
    expect((await fixture.app.redeem(back, verifier)).status).toBe(200)
  })

  test('returns no response that can be cached, errors included', async () => {
    const { back, verifier } = await consented()
    const redeemed = await fixture.app.redeem(back, verifier)
    const answers = [
      redeemed,
      await fixture.app.refresh(appTokensOf(redeemed).refreshToken),
      await fixture.app.refresh('nothing'),
      await fixture.app.token({ grant_type: 'password', username: 'a', password: 'b' }),
      await fixture.app.token({}),
      await fixture.app.token({ client_id: 'nobody', grant_type: 'refresh_token', refresh_token: 'x' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 400, 400, 401])
    for (const { headers, status } of answers) {
      expect(headers.get('cache-control'), String(status)).toContain('no-store')
      expect(headers.get('content-type'), String(status)).toMatch(/^application\/json/)
    }
  })
})

describe('a resource', () => {
  test('that the service does not know is invalid_target', { tags: 'long' }, async () => {
    const authorized = await fixture.owner.authorize(
      fixture.app.request({ resource: 'https://evil.example' }).address,
    )
    expect(queryOf(authorized)).toMatchObject({ error: 'invalid_target', iss: fixture.authUrl })
    const { back, verifier } = await consented()
    const redeemed = await fixture.app.redeem(back, verifier, { resource: 'https://evil.example' })
    expect(oauthErrorOf(redeemed)).toEqual([400, 'invalid_target'])
  })

  test.each(['', '/', '/mcp'])(
    'named as the root with "%s" behind it is the root',
    { tags: 'long' },
    async (ending) => {
      const resource = fixture.url + ending
      const { accessToken } = await fixture.app.connect(fixture.owner, {}, { resource })
      expect(claimsOf(accessToken).aud).toBe(fixture.url)
      expect(await isAlive(accessToken)).toBe(true)
    },
  )

  test('defaults to the root', { tags: 'long' }, async () => {
    const { accessToken } = await fixture.app.connect(fixture.owner)
    expect(claimsOf(accessToken).aud).toBe(fixture.url)
  })
})

describe('an access token', () => {
  let token: string
  let claims: Json
  beforeAll(async () => {
    token = (await fixture.app.connect(fixture.owner)).accessToken
    claims = claimsOf(token)
  })

  test('is a JWT of RFC 9068', { tags: 'long' }, () => {
    const header = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
    expect(header).toMatchObject({ typ: 'at+jwt', alg: 'ES256', kid: expect.any(String) })
    expect(claims).toMatchObject({
      iss: fixture.authUrl,
      aud: fixture.url,
      sub: expect.stringMatching(/^[0-9a-f]{24}$/),
      client_id: fixture.app.clientId,
      account_id: fixture.account.id,
      region: 'us',
      jti: expect.any(String),
      gid: expect.any(String),
      scope: expect.stringContaining('profiles:read'),
    })
    expect(claims.exp - claims.iat).toBe(3600)
    expect(JSON.stringify(claims)).not.toContain(fixture.owner.email)
  })

  test('is refused with another type, algorithm, audience or issuer, expired or changed', async () => {
    const key = await signingKey(fixture.running)
    expect(await isAlive(await signWithKey(key, claims))).toBe(true)
    const signed = (header: object, body: object = claims) =>
      new CompactSign(Buffer.from(JSON.stringify(body)))
        .setProtectedHeader({ alg: 'ES256', kid: key.kid, ...header })
        .sign(key.privateKey)
    const secret = Buffer.from(JSON.stringify(key.kid).repeat(2))
    const [head, body, signature] = token.split('.')
    const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')
    const { aud, ...withoutAudience } = claims
    const forged: Record<string, string> = {
      'typ JWT': await signed({ typ: 'JWT' }),
      'no typ': await signed({}),
      'alg none': `${none}.${body}.`,
      'alg none with a signature': `${none}.${body}.${signature}`,
      'alg HS256': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: key.kid })
        .sign(secret),
      'an unknown kid': await signed({ typ: 'at+jwt', kid: 'unknown' }),
      'another audience': await signWithKey(key, { ...claims, aud: 'https://evil.example' }),
      'no audience': await signed({ typ: 'at+jwt' }, withoutAudience),
      'another issuer': await signWithKey(key, { ...claims, iss: 'https://evil.example' }),
      expired: await signWithKey(key, { ...claims, iat: claims.iat - 7200, exp: claims.exp - 7200 }),
      'an id_token': await signed({ typ: 'JWT' }, { ...claims, aud: fixture.app.clientId }),
      'more scopes': `${head}.${Buffer.from(JSON.stringify({ ...claims, scope: 'x' })).toString('base64url')}.${signature}`,
      cut: token.slice(0, -2),
    }
    for (const [name, text] of Object.entries(forged)) {
      const { status, headers } = await fixture.call(text, 'GET', '/test')
      expect(status, name).toBe(401)
      expect(headers.get('www-authenticate'), name).toContain('error="invalid_token"')
    }
    expect(aud).toBe(fixture.url)
  })
})

describe('a refresh token', { tags: 'long' }, () => {
  test('is replaced at each use; within the grace period it returns one sibling and no third', async () => {
    const first = await fixture.app.connect(fixture.owner)
    const second = appTokensOf(await fixture.app.refresh(first.refreshToken))
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect(second.accessToken).not.toBe(first.accessToken)
    const sibling = await fixture.app.refresh(first.refreshToken)
    expect(sibling.status).toBe(200)
    expect(appTokensOf(sibling).refreshToken).not.toBe(second.refreshToken)
    expect(oauthErrorOf(await fixture.app.refresh(first.refreshToken))).toEqual(invalidGrant)
    // A third is refused without ending the family: it may be another lost answer.
    for (const { accessToken } of [second, appTokensOf(sibling)])
      expect(await isAlive(accessToken)).toBe(true)
    expect((await fixture.app.refresh(second.refreshToken)).status).toBe(200)
  })

  test('revokes the whole family when it is sent after the grace period, access tokens included', async () => {
    const first = await fixture.app.connect(fixture.owner)
    const second = appTokensOf(await fixture.app.refresh(first.refreshToken))
    const bystander = await fixture.app.connect(fixture.owner)
    later(12)
    expect(oauthErrorOf(await fixture.app.refresh(first.refreshToken))).toEqual(invalidGrant)
    expect(await isAlive(first.accessToken)).toBe(false)
    expect(await isAlive(second.accessToken)).toBe(false)
    expect(oauthErrorOf(await fixture.app.refresh(second.refreshToken))).toEqual(invalidGrant)
    expect(await isAlive(bystander.accessToken)).toBe(true)
    expect((await fixture.app.refresh(bystander.refreshToken)).status).toBe(200)
  })

  test('expires after 30 days without use; one in use stays valid', async () => {
    const left = await fixture.app.connect(fixture.owner)
    let used = await fixture.app.connect(fixture.owner)
    for (const days of [20, 20]) {
      later(days * 86_400)
      const next = await fixture.app.refresh(used.refreshToken)
      expect(next.status).toBe(200)
      used = appTokensOf(next)
    }
    expect(oauthErrorOf(await fixture.app.refresh(left.refreshToken))).toEqual(invalidGrant)
  })

  test('expires after 90 days however often it was used', async () => {
    let used = await fixture.app.connect(fixture.owner)
    for (const days of [29, 29, 29]) {
      later(days * 86_400)
      const next = await fixture.app.refresh(used.refreshToken)
      expect(next.status).toBe(200)
      used = appTokensOf(next)
    }
    later(4 * 86_400)
    expect(oauthErrorOf(await fixture.app.refresh(used.refreshToken))).toEqual(invalidGrant)
  })

  test('of one app is refused for another, and stays valid for its own app', async () => {
    const { refreshToken, accessToken } = await fixture.app.connect(fixture.owner)
    const other = await registerApp(fixture.authUrl)
    expect(oauthErrorOf(await other.refresh(refreshToken))).toEqual(invalidGrant)
    expect(oauthErrorOf(await other.refresh(refreshToken))).toEqual(invalidGrant)
    const next = await fixture.app.refresh(refreshToken)
    expect(next.status).toBe(200)
    // Although used up, others still cannot use it to end the family.
    later(12)
    expect(oauthErrorOf(await other.refresh(refreshToken))).toEqual(invalidGrant)
    expect(await isAlive(accessToken)).toBe(true)
    expect((await fixture.app.refresh(appTokensOf(next).refreshToken)).status).toBe(200)
  })

  test('can narrow scopes, never widen them, and narrowed ones can be requested again', async () => {
    const { refreshToken } = await fixture.app.connect(fixture.owner, {
      scopes: ['profiles:read', 'tags:manage'],
    })
    const narrow = await fixture.app.refresh(refreshToken, { scope: 'tags:manage' })
    expect(narrow.status).toBe(200)
    expect(claimsOf(narrow.body.access_token).scope).toBe('tags:manage')
    expect((await fixture.call(narrow.body.access_token, 'GET', '/profiles')).status).toBe(403)
    const wide = await fixture.app.refresh(narrow.body.refresh_token, { scope: 'tags:manage account:read' })
    expect(oauthErrorOf(wide)).toEqual([400, 'invalid_scope'])
    const full = await fixture.app.refresh(narrow.body.refresh_token)
    expect(full.status).toBe(200)
    expect(claimsOf(full.body.access_token).scope.split(' ').sort()).toEqual(['profiles:read', 'tags:manage'])
  })
})

describe('a page on another origin', { tags: 'long' }, () => {
  const from = (origin: string, method?: string) => ({
    origin,
    ...(method ? { 'access-control-request-method': method } : {}),
  })

  test('can use token and revocation endpoints if it is the origin of a registered redirect URI, without cookies', async () => {
    const app = await registerApp(fixture.authUrl, { redirect_uris: ['https://robin.example/back'] })
    const { back, verifier } = await consented(app)
    const fields = {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: app.redirectUri,
      code_verifier: verifier,
    }
    const foreign = await app.token({ ...fields, code: 'nothing' }, from('https://evil.example'))
    expect(allowedOrigin(foreign)).toBeNull()
    const own = await app.token(fields, from('https://robin.example'))
    expect(own.status).toBe(200)
    expect(allowedOrigin(own)).toBe('https://robin.example')
    expect(own.headers.get('access-control-allow-credentials')).toBeNull()
    const revoke = `${fixture.authUrl}/oauth/revoke`
    const gone = { token: own.body.access_token, client_id: app.clientId }
    expect(allowedOrigin(await postForm(revoke, gone, from('https://evil.example')))).toBeNull()
    expect(allowedOrigin(await postForm(revoke, gone, from('https://robin.example')))).toBe(
      'https://robin.example',
    )
  })

  test('can read the metadata from anywhere', async () => {
    for (const name of ['oauth-authorization-server', 'oauth-protected-resource']) {
      const answer = await fetch(`${fixture.authUrl}/.well-known/${name}`, {
        headers: from('https://any.example'),
      })
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    }
  })

  test("can't read consent and sign-in", async () => {
    for (const path of ['/sign-in', '/apps', '/oauth/authorize']) {
      const answer = await fetch(fixture.authUrl + path, {
        headers: from('https://robin.example'),
        redirect: 'manual',
      })
      expect(answer.headers.get('access-control-allow-origin'), path).toBeNull()
    }
  })

  function allowedOrigin({ headers }: Answer): string | null {
    return headers.get('access-control-allow-origin')
  }
})
