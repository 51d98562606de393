import { beforeAll, describe, expect, test } from 'vitest'
import { type AppTokens, register, registerApp, type ThirdParty } from '../support/third-party.ts'
import { type OAuthFixture, openOAuthFixture } from './oauth-fixture.ts'

let fixture: OAuthFixture
let app: ThirdParty
let tokens: AppTokens

beforeAll(async () => {
  fixture = await openOAuthFixture()
  app = await registerApp(fixture.authUrl, {
    redirect_uris: [`${home}/callback`, 'http://localhost/callback'],
  })
  tokens = await app.connect(fixture.owner)
})

const home = 'https://app.example'

describe("a page on the app's origin", () => {
  test.each([
    ['of its own origin', home],
    ['of localhost, whatever its port', 'http://localhost:6274'],
  ])(
    '%s may read responses of the token endpoint, errors included, and never with cookies',
    async (_, origin) => {
      const good = await app.token(
        { grant_type: 'refresh_token', refresh_token: tokens.refreshToken },
        { origin },
      )
      expect(good.status).toBe(200)
      tokens = { ...tokens, refreshToken: good.body.refresh_token }
      const bad = await app.token({ grant_type: 'refresh_token', refresh_token: 'tmb_rt_x' }, { origin })
      expect(bad.status).toBe(400)
      for (const answer of [good, bad]) {
        expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
        expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
        expect(answer.headers.get('vary')).toMatch(/origin/i)
      }
    },
  )

  test.each(['/oauth/token', '/oauth/revoke', '/oauth/register'])(
    'is allowed by preflight to send %s',
    async (path) => {
      const answer = await fetch(fixture.authUrl + path, {
        method: 'OPTIONS',
        headers: {
          origin: home,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      })
      expect(answer.status).toBe(204)
      expect(answer.headers.get('access-control-allow-origin')).toBe(home)
      expect(answer.headers.get('access-control-allow-methods')).toContain('POST')
      expect(answer.headers.get('access-control-allow-headers')).toContain('content-type')
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    },
  )

  test('may read the response to its registration', async () => {
    const redirect_uris = [`${home}/callback`]
    const own = await register(fixture.authUrl, { redirect_uris }, { origin: home })
    expect(own.headers.get('access-control-allow-origin')).toBe(home)
  })
})

describe('a page on another origin', () => {
  test.each([
    ['another origin', 'https://evil.example'],
    ['a subdomain', 'https://a.app.example'],
    ['another scheme', 'http://app.example'],
    ['another port', 'https://app.example:8443'],
    ['another loopback', 'http://127.0.0.1:6274'],
    ['localhost with TLS', 'https://localhost:6274'],
    ['no origin to speak of', 'null'],
  ])('cannot read the response of the token endpoint: %s', async (_, origin) => {
    const answer = await app.token(
      { grant_type: 'refresh_token', refresh_token: tokens.refreshToken },
      { origin },
    )
    expect(answer.status).toBe(400)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect(answer.text).not.toContain('tmb_rt_')
  })

  test("cannot revoke tokens, or read another app's registration", async () => {
    const answer = await fetch(`${fixture.authUrl}/oauth/revoke`, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: new URLSearchParams({ token: tokens.refreshToken, client_id: app.clientId }),
    })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([400, null])
    expect((await app.refresh(tokens.refreshToken)).status).toBe(200)
    const registered = await register(fixture.authUrl, {}, { origin: 'https://evil.example' })
    expect(registered.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('gets no CORS headers from sign-in and consent pages', async () => {
    const answer = await fetch(app.request().address, { redirect: 'manual', headers: { origin: home } })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })
})
