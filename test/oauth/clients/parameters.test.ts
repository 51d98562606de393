import { beforeAll, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture, queryOf } from '../oauth-fixture.ts'

let fixture: OAuthFixture
beforeAll(async () => {
  fixture = await openOAuthFixture()
})

// Additional parameters that frameworks and hosts send: each kind in `npm test`, some of them together.
const telling: Record<string, string>[] = [
  { prompt: 'login select_account consent', login_hint: 'somebody@test.test', response_mode: 'query' },
  { nonce: 'n', acr_values: '1', id_token_hint: 'eyJ.e30.', claims_locales: 'de' },
  {
    access_type: 'offline',
    include_granted_scopes: 'true',
    ui_locales: 'de en',
    tenant: 'a',
    'made.up': 'b',
  },
  { scope: 'openid profiles:read', nonce: 'n', max_age: '3600', state: 'x'.repeat(2000) },
  { scope: 'offline_access profiles:read', prompt: 'consent', display: 'popup' },
  { scope: '', state: '' },
]
const single: Record<string, string>[] = [
  { prompt: 'consent' },
  { prompt: 'login' },
  { prompt: 'login consent' },
  { prompt: 'select_account' },
  { prompt: 'login select_account consent' },
  { nonce: 'n' },
  { login_hint: 'somebody@test.test' },
  { access_type: 'offline', include_granted_scopes: 'true' },
  { ui_locales: 'de en', display: 'popup' },
  { response_mode: 'query' },
  { scope: 'openid profile email offline_access' },
  { scope: 'openid profiles:read', nonce: 'n', max_age: '3600' },
  { scope: 'offline_access profiles:read', prompt: 'consent' },
  { scope: '' },
  { state: '' },
  { state: 'x'.repeat(2000) },
  { tenant: 'a', 'made.up': 'b' },
]
const title = 'a request with %o results in tokens after one consent page'
test.each(telling)(title, resultsInTokens)
test.each(single)(title, { tags: 'long' }, resultsInTokens)

async function resultsInTokens(more: Record<string, string>): Promise<void> {
  const { address, verifier } = fixture.app.request(more)
  const back = await fixture.owner.authorize(address)
  const { status, body } = await fixture.app.redeem(back, verifier)
  expect(status).toBe(200)
  expect((await fixture.call(body.access_token, 'GET', '/profiles')).status).toBe(200)
}

test('an app that uses response_mode=fragment gets the same response', async () => {
  const { address, state } = fixture.app.request({ response_mode: 'fragment' })
  const back = await fixture.owner.authorize(address)
  expect(back.search).toBe('')
  const said = Object.fromEntries(new URLSearchParams(back.hash.slice(1)))
  expect(said).toEqual({ code: expect.any(String), state, iss: fixture.authUrl })
})

test.each<Record<string, string>>([
  { request: 'eyJhbGciOiJub25lIn0.e30.' },
  { request_uri: 'https://evil.example/request' },
  { registration: '{}' },
  { response_mode: 'made-up' },
])('a request with %o is refused with an error for the app', async (more) => {
  const { address, state } = fixture.app.request(more)
  const page = await fixture.owner.browser.open(address)
  expect(queryOf(page.left)).toMatchObject({
    error: expect.stringMatching(/^[a-z_]+$/),
    state,
    iss: fixture.authUrl,
  })
})

test.each(['state', 'login_hint', 'ui_locales'])(
  'NUL in %s is refused with an error for the app',
  async (name) => {
    const page = await fixture.owner.browser.open(fixture.app.request({ [name]: 'a\0b' }).address)
    expect(queryOf(page.left)).toMatchObject({ error: 'invalid_request', iss: fixture.authUrl })
  },
)

test('three simultaneous submissions of a form create one code and one connected app', async () => {
  const shown = await fixture.owner.consentPage(fixture.app.request().address)
  const before = await grants()
  const sent = await Promise.all([1, 2, 3].map(() => fixture.owner.decide(shown)))
  const codes = sent.filter(({ left }) => left?.searchParams.has('code'))
  expect(codes).toHaveLength(1)
  expect((await grants()) - before).toBe(1)
})

async function grants(): Promise<number> {
  return (await fixture.running.db.admin('select 1 from app_grant')).length
}

test('an ID token is not accepted as an access token', async () => {
  const { answer } = await fixture.app.connect(fixture.owner, {}, { scope: 'openid profiles:read' })
  expect(answer.body.id_token).toMatch(/^eyJ/)
  expect((await fixture.call(answer.body.id_token, 'GET', '/test')).status).toBe(401)
})
