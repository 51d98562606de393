import { beforeAll, describe, expect, test } from 'vitest'
import { decoded, formWith } from '../support/forms.ts'
import type { BrowserPerson } from '../support/signing-in.ts'
import { type AppTokens, appTokensOf, register, type ThirdParty, thirdParty } from '../support/third-party.ts'
import { type OAuthFixture, openOAuthFixture } from './oauth-fixture.ts'

const textOf = (html: string) =>
  decoded(html.replace(/<(style|script)[\s\S]*?<\/\1>/g, ' ').replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ')

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

  test('200 with the consent page, and no grant until it is answered, for a link from another site', async () => {
    const person = await fixture.member({ [fixture.account.id]: 'manager' })
    const { page, waiting } = await openFromAnotherSite(person)
    expect([page.status, formWith(page.forms, 'decision')?.method]).toEqual([200, 'post'])
    const before = await countGrants()
    // Reloaded, or in another language: those requests come from the page itself.
    const again = await person.browser.open(`${waiting}?locale=de`, { 'sec-fetch-site': 'same-origin' })
    const form = formWith(again.forms, 'account')
    expect([again.status, form?.method, await countGrants()]).toEqual([200, 'post', before])
    if (!form) throw new Error('There is nothing to answer.')
    const { url } = await person.browser.submit(again, form, { account: fixture.account.id })
    expect([url.pathname, url.searchParams.has('code')]).toEqual(['/callback', true])
    expect(await countGrants()).toBe(before + 1)
    // It is opened by signing in, so it is no app that was connected.
    expect((await person.visit(`${fixture.authUrl}/apps`)).html).not.toContain('name="grant"')
  })

  test.each(['decline', 'accept'])('no grant after "%s" of an invitation on that page', async (answer) => {
    const second = await fixture.running.account({ name: 'Second' })
    const person = await fixture.member({ [fixture.account.id]: 'manager', [second.id]: 'user' })
    await makeInvited(person.email, second.id)
    const { page } = await openFromAnotherSite(person)
    const accept = page.forms.find(({ action }) => action.endsWith('/members/accept'))
    if (!accept) throw new Error('There is no invitation to answer.')
    const before = await countGrants()
    const after = await person.browser.submit(page, { ...accept, action: `/members/${answer}` })
    expect([after.status, formWith(after.forms, 'decision')?.method]).toEqual([200, 'post'])
    expect(await countGrants()).toBe(before)
  })

  test('no grant after the only invitation on that page was accepted', async () => {
    const invited = await invitedMember([fixture.account.id])
    const { page } = await openFromAnotherSite(invited)
    const accept = page.forms.find(({ action }) => action.endsWith('/members/accept'))
    if (!accept) throw new Error('There is no invitation to answer.')
    const before = await countGrants()
    const after = await invited.browser.submit(page, accept)
    expect([after.status, formWith(after.forms, 'decision')?.method]).toEqual([200, 'post'])
    expect(await countGrants()).toBe(before)
  })

  test('asks a member of two accounts by a button each, which goes on, and says the role and where they are', async () => {
    const other = await fixture.running.account({ name: 'Second account' })
    const person = await fixture.member({ [fixture.account.id]: 'manager', [other.id]: 'user' })
    for (const hint of [other.id, '', 'nonsense', fixture.account.id]) {
      const { address, verifier } = dashboard.request({ prompt: 'select_account', login_hint: hint })
      const page = await person.visit(address)
      const buttons = [...page.html.matchAll(/<button[^>]*name="account" value="(\w+)".*?<\/button>/g)]
      const shown = buttons.map(([html, id]) => [id, html.replace(/<[^>]*>/g, ' ')] as const)
      expect(Object.fromEntries(shown)).toEqual({
        [fixture.account.id]: expect.stringContaining('Manager'),
        [other.id]: expect.stringMatching(/Second account.*User/),
      })
      const here = shown.filter(([, text]) => text.includes('You are here now')).map(([id]) => id)
      expect(here).toEqual([other.id, fixture.account.id].filter((id) => id === hint))
      const form = formWith(page.forms, 'account')
      if (!form) throw new Error('There is no account to choose.')
      const { url } = await person.browser.submit(page, form, { account: other.id })
      const { accessToken } = appTokensOf(await dashboard.redeem(url, verifier))
      const [, claims = ''] = accessToken.split('.')
      expect(JSON.parse(Buffer.from(claims, 'base64url').toString()).account_id).toBe(other.id)
    }
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

describe('an invited person who opens the dashboard', () => {
  test('sees the invitation, and is in the dashboard after accepting it', async () => {
    const invited = await invitedMember([fixture.account.id])
    const { address, verifier } = dashboard.request()
    const page = await invited.visit(address)
    expect(headingOf(page)).toContain('You’re invited to Heron & Co')
    expect(textOf(page.html)).not.toContain('There is no account')
    const accept = page.forms.find(({ action }) => action.endsWith('/members/accept'))
    if (!accept) throw new Error('There is no way to accept.')
    const { url } = await invited.browser.submit(page, accept)
    expect(url.pathname).toBe('/callback')
    const { accessToken } = await appTokensOf(await dashboard.redeem(url, verifier))
    expect((await fixture.call(accessToken, 'GET', '/test')).status).toBe(200)
  })

  test('chooses among several invitations', async () => {
    const second = await fixture.running.account({ name: 'Second' })
    const invited = await invitedMember([fixture.account.id, second.id])
    const page = await invited.visit(dashboard.request().address)
    expect(headingOf(page)).toContain('Invitations to you')
    const accepts = page.forms.filter(({ action }) => action.endsWith('/members/accept'))
    expect(accepts).toHaveLength(2)
  })

  test('finds an invitation to a third account where they choose between two', async () => {
    const [second, third] = [
      await fixture.running.account({ name: 'Second' }),
      await fixture.running.account({ name: 'Third' }),
    ]
    const both = await fixture.member({
      [fixture.account.id]: 'owner',
      [second.id]: 'owner',
      [third.id]: 'user',
    })
    await makeInvited(both.email, third.id)
    const page = await both.visit(dashboard.request().address)
    expect(formWith(page.forms, 'decision')).toBeDefined()
    expect(textOf(page.html)).toMatch(/Invitations to you Third .*As a user\./)
    const accept = page.forms.find(({ action }) => action.endsWith('/members/accept'))
    if (!accept) throw new Error('There is no way to accept.')
    const after = await both.browser.submit(page, accept)
    expect(formWith(after.forms, 'decision')).toBeDefined()
    expect(after.html.match(/<button[^>]*name="account"/g)).toHaveLength(3)
  })

  test('finds it when they switch accounts, with one account of their own', async () => {
    const second = await fixture.running.account({ name: 'Second' })
    const member = await fixture.member({ [fixture.account.id]: 'owner', [second.id]: 'user' })
    await makeInvited(member.email, second.id)
    const straight = await member.visit(dashboard.request().address)
    expect(straight.url.pathname).toBe('/callback')
    const page = await member.visit(dashboard.request({ prompt: 'select_account' }).address)
    expect(textOf(page.html)).toMatch(/Invitations to you Second /)
    const declined = page.forms.find(({ action }) => action.endsWith('/members/accept'))
    if (!declined) throw new Error('There is no way to answer.')
    const after = await member.browser.submit(page, { ...declined, action: '/members/decline' })
    expect(after.url.pathname).toBe('/callback')
  })
})

/** The page of a request that another site started, for someone who is signed in: browsers say so of redirects as well. */
async function openFromAnotherSite(person: BrowserPerson) {
  const first = await person.browser.open(dashboard.request().address)
  await person.visit(`${fixture.authUrl}/apps`)
  const waiting = `${fixture.authUrl}/oauth/interaction/${first.url.searchParams.get('continue')}`
  return { page: await person.browser.open(waiting, { 'sec-fetch-site': 'cross-site' }), waiting }
}

const headingOf = ({ html }: { html: string }) => textOf(/<h1[\s\S]*?<\/h1>/.exec(html)?.[0] ?? '')

async function invitedMember(accountIds: readonly string[]): Promise<BrowserPerson> {
  const person = await fixture.member(Object.fromEntries(accountIds.map((id) => [id, 'coach'])))
  for (const id of accountIds) await makeInvited(person.email, id)
  return person
}

async function makeInvited(email: string, accountId: string): Promise<void> {
  await fixture.running.db.admin(
    `update member set accepted_at = null, invitation_expires_at = now() + interval '1 day'
      where email = $1 and account_id = $2`,
    [email, accountId],
  )
}

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
