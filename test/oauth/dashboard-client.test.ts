import { beforeAll, describe, expect, test } from 'vitest'
import { formWith } from '../support/forms.ts'
import type { BrowserPerson } from '../support/signing-in.ts'
import { type AppTokens, appTokensOf, register, type ThirdParty, thirdParty } from '../support/third-party.ts'
import { type OAuthFixture, openOAuthFixture } from './oauth-fixture.ts'

let fixture: OAuthFixture
let dashboard: ThirdParty
beforeAll(async () => {
  fixture = await openOAuthFixture()
  dashboard = thirdParty(fixture.authUrl, { clientId: 'dashboard', redirectUri: `${fixture.url}/callback` })
})

describe('the dashboard, which needs no consent', () => {
  test.each([
    ['another site', () => 'https://evil.example/callback'],
    ['another port of this machine', () => 'http://localhost:1/callback'],
    ['another name of this machine', () => fixture.url.replace('localhost', '127.0.0.1').concat('/callback')],
    ['another path', () => `${fixture.url}/callback/`],
    ['a query', () => `${fixture.url}/callback?next=https://evil.example`],
    ['a page that anybody may lead to', () => `${fixture.url}/people`],
  ])('400 and no code for %s', async (_, address) => {
    const page = await fixture.owner.visit(dashboard.request({ redirect_uri: address() }).address)
    expect([page.status, page.left, page.url.searchParams.get('code')]).toEqual([400, undefined, null])
  })

  test.each([{ prompt: 'none' }, { code_challenge: undefined }, { response_type: 'token' }])(
    'gives no code for %o',
    async (changed) => {
      const { url } = await fixture.owner.visit(dashboard.request(changed).address)
      expect(url.searchParams.get('code')).toBeNull()
      expect(url.pathname).toBe('/callback')
    },
  )

  test('200 with the consent page, and no grant, for a link from another site', async () => {
    const person = await fixture.member({ [fixture.account.id]: 'manager' })
    const first = await person.browser.open(dashboard.request().address)
    await person.visit(`${fixture.authUrl}/apps`)
    const waiting = `${fixture.authUrl}/oauth/interaction/${first.url.searchParams.get('continue')}`
    const page = await person.browser.open(waiting, { 'sec-fetch-site': 'cross-site' })
    expect([page.status, formWith(page.forms, 'decision')?.method]).toEqual([200, 'post'])
    const before = await countGrants()
    const { url } = await person.browser.open(waiting, { 'sec-fetch-site': 'same-origin' })
    expect([url.pathname, url.searchParams.has('code')]).toEqual(['/callback', true])
    expect(await countGrants()).toBe(before + 1)
    // It is opened by signing in, so it is no app that was connected.
    expect((await person.visit(`${fixture.authUrl}/apps`)).html).not.toContain('name="grant"')
  })

  test("can't be registered, changed or removed by an app, because ids are assigned", async () => {
    const { body } = await register(fixture.authUrl, { client_id: 'dashboard', client_name: 'Timbre' })
    expect(body.client_id).not.toBe('dashboard')
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const headers = { authorization: `Bearer ${body.registration_access_token}` }
      const sent = { ...body, client_id: 'dashboard', redirect_uris: ['https://evil.example/callback'] }
      const answer = await fetch(`${fixture.authUrl}/oauth/register/dashboard`, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        ...(method === 'PUT' ? { body: JSON.stringify(sent) } : {}),
      })
      expect([method, answer.status < 500 && answer.status >= 400]).toEqual([method, true])
    }
    const { url } = await fixture.owner.visit(dashboard.request().address)
    expect([url.pathname, url.searchParams.has('code')]).toEqual(['/callback', true])
  })
})

test('signing out of a browser disconnects the dashboard, and no third-party app', async () => {
  const person = await fixture.member({ [fixture.account.id]: 'manager' })
  const [open, app] = [await enter(person), await fixture.app.connect(person)]
  expect((await fixture.call(open.accessToken, 'GET', '/test')).status).toBe(200)
  const page = await person.visit(`${fixture.authUrl}/apps`)
  const form = page.forms.find(({ action }) => action.endsWith('/sign-out'))
  if (!form) throw new Error('There is no way to sign out.')
  await person.browser.submit(page, form)
  expect((await fixture.call(open.accessToken, 'GET', '/test')).status).toBe(401)
  expect((await dashboard.refresh(open.refreshToken)).status).toBe(400)
  expect((await fixture.call(app.accessToken, 'GET', '/test')).status).toBe(200)
})

async function countGrants(): Promise<number> {
  const text = `select count(*)::integer as count from app_grant where client_id = 'dashboard'`
  const [row] = await fixture.running.db.admin<{ count: number }>(text)
  return row?.count ?? 0
}

/** Opens the dashboard as its script does. */
async function enter(person: BrowserPerson): Promise<AppTokens> {
  const { address, verifier } = dashboard.request()
  const { url } = await person.visit(address)
  return appTokensOf(await dashboard.redeem(url, verifier))
}
