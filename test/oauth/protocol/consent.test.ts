import { beforeAll, describe, expect, test } from 'vitest'
import { openFormBrowser } from '../../support/form-browser.ts'
import { decoded, formWith, valuesOf } from '../../support/forms.ts'
import { openPerson } from '../../support/signing-in.ts'
import { appTokensOf, claimsOf, registerApp } from '../../support/third-party.ts'
import { allScopes, type OAuthFixture, oauthErrorOf, openOAuthFixture, queryOf } from '../oauth-fixture.ts'

// In `npm test`, ../consent.test.ts and ../authorize.test.ts show the same; these follow the documents of the protocol, chapter by chapter.
// @module-tag long

let fixture: OAuthFixture
beforeAll(async () => {
  fixture = await openOAuthFixture()
})

/** Follows a request without signing in, as far as the service redirects. */
function follow(changed: Record<string, string | undefined>) {
  return openFormBrowser().open(fixture.app.request(changed).address)
}

test.each([
  ['an unknown app', { client_id: 'nobody' }],
  ['no app', { client_id: undefined }],
  ['an unknown address', { redirect_uri: 'https://evil.example/callback' }],
  ['no address that could be meant', { redirect_uri: 'callback' }],
])('%s: an error page, and no redirect', { tags: 'long' }, async (_, changed) => {
  const page = await follow(changed)
  expect(page.left).toBeUndefined()
  expect(page.status).toBe(400)
  expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  expect(page.html).not.toMatch(/http-equiv="?refresh|evil\.example/i)
})

test.each([
  ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }],
  ['the method plain', { code_challenge_method: 'plain' }],
  ['no method, which means plain', { code_challenge_method: undefined }],
  ['a method without a challenge', { code_challenge: undefined }],
  ['a challenge of the wrong length', { code_challenge: 'short' }],
])('%s is invalid_request', { tags: 'long' }, async (_, changed) => {
  const page = await follow({ ...changed, state: 'kept' })
  expect(queryOf(page.left)).toMatchObject({ error: 'invalid_request', state: 'kept', iss: fixture.authUrl })
  expect(queryOf(page.left)).not.toHaveProperty('code')
})

function openWithTwice(name: string) {
  const { address } = fixture.app.request({ nonce: 'x' })
  address.searchParams.append(name, address.searchParams.get(name) ?? '')
  return openFormBrowser().open(address)
}

test.each(['state', 'scope', 'code_challenge', 'response_type', 'nonce'])(
  '%s twice is invalid_request',
  { tags: 'long' },
  async (name) => {
    const { left } = await openWithTwice(name)
    expect(queryOf(left)).toMatchObject({ error: 'invalid_request', iss: fixture.authUrl })
    expect(queryOf(left)).not.toHaveProperty('code')
  },
)

test.each(['client_id', 'redirect_uri'])(
  '%s twice: an error page, and no redirect',
  { tags: 'long' },
  async (name) => {
    const page = await openWithTwice(name)
    expect([page.status, page.left]).toEqual([400, undefined])
    expect(formWith(page.forms, 'email') ?? formWith(page.forms, 'decision')).toBeUndefined()
  },
)

describe('the response to the app', () => {
  const state = 'a b+c%20&d=é"<>\\\u{1F426}~'

  test('has the unchanged state and the issuer on success', async () => {
    const { address } = fixture.app.request({ state })
    const back = await fixture.owner.authorize(address)
    expect(Object.keys(queryOf(back)).sort()).toEqual(['code', 'iss', 'state'])
    expect(queryOf(back)).toMatchObject({ state, iss: fixture.authUrl })
  })

  test('has both on an error', { tags: 'long' }, async () => {
    const page = await follow({ state, response_type: 'code', code_challenge_method: 'plain' })
    expect(queryOf(page.left)).toMatchObject({ error: 'invalid_request', state, iss: fixture.authUrl })
  })
})

test.each(['token', 'id_token', 'code token', 'code id_token', 'none'])(
  'response_type=%s is unsupported_response_type',
  { tags: 'long' },
  async (response_type) => {
    const { left } = await follow({ response_type, nonce: 'x' })
    const said = { ...queryOf(left), ...Object.fromEntries(new URLSearchParams(left?.hash.slice(1))) }
    expect(said.error).toBe('unsupported_response_type')
    expect(said).not.toHaveProperty('access_token')
  },
)

describe('the scopes of a request', () => {
  async function consentOf(query: string): Promise<{ offered: string[]; ticked: string[] }> {
    const { address } = fixture.app.request({ scope: undefined })
    const { form } = await fixture.owner.consentPage(`${address}${query}`)
    const ticked = form.preset.flatMap(([name, value]) => (name === 'scope' ? [value] : []))
    return { offered: valuesOf(form, 'scope'), ticked }
  }

  test.each([
    ['&scope=profiles:read%20tags:manage'],
    ['&scope=profiles:read+tags:manage'],
    ['&scope=profiles%3Aread%2Btags%3Amanage'],
    ['&scope=profiles:read%20tags:manage%20unheard:of%20openid%20offline_access'],
  ])('are read from %s, and unknown ones are ignored', { tags: 'long' }, async (query) => {
    expect((await consentOf(query)).offered.sort()).toEqual(['profiles:read', 'tags:manage'])
  })

  test('default to all five, of which only those that read are preselected', { tags: 'long' }, async () => {
    const { offered, ticked } = await consentOf('')
    expect(offered.sort()).toEqual([...allScopes].sort())
    expect(ticked.sort()).toEqual(['account:read', 'profiles:read'])
  })

  test('unknown scopes are in no response', { tags: 'long' }, async () => {
    const { accessToken, scope } = await fixture.app.connect(
      fixture.owner,
      {},
      { scope: 'tags:manage unheard:of' },
    )
    expect(scope ?? 'tags:manage').toBe('tags:manage')
    expect(claimsOf(accessToken).scope).toBe('tags:manage')
  })

  test('openid and offline_access cause no redirect loop', async () => {
    const wanted = { scope: 'openid profiles:read offline_access' }
    const { accessToken } = await fixture.app.connect(fixture.owner, {}, wanted)
    expect(claimsOf(accessToken).scope.split(' ')).toContain('profiles:read')
    expect((await fixture.call(accessToken, 'GET', '/profiles')).status).toBe(200)
  })
})

test('the consent page shows app, host, account, person and a checkbox for each scope', {
  tags: 'long',
}, async () => {
  const app = await registerApp(fixture.authUrl, {
    client_name: 'Robin Reports',
    redirect_uris: ['https://robin.example/back'],
  })
  const { page, form } = await fixture.owner.consentPage(
    app.request({ scope: 'profiles:read tags:manage' }).address,
  )
  const words = decoded(page.html.replace(/<!--.*?-->/g, ''))
  for (const text of ['Robin Reports', 'robin.example', 'Heron & Co', fixture.owner.email])
    expect(words).toContain(text)
  const boxes = form.fields.filter(({ name }) => name === 'scope')
  expect(boxes.map(({ kind, value }) => [kind, value])).toEqual([
    ['checkbox', 'profiles:read'],
    ['checkbox', 'tags:manage'],
  ])
  expect(valuesOf(form, 'decision').sort()).toEqual(['allow', 'deny'])
  expect(valuesOf(form, 'account')).toEqual([fixture.account.id])
})

test('the consent page marks an app on this device, and only that', { tags: 'long' }, async () => {
  const warning = async (redirectUri: string) => {
    const app = await registerApp(fixture.authUrl, { client_name: 'Wren', redirect_uris: [redirectUri] })
    const { page } = await fixture.owner.consentPage(app.request().address)
    return /this (device|computer|machine)/i.test(page.html)
  }
  expect(await warning('http://127.0.0.1/callback')).toBe(true)
  expect(await warning('http://localhost/callback')).toBe(true)
  expect(await warning('https://robin.example/back')).toBe(false)
})

test('a denied scope is not in the token, the response or any refresh', { tags: 'long' }, async () => {
  const kept = ['profiles:read', 'account:read']
  const { answer, refreshToken } = await fixture.app.connect(fixture.owner, { scopes: kept })
  let latest = answer
  let token = refreshToken
  for (let turn = 0; turn < 3; turn += 1) {
    expect(latest.body.scope.split(' ').sort()).toEqual([...kept].sort())
    expect(claimsOf(latest.body.access_token).scope.split(' ').sort()).toEqual([...kept].sort())
    expect((await fixture.call(latest.body.access_token, 'GET', '/profiles')).status).toBe(200)
    expect((await fixture.call(latest.body.access_token, 'GET', '/tags')).status).toBe(403)
    latest = await fixture.app.refresh(token, turn === 0 ? {} : { scope: kept.join(' ') })
    expect(latest.status).toBe(200)
    token = appTokensOf(latest).refreshToken
  }
  const wider = await fixture.app.refresh(token, { scope: [...kept, 'tags:manage'].join(' ') })
  expect(oauthErrorOf(wider)).toEqual([400, 'invalid_scope'])
})

test('denying all is access_denied with state and issuer', { tags: 'long' }, async () => {
  const { address, state } = fixture.app.request()
  const back = await fixture.owner.authorize(address, { decision: 'deny' })
  expect(queryOf(back)).toMatchObject({ error: 'access_denied', state, iss: fixture.authUrl })
  expect(queryOf(back)).not.toHaveProperty('code')
})

test('allowing nothing returns no code either', { tags: 'long' }, async () => {
  const { address } = fixture.app.request()
  const page = await fixture.owner.decide(await fixture.owner.consentPage(address), { scopes: [] })
  expect(queryOf(page.left)).toMatchObject({ error: 'access_denied' })
  expect(queryOf(page.left)).not.toHaveProperty('code')
})

describe('the form of the consent page', { tags: 'long' }, () => {
  test('can be submitted once', async () => {
    const shown = await fixture.owner.consentPage(fixture.app.request().address)
    const first = await fixture.owner.decide(shown)
    expect(queryOf(first.left)).toHaveProperty('code')
    const again = await fixture.owner.decide(shown)
    expect(queryOf(again.left)).not.toHaveProperty('code')
    expect(again.left ? 400 : again.status).toBeGreaterThanOrEqual(400)
  })

  test('is refused without its CSRF token, with a changed one and with that of another request', async () => {
    const shown = await fixture.owner.consentPage(fixture.app.request().address)
    const other = await fixture.owner.consentPage(fixture.app.request().address)
    const hidden = shown.form.fields.filter(({ kind, name }) => kind === 'hidden' && name !== 'account')
    expect(hidden.length).toBeGreaterThan(0)
    const foreign = Object.fromEntries(
      other.form.preset.filter(([name]) => hidden.some((one) => one.name === name)),
    )
    const emptied = Object.fromEntries(hidden.map(({ name }) => [name, []]))
    const changed = Object.fromEntries(hidden.map(({ name, value }) => [name, `${value}x`]))
    for (const fields of [emptied, changed, foreign]) {
      const sent = { decision: 'allow', scope: ['profiles:read'], ...fields }
      const page = await fixture.owner.browser.submit(shown.page, shown.form, sent)
      expect(page.left).toBeUndefined()
      expect(page.status).toBeGreaterThanOrEqual(400)
    }
    expect(queryOf((await fixture.owner.decide(shown)).left)).toHaveProperty('code')
  })

  test('is refused from another browser, from another person and from another site', async () => {
    const shown = await fixture.owner.consentPage(fixture.app.request().address)
    const somebody = await fixture.member({ [fixture.account.id]: 'owner' })
    await somebody.consentPage(fixture.app.request().address)
    const sent = { decision: 'allow', scope: ['profiles:read'] }
    for (const browser of [openFormBrowser(), somebody.browser]) {
      expect(queryOf((await browser.submit(shown.page, shown.form, sent)).left)).not.toHaveProperty('code')
      const looked = await browser.open(shown.page.url)
      expect(formWith(looked.forms, 'decision')).toBeUndefined()
    }
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const refused = await fixture.owner.browser.submit(shown.page, shown.form, sent, foreign)
    expect(refused.left).toBeUndefined()
    expect(refused.status).toBe(403)
    expect(queryOf((await fixture.owner.decide(shown)).left)).toHaveProperty('code')
  })
})

test('of one person is refused for the next person who signs in in the same browser', async () => {
  const browser = openFormBrowser()
  const first = openPerson(fixture.url, fixture.owner.email, browser)
  const shown = await first.consentPage(fixture.app.request().address)
  const switching = shown.page.forms.find(({ action }) => action.endsWith('/switch'))
  if (!switching) throw new Error('The page offers no other sign-in.')
  const { email } = await fixture.member({ [fixture.account.id]: 'user' })
  const signIn = await browser.submit(shown.page, switching)
  const next = await openPerson(fixture.url, email, browser).consentPage(signIn.url)
  expect(next.page.html).toContain(email)
  expect(next.page.html).not.toContain(fixture.owner.email)
  const old = await browser.submit(shown.page, shown.form, { decision: 'allow', scope: allScopes })
  expect([old.status, old.left]).toEqual([403, undefined])
})

test("pages of the authorization server can't be framed, aren't cached and send no referrer", async () => {
  const signIn = await openFormBrowser().open(fixture.app.request().address)
  const { page } = await fixture.owner.consentPage(fixture.app.request().address)
  const apps = await fixture.owner.visit(`${fixture.authUrl}/apps`)
  const refused = await follow({ client_id: 'nobody' })
  for (const { headers, url } of [signIn, page, apps, refused]) {
    const policy = headers.get('content-security-policy')
    expect(policy, url.pathname).toContain("frame-ancestors 'none'")
    expect(policy, url.pathname).not.toMatch(/unsafe-inline|unsafe-eval/)
    expect(headers.get('x-frame-options'), url.pathname).toBe('DENY')
    expect(headers.get('cache-control'), url.pathname).toContain('no-store')
    expect(headers.get('referrer-policy'), url.pathname).toBe('no-referrer')
  }
  // Chromium applies form-action to redirects after a form, so it must allow the app's address.
  const action = /form-action ([^;]*)/.exec(page.headers.get('content-security-policy') ?? '')?.[1] ?? ''
  expect(action).toMatch(/http:\/\/127\.0\.0\.1/)
})

describe('a person of two accounts', () => {
  test('grants access to the account shown on the page, whatever another tab does', async () => {
    const second = await fixture.running.account({ name: 'Second' })
    const both = await fixture.member({ [fixture.account.id]: 'owner', [second.id]: 'owner' })
    const [one, two] = [fixture.app.request(), fixture.app.request()]
    const first = await both.consentPage(one.address)
    const choices = valuesOf(first.form, 'account').filter((id) => id !== '')
    expect(choices.sort()).toEqual([fixture.account.id, second.id].sort())
    const other = await both.consentPage(two.address)
    const backTwo = (await both.decide(other, { account: second.id })).left
    const backOne = (await both.decide(first, { account: fixture.account.id })).left
    if (!backOne || !backTwo) throw new Error('A consent led nowhere.')
    const tokens = await Promise.all([
      fixture.app.redeem(backOne, one.verifier),
      fixture.app.redeem(backTwo, two.verifier),
    ])
    expect(tokens.map(({ body }) => claimsOf(body.access_token).account_id)).toEqual([
      fixture.account.id,
      second.id,
    ])
    const read = await Promise.all(
      tokens.map(({ body }) => fixture.call(body.access_token, 'GET', '/account')),
    )
    expect(read.map(({ body }) => body.data.id)).toEqual([fixture.account.id, second.id])
  })

  test("can't submit an account they don't belong to", async () => {
    const foreign = await fixture.running.account({ name: 'Foreign' })
    const shown = await fixture.owner.consentPage(fixture.app.request().address)
    const page = await fixture.owner.decide(shown, { account: foreign.id })
    expect(queryOf(page.left)).not.toHaveProperty('code')
  })

  test('gets no code if they leave before submitting the form', { tags: 'long' }, async () => {
    const leaving = await fixture.member({ [fixture.account.id]: 'manager' })
    const shown = await leaving.consentPage(fixture.app.request().address)
    await removeMember(leaving.email)
    expect(queryOf((await leaving.decide(shown)).left)).not.toHaveProperty('code')
  })

  test('invalid_grant at a refresh after they leave', { tags: 'long' }, async () => {
    const leaving = await fixture.member({ [fixture.account.id]: 'manager' })
    const { accessToken, refreshToken } = await fixture.app.connect(leaving)
    await removeMember(leaving.email)
    expect(oauthErrorOf(await fixture.app.refresh(refreshToken))).toEqual([400, 'invalid_grant'])
    expect((await fixture.call(accessToken, 'GET', '/test')).status).toBe(401)
  })

  async function removeMember(email: string): Promise<void> {
    await fixture.running.db.admin('delete from member where email = $1', [email])
  }
})

test('a public client needs consent each time, on this device or elsewhere', { tags: 'long' }, async () => {
  for (const redirectUri of ['http://127.0.0.1/callback', 'https://robin.example/back']) {
    const app = await registerApp(fixture.authUrl, { redirect_uris: [redirectUri] })
    for (let turn = 0; turn < 3; turn += 1) {
      const { address } = app.request({ scope: 'profiles:read' })
      expect(queryOf(await fixture.owner.authorize(address))).toHaveProperty('code')
      const next = await fixture.owner.browser.open(app.request({ scope: 'profiles:read' }).address)
      expect(formWith(next.forms, 'decision')).toBeDefined()
    }
  }
})

test('all redirects are 302 or 303', async () => {
  const person = openPerson(fixture.url, fixture.owner.email)
  const { address } = fixture.app.request()
  const start = await person.browser.open(address)
  const shown = await person.consentPage(fixture.app.request().address)
  const done = await person.decide(shown)
  expect(done.left?.searchParams.has('code')).toBe(true)
  const redirects = [...start.statuses, ...shown.page.statuses, ...done.statuses].filter(
    (status) => status >= 300 && status < 400,
  )
  expect(redirects.length).toBeGreaterThan(1)
  for (const status of redirects) expect([302, 303]).toContain(status)
})

test('prompt=none never shows a page: login_required, or consent_required', async () => {
  const page = await follow({ prompt: 'none', state: 'kept' })
  expect(queryOf(page.left)).toMatchObject({ error: 'login_required', state: 'kept', iss: fixture.authUrl })
  await fixture.app.connect(fixture.owner)
  const signedIn = await fixture.owner.browser.open(fixture.app.request({ prompt: 'none' }).address)
  expect(queryOf(signedIn.left).error).toMatch(/^(login|consent|interaction)_required$/)
})
