import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { openFormBrowser } from '../support/form-browser.ts'
import { freePort, startTestService } from '../support/service.ts'
import { openPerson } from '../support/signing-in.ts'
import { appTokensOf, claimsOf, registerApp } from '../support/third-party.ts'
import { allScopes, type OAuthFixture, openOAuthFixture, queryOf } from './oauth-fixture.ts'

let fixture: OAuthFixture

beforeAll(async () => {
  fixture = await openOAuthFixture()
})

describe('an untrusted request gets a page and never a redirect:', () => {
  test.each([
    ['no client', { client_id: undefined }],
    ['an unknown client', { client_id: 'app_unknown' }],
    ['a client id with a zero byte', { client_id: 'app_\u0000' }],
    ['no redirect address', { redirect_uri: undefined }],
    ['an address with more behind it', { redirect_uri: 'http://127.0.0.1/callback/more' }],
    ['an address with a query', { redirect_uri: 'http://127.0.0.1/callback?x=1' }],
    ['an address in other letters', { redirect_uri: 'http://127.0.0.1/Callback' }],
    ['an address with a slash at its end', { redirect_uri: 'http://127.0.0.1/callback/' }],
    ['an address with a step back', { redirect_uri: 'http://127.0.0.1/x/../callback' }],
    ['an address with a user', { redirect_uri: 'http://me@127.0.0.1/callback' }],
    ['an address with a fragment', { redirect_uri: 'http://127.0.0.1/callback#x' }],
    ['another loopback', { redirect_uri: 'http://localhost/callback' }],
    ['a loopback by its number of 32 bits', { redirect_uri: 'http://2130706433/callback' }],
    ['a host that begins like it', { redirect_uri: 'http://127.0.0.1.evil.example/callback' }],
    ['another scheme', { redirect_uri: 'https://127.0.0.1/callback' }],
    ['no address at all', { redirect_uri: 'javascript:alert(1)' }],
  ])('400 for %s', async (_, changed) => {
    const answer = await fetch(fixture.app.request(changed).address, { redirect: 'manual' })
    expect(answer.status).toBe(400)
    expect(answer.headers.get('location')).toBeNull()
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    const html = await answer.text()
    expect(html).toMatch(/For those who make the app<.*>invalid_[a-z_]+: [ -~]{10,}</)
    expect(html).not.toMatch(/node_modules|Error:|\.ts:/)
  })

  test.each([
    ['We do not know this app', { client_id: 'app_unknown' }],
    ['is not registered for it', { redirect_uri: 'http://127.0.0.1/callback/more' }],
    // Without a redirect URI, errors of the challenge come second.
    ['This app asked in a way', { redirect_uri: undefined, code_challenge_method: 'plain' }],
    ['This app asked in a way', { client_id: undefined }],
  ])('400 with a message for the person: %s, whatever %o', async (heading, changed) => {
    const page = await openFormBrowser().open(fixture.app.request(changed).address)
    expect([page.status, page.left]).toEqual([400, undefined])
    expect(/<h1[^>]*>(.*?)<\/h1>/.exec(page.html)?.[1]).toContain(heading)
    expect(page.forms).toEqual([])
  })

  test('400 and 404 for a browser that returns without cookies or too late, not reported as an error of the app', async () => {
    const shown = await fixture.owner.consentPage(fixture.app.request().address)
    const uid = shown.page.url.pathname.split('/').at(-1)
    const stranger = openFormBrowser()
    const resumed = await stranger.open(`${fixture.authUrl}/oauth/authorize/${uid}`)
    const opened = await stranger.open(shown.page.url)
    expect([resumed.status, opened.status]).toEqual([400, 404])
    for (const { html } of [resumed, opened]) expect(html).toContain('This request is too old')
  })

  test("400 and 404 as RFC 6749 JSON for clients that don't accept HTML", async () => {
    const headers = { accept: 'application/json' }
    const secret = '"><script>x</script>'
    const refused = await fetch(fixture.app.request({ client_id: 'app_unknown', state: secret }).address, {
      headers,
    })
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([400, 'no-store'])
    expect(refused.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await refused.json()).toEqual({
      error: 'invalid_client',
      error_description: expect.stringMatching(/^client_id is unknown/),
    })
    const over = await fetch(`${fixture.authUrl}/oauth/interaction/nothing`, { headers })
    expect([over.status, await over.json()]).toMatchObject([404, { error: 'invalid_request' }])
  })

  test('400, and values in the request are escaped on the page', async () => {
    const changed = { client_id: '<img src=x onerror=alert(1)>', redirect_uri: 'https://x.example/<script>' }
    const answer = await fetch(fixture.app.request(changed).address, { redirect: 'manual' })
    expect(answer.status).toBe(400)
    expect(await answer.text()).not.toMatch(/<img src=x|<script>/)
  })

  test('400 for two redirect URIs', async () => {
    const { address } = fixture.app.request()
    address.searchParams.append('redirect_uri', 'http://127.0.0.1/callback')
    const answer = await fetch(address, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  })
})

describe('an invalid request redirects to its app with an error, the state and the issuer:', () => {
  test.each([
    ['invalid_request', 'no challenge', { code_challenge: undefined, code_challenge_method: undefined }],
    ['invalid_request', 'a plain challenge', { code_challenge_method: 'plain' }],
    ['invalid_request', 'no method, which would mean plain', { code_challenge_method: undefined }],
    ['invalid_request', 'a challenge that is too short', { code_challenge: 'x'.repeat(42) }],
    ['unsupported_response_type', 'a token at once', { response_type: 'token' }],
    ['unsupported_response_type', 'an ID token at once', { response_type: 'code id_token', nonce: 'n' }],
    ['invalid_scope', 'scopes that nobody knows', { scope: 'everything mcp' }],
    ['invalid_target', 'a resource that is not here', { resource: 'https://other.example/mcp' }],
    ['login_required', 'no page to be shown', { prompt: 'none' }],
    ['request_not_supported', 'a request object', { request: 'e30.e30.' }],
    ['request_uri_not_supported', 'a request at an address', { request_uri: 'https://10.0.0.1/r' }],
  ])('%s for %s', async (error, _, changed) => {
    const { address, state } = fixture.app.request(changed)
    const answer = await fetch(address, { redirect: 'manual' })
    expect(answer.status).toBe(303)
    const back = new URL(answer.headers.get('location') ?? '')
    const params = back.hash ? Object.fromEntries(new URLSearchParams(back.hash.slice(1))) : queryOf(back)
    expect(params).toMatchObject({ error, state, iss: fixture.authUrl })
    expect(params).not.toHaveProperty('code')
  })

  test.each(['state', 'scope', 'code_challenge', 'response_type'])(
    'invalid_request if %s is sent twice',
    async (name) => {
      const { address } = fixture.app.request()
      address.searchParams.append(name, address.searchParams.get(name) ?? '')
      const answer = await fetch(address, { redirect: 'manual' })
      const back = new URL(answer.headers.get('location') ?? '')
      expect(`${back.search}${back.hash}`).toContain('error=invalid_request')
      expect(`${back.search}${back.hash}`).toContain(`iss=${encodeURIComponent(fixture.authUrl)}`)
    },
  )

  test('access_denied if the person grants no scope', async () => {
    const { address, state } = fixture.app.request()
    const back = await fixture.owner.authorize(address, { decision: 'deny' })
    expect(queryOf(back)).toMatchObject({ error: 'access_denied', state, iss: fixture.authUrl })
  })
})

describe('a valid request', () => {
  test('303 to the consent page, with HttpOnly and SameSite cookies', async () => {
    const answer = await fetch(fixture.app.request().address, { redirect: 'manual' })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toMatch(/^\/oauth\/interaction\/[\w-]+$/)
    const cookies = answer.headers.getSetCookie()
    expect(cookies.map((cookie) => cookie.split('=')[0]).sort()).toEqual([
      ...['oauth_interaction', 'oauth_interaction.sig', 'oauth_resume', 'oauth_resume.sig'],
    ])
    for (const cookie of cookies) expect(cookie).toMatch(/httponly/i)
    for (const cookie of cookies) expect(cookie).toMatch(/samesite=lax/i)
    for (const cookie of cookies) expect(cookie).toMatch(/path=\/oauth\//i)
  })

  test('returns a code, the unchanged state and the issuer', async () => {
    const state = `${'x'.repeat(3000)} +&=%#"<>é`
    const back = await fixture.owner.authorize(fixture.app.request({ state }).address)
    expect(queryOf(back)).toEqual({ code: expect.stringMatching(/^tmb_code_/), state, iss: fixture.authUrl })
  })

  test('returns by form_post if the app requests it, on a page that runs only its own script', async () => {
    const { address, verifier } = fixture.app.request({ response_mode: 'form_post' })
    const { page, form } = await fixture.owner.consentPage(address)
    const sent = await fixture.owner.decide({ page, form })
    const [back] = sent.forms
    expect(sent.status).toBe(200)
    expect(back).toMatchObject({ action: fixture.app.redirectUri, method: 'post' })
    const script = /<script>([\s\S]*?)<\/script>/.exec(sent.html)?.[1] ?? ''
    const policy = sent.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(sent.headers.get('cache-control')).toBe('no-store')
    const answered = new URL(`http://127.0.0.1/callback?${new URLSearchParams(back?.preset)}`)
    expect(queryOf(answered)).toMatchObject({ iss: fixture.authUrl })
    expect((await fixture.app.redeem(answered, verifier)).status).toBe(200)
  })

  test.each([
    ['any port of its loopback address', 'http://127.0.0.1/callback', 'http://127.0.0.1:49152/callback'],
    ['any port of localhost', 'http://localhost/callback', 'http://localhost:3118/callback'],
    ['any port of ::1', 'http://[::1]/callback', 'http://[::1]:7777/callback'],
    ['another port than the registered one', 'http://localhost:1/callback', 'http://localhost:2/callback'],
    ['a scheme of its own', 'com.example.birdsong:/callback', 'com.example.birdsong:/callback'],
  ])('redirects to %s', async (_, registered, used) => {
    const app = await registerApp(fixture.authUrl, { redirect_uris: [registered], application_type: 'web' })
    const back = await fixture.owner.authorize(app.request({ redirect_uri: used }).address)
    expect(back.href.startsWith(`${used}?code=`)).toBe(true)
  })

  test.each([
    ['blanks', 'profiles:read tags:manage'],
    ['plus signs', 'profiles:read+tags:manage'],
    ['unknown ones among them', 'profiles:read mcp:all tags:manage'],
  ])('requests scopes with %s', { tags: 'long' }, async (_, scope) => {
    const { page } = await consent({ scope })
    expect(page).toEqual(['profiles:read', 'tags:manage'])
  })

  test.each([
    ['no scope is named', undefined],
    ['only those of OpenID Connect are', 'openid offline_access'],
  ])('requests all five scopes if %s, and no scope that writes is preselected', async (_, scope) => {
    const { page, ticked } = await consent({ scope })
    expect(page.toSorted()).toEqual(allScopes.toSorted())
    expect(ticked.toSorted()).toEqual(['account:read', 'profiles:read'])
  })

  test('can request openid without repeated consent, and gets an ID token', { tags: 'long' }, async () => {
    const { address, verifier } = fixture.app.request({ scope: 'openid profiles:read', nonce: 'abc' })
    const back = await fixture.owner.authorize(address)
    const answer = await fixture.app.redeem(back, verifier)
    expect(answer.status).toBe(200)
    expect(answer.body.scope).toBe('profiles:read')
    const claims = claimsOf(answer.body.id_token)
    expect(claims).toMatchObject({ iss: fixture.authUrl, aud: fixture.app.clientId, nonce: 'abc' })
    expect(claims.sub).toBe(claimsOf(answer.body.access_token).sub)
    expect((await fixture.call(answer.body.id_token, 'GET', '/account')).status).toBe(401)
  })

  test('can request scopes that the app did not register', { tags: 'long' }, async () => {
    const app = await registerApp(fixture.authUrl, { scope: 'profiles:read' })
    const first = await app.connect(fixture.owner, {}, { scope: 'profiles:read' })
    expect(first.scope).toBe('profiles:read')
    const second = await app.connect(fixture.owner, {}, { scope: 'profiles:read profiles:write' })
    expect(second.scope.split(' ').toSorted()).toEqual(['profiles:read', 'profiles:write'])
  })

  test('needs consent each time, also for an app with a secret, whatever was granted before', async () => {
    for (const method of ['none', 'client_secret_basic']) {
      const app = await registerApp(fixture.authUrl, {
        redirect_uris: ['https://app.example/cb'],
        token_endpoint_auth_method: method,
      })
      await fixture.owner.consentPage(app.request().address)
      await app.connect(fixture.owner)
      const { page } = await fixture.owner.consentPage(app.request().address)
      expect(page.status).toBe(200)
    }
  })

  test('belongs to the chosen account, even if another account is chosen later in the same browser', {
    tags: 'long',
  }, async () => {
    const other = await fixture.running.account({ name: 'Second' })
    const person = await fixture.member({ [fixture.account.id]: 'owner', [other.id]: 'owner' })
    const [first, second] = [fixture.app.request(), fixture.app.request()]
    const back = await person.authorize(first.address, { account: fixture.account.id })
    const next = await person.authorize(second.address, { account: other.id })
    const [one, two] = [
      appTokensOf(await fixture.app.redeem(back, first.verifier)),
      appTokensOf(await fixture.app.redeem(next, second.verifier)),
    ]
    expect(claimsOf(one.accessToken).account_id).toBe(fixture.account.id)
    expect(claimsOf(two.accessToken).account_id).toBe(other.id)
    expect((await fixture.app.refresh(one.refreshToken)).status).toBe(200)
  })

  test('can be answered by another person in the same browser, whoever answered before', {
    tags: 'long',
  }, async () => {
    await fixture.app.connect(fixture.owner)
    const email = `${newPublicId()}@second.test`
    const other = await fixture.running.account({ owner: email })
    const { browser } = fixture.owner
    browser.plant(fixture.authUrl, 'person=over; Path=/')
    const { accessToken } = await fixture.app.connect(openPerson(fixture.url, email, browser))
    expect(claimsOf(accessToken).account_id).toBe(other.id)
    browser.plant(fixture.authUrl, 'person=over; Path=/')
  })

  test('is unknown in another browser, and can be answered only once', async () => {
    const { page, form } = await fixture.owner.consentPage(fixture.app.request().address)
    const elsewhere = await fetch(page.url, { redirect: 'manual' })
    expect(elsewhere.status).toBe(404)
    const done = await fixture.owner.decide({ page, form })
    expect(done.left?.searchParams.get('code')).toMatch(/^tmb_code_/)
    const again = await fixture.owner.decide({ page, form })
    expect(again.left).toBeUndefined()
    expect(again.status).toBeGreaterThanOrEqual(400)
  })
})

test('no value issued to a browser or an app is stored in the database', async () => {
  const answer = await fetch(fixture.app.request().address, { redirect: 'manual' })
  const uid = answer.headers.get('location')?.split('/').at(-1) ?? ''
  const { address } = fixture.app.request()
  const code = (await fixture.owner.authorize(address)).searchParams.get('code') ?? ''
  const { refreshToken } = await fixture.app.connect(fixture.owner)
  const rows = await fixture.running.db.admin('select payload::text as text from oauth_record')
  const dump = rows.map(({ text }) => text).join('\n')
  expect(dump).toContain(fixture.app.clientId)
  const secrets = { uid, code, refreshToken }
  for (const secret of Object.values(secrets)) expect(secret.length).toBeGreaterThan(20)
  expect(Object.entries(secrets).filter(([, secret]) => dump.includes(secret))).toEqual([])
})

async function consent(changed: Record<string, string | undefined>) {
  const { form } = await fixture.owner.consentPage(fixture.app.request(changed).address)
  const boxes = form.fields.filter(({ name }) => name === 'scope')
  return {
    page: boxes.map(({ value }) => value),
    ticked: boxes.filter(({ isOn }) => isOn).map(({ value }) => value),
  }
}

describe('an authorization server on another host', () => {
  test('behind TLS sends secure cookies, and never redirects to a host from the request', async () => {
    const port = await freePort()
    const near = `http://127.0.0.1:${port}`
    await startTestService({
      PORT: String(port),
      PUBLIC_URL: 'https://timbre.example',
      TRUSTED_PROXIES: '127.0.0.1',
      DEMO: 'off',
      MAIL_URL: 'smtp://127.0.0.1:1',
    })
    const app = await registerApp(near)
    expect(app.registered.registration_client_uri).toMatch(/^https:\/\/timbre\.example\/oauth\/register\//)
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      'x-forwarded-for': '9.9.9.9',
    }
    const answer = await fetch(app.request().address, { redirect: 'manual', headers })
    expect(answer.headers.get('location')).toMatch(/^\/oauth\/interaction\//)
    const cookies = answer.headers.getSetCookie()
    expect(cookies).toHaveLength(4)
    for (const cookie of cookies) expect(cookie).toMatch(/; secure/i)
    expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=/)
  })

  test('works at its path, from the registration to the refresh', async () => {
    const port = await freePort()
    const authUrl = `http://localhost:${port}/login`
    const below = await openOAuthFixture({ PORT: String(port), AUTH_URL: authUrl })
    const answer = await fetch(below.app.request().address, { redirect: 'manual' })
    expect(answer.headers.get('location')).toMatch(/^\/login\/oauth\/interaction\//)
    for (const cookie of answer.headers.getSetCookie()) expect(cookie).toMatch(/path=\/login\/oauth\//)
    const { accessToken, refreshToken } = await below.app.connect(below.owner)
    expect(claimsOf(accessToken)).toMatchObject({ iss: authUrl, aud: below.url })
    expect((await below.call(accessToken, 'GET', '/account')).status).toBe(200)
    expect((await below.app.refresh(refreshToken)).status).toBe(200)
    expect((await below.app.revoke(accessToken)).status).toBe(200)
    expect((await below.call(accessToken, 'GET', '/account')).status).toBe(401)
  })
})
