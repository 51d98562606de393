import { beforeAll, describe, expect, test } from 'vitest'
import { formWith } from '../../support/forms.ts'
import { claimsOf, register, registerApp, thirdParty } from '../../support/third-party.ts'
import { type OAuthFixture, oauthErrorOf, openOAuthFixture } from '../oauth-fixture.ts'

// In `npm test`, ../registration.test.ts show the same; these follow the documents of the protocol, chapter by chapter.
// @module-tag long

let fixture: OAuthFixture
beforeAll(async () => {
  fixture = await openOAuthFixture()
})

/** Whether an authorization request with this redirect URI reaches the consent page. */
async function reachesConsent(clientId: string, redirectUri: string): Promise<boolean> {
  const { address } = thirdParty(fixture.authUrl, { clientId, redirectUri }).request()
  const page = await fixture.owner.visit(address)
  if (!formWith(page.forms, 'decision')) {
    // Without a valid redirect URI the error is shown here, without a redirect (RFC 6749 section 4.1.2.1).
    expect(page.left).toBeUndefined()
    expect(page.status).toBe(400)
    return false
  }
  return true
}

test('201 with what was registered, not cached, and a secret by default', async () => {
  const metadata = {
    client_name: 'Robin',
    client_uri: 'https://robin.example/',
    redirect_uris: ['https://robin.example/back'],
    token_endpoint_auth_method: undefined,
  }
  const answer = await register(fixture.authUrl, metadata)
  expect(answer.status).toBe(201)
  expect(answer.headers.get('cache-control')).toContain('no-store')
  expect(answer.body).toMatchObject({
    client_id: expect.any(String),
    client_name: 'Robin',
    client_uri: 'https://robin.example/',
    redirect_uris: ['https://robin.example/back'],
    token_endpoint_auth_method: 'client_secret_basic',
    client_secret: expect.stringMatching(/^\S{40,}$/),
    client_secret_expires_at: 0,
    registration_access_token: expect.stringMatching(/^\S{40,}$/),
    registration_client_uri: expect.stringContaining(fixture.authUrl),
  })
})

test('a public client gets none', async () => {
  const { status, body } = await register(fixture.authUrl, { token_endpoint_auth_method: 'none' })
  expect(status).toBe(201)
  expect(body).not.toHaveProperty('client_secret')
  expect(body.token_endpoint_auth_method).toBe('none')
})

test.each([
  'javascript:alert(1)',
  'data:text/html,hello',
  'https://robin.example/back#here',
  'https://user:secret@robin.example/back',
  'http://robin.example/back',
  'http://127.0.0.1.robin.example/back',
  'robin:/back',
  'not an address',
])('400 invalid_redirect_uri for %s', async (address) => {
  for (const application_type of [undefined, 'native', 'web']) {
    const metadata = { redirect_uris: [address], application_type }
    expect(oauthErrorOf(await register(fixture.authUrl, metadata))).toEqual([400, 'invalid_redirect_uri'])
    const beside = { redirect_uris: ['https://robin.example/back', address], application_type }
    expect(oauthErrorOf(await register(fixture.authUrl, beside))).toEqual([400, 'invalid_redirect_uri'])
  }
})

describe('a loopback address', () => {
  test.each([
    ['http://127.0.0.1/callback', 'http://127.0.0.1:49321/callback', true],
    ['http://127.0.0.1:3118/callback', 'http://127.0.0.1:49321/callback', true],
    ['http://localhost/callback', 'http://localhost:49321/callback', true],
    ['http://[::1]/callback', 'http://[::1]:49321/callback', true],
    ['http://127.0.0.1/callback', 'http://localhost:49321/callback', false],
    ['http://localhost/callback', 'http://127.0.0.1:49321/callback', false],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:49321/other', false],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:49321/callback/', false],
    ['http://127.0.0.1/callback', 'http://127.0.0.2:49321/callback', false],
    ['http://127.0.0.1/callback', 'https://127.0.0.1:49321/callback', false],
  ])('registered as %s and requested as %s: %s', async (registered, requested, isAllowed) => {
    const { clientId } = await registerApp(fixture.authUrl, { redirect_uris: [registered] })
    expect(await reachesConsent(clientId, requested)).toBe(isAllowed)
  })

  test.each([undefined, 'native', 'web'])(
    'is accepted with the application_type %s',
    async (application_type) => {
      const app = await registerApp(fixture.authUrl, { application_type })
      const redirect_uri = 'http://127.0.0.1:49322/callback'
      const { accessToken } = await app.connect(fixture.owner, {}, { redirect_uri })
      expect(claimsOf(accessToken).client_id).toBe(app.clientId)
    },
  )
})

test.each([
  ['https://robin.example/back', true],
  ['https://robin.example/back/', false],
  ['https://robin.example/backwards', false],
  ['https://robin.example/Back', false],
  ['https://Robin.example/back', false],
  ['https://robin.example/back?from=1', false],
  ['https://robin.example:443/back', false],
  ['https://robin.example:8443/back', false],
  ['https://robin.example/b%61ck', false],
  ['http://robin.example/back', false],
  ['https://robin.example/x/../back', false],
  ['https://robin.example.evil.example/back', false],
])('registered as https://robin.example/back and requested as %s: %s', async (requested, isAllowed) => {
  const { clientId } = await registerApp(fixture.authUrl, { redirect_uris: ['https://robin.example/back'] })
  expect(await reachesConsent(clientId, requested)).toBe(isAllowed)
})

describe('a registration', { tags: 'long' }, () => {
  const as = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })

  test('is read, changed and removed only with its own registration token', async () => {
    const { registered: own } = await registerApp(fixture.authUrl, { client_name: 'Robin' })
    const { registered: other } = await registerApp(fixture.authUrl, { client_name: 'Wren' })
    const place: string = own.registration_client_uri
    for (const headers of [
      {},
      as(other.registration_access_token),
      as('nonsense'),
      as(fixture.account.token),
    ]) {
      for (const method of ['GET', 'DELETE']) {
        expect((await fetch(place, { method, headers })).status, method).toBe(401)
      }
    }
    const read = await fetch(place, { headers: as(own.registration_access_token) })
    expect(read.status).toBe(200)
    expect(read.headers.get('cache-control')).toContain('no-store')
    expect(await read.json()).toMatchObject({ client_id: own.client_id, client_name: 'Robin' })

    const changed = await fetch(place, {
      method: 'PUT',
      headers: as(own.registration_access_token),
      body: JSON.stringify({
        client_id: own.client_id,
        client_name: 'Redbreast',
        redirect_uris: own.redirect_uris,
        token_endpoint_auth_method: 'none',
      }),
    })
    expect(changed.status).toBe(200)
    const after = (await changed.json()) as { client_name: string; registration_access_token?: string }
    expect(after.client_name).toBe('Redbreast')

    const token = after.registration_access_token ?? own.registration_access_token
    expect((await fetch(place, { method: 'DELETE', headers: as(token) })).status).toBe(204)
    expect((await fetch(place, { headers: as(token) })).status).toBe(401)
    expect(await reachesConsent(own.client_id, own.redirect_uris[0])).toBe(false)
  })
})

describe('metadata of an app', () => {
  const name = 'Robin<script>alert(1)</script>\u202Egnp\u200B\u0000\nBank "&amp;'

  test('the name is shown without markup and direction or hidden characters; no image is loaded', async () => {
    const answer = await register(fixture.authUrl, {
      client_name: name,
      logo_uri: 'https://tracker.example/logo.svg',
      redirect_uris: ['https://robin.example/back'],
    })
    expect(answer.status, answer.text).toBe(201)
    const { client_id: clientId, redirect_uris } = answer.body
    const { address } = thirdParty(fixture.authUrl, { clientId, redirectUri: redirect_uris[0] }).request()
    const { page } = await fixture.owner.consentPage(address)
    expect(page.html).not.toContain('<script>alert(1)')
    expect(page.html).toContain('&lt;script')
    expect(page.html).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B-\u200F]/u)
    expect(page.html).not.toContain('\0')
    expect(page.html).not.toContain('tracker.example')
  })

  test('400 for a name of more than 100 characters', async () => {
    const { status } = await register(fixture.authUrl, { client_name: 'x'.repeat(100) })
    expect(status).toBe(201)
    for (const length of [101, 5_000]) {
      const answer = await register(fixture.authUrl, { client_name: 'x'.repeat(length) })
      expect(oauthErrorOf(answer), `${length}`).toEqual([400, 'invalid_client_metadata'])
    }
  })
})

test.each(['client_uri', 'logo_uri', 'policy_uri', 'tos_uri'])(
  '400 for a %s with an invalid character, in a new or changed registration',
  async (field) => {
    const { registered } = await registerApp(fixture.authUrl)
    for (const character of ['\0', '\ud800', '\n']) {
      const metadata = { [field]: `https://robin.example/${character}` }
      const created = await register(fixture.authUrl, metadata)
      expect(oauthErrorOf(created)).toEqual([400, 'invalid_client_metadata'])
      const { client_id, redirect_uris, registration_access_token: token } = registered
      const changed = await fetch(registered.registration_client_uri, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ client_id, redirect_uris, token_endpoint_auth_method: 'none', ...metadata }),
      })
      expect(changed.status).toBe(400)
    }
  },
)

test('an app can request scopes that it did not register', async () => {
  const app = await registerApp(fixture.authUrl, { scope: 'profiles:read' })
  const first = await app.connect(fixture.owner, {}, { scope: 'profiles:read' })
  expect(claimsOf(first.accessToken).scope).toBe('profiles:read')
  const second = await app.connect(fixture.owner, {}, { scope: 'profiles:read tags:manage' })
  expect(claimsOf(second.accessToken).scope.split(' ').sort()).toEqual(['profiles:read', 'tags:manage'])
  expect((await fixture.call(second.accessToken, 'GET', '/tags')).status).toBe(200)
})
