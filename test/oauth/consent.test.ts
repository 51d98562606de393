import { beforeAll, describe, expect, test } from 'vitest'
import { openFormBrowser } from '../support/form-browser.ts'
import { decoded, formWith, valuesOf } from '../support/forms.ts'
import { openPerson } from '../support/signing-in.ts'
import { claimsOf, registerApp } from '../support/third-party.ts'
import { allScopes, type OAuthFixture, openOAuthFixture, queryOf } from './oauth-fixture.ts'

let fixture: OAuthFixture
beforeAll(async () => {
  fixture = await openOAuthFixture()
})

const textOf = (html: string) =>
  decoded(html.replace(/<(style|script)[\s\S]*?<\/\1>/g, ' ').replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ')
const ticked = ({ preset }: { preset: [string, string][] }) =>
  preset.flatMap(([name, value]) => (name === 'scope' ? [value] : []))

test('app and host are shown before sign-in, the whole origin and the person after it', async () => {
  const app = await registerApp(fixture.authUrl, { redirect_uris: ['https://fieldnotes.example/back/to'] })
  const before = await openFormBrowser().open(app.request().address)
  expect(textOf(before.html)).toContain('fieldnotes.example')
  const { page } = await fixture.owner.consentPage(app.request().address)
  expect(textOf(page.html)).toMatch(/Sends you back to https:\/\/fieldnotes\.example /)
  expect(textOf(page.html)).toContain(`You are ${fixture.owner.email} Not you? Use another sign-in`)
  expect(textOf(page.html)).toContain('Heron & Co and no other')
})

test('a self-registered app is labeled as one, with one warning', { tags: 'long' }, async () => {
  const app = await registerApp(fixture.authUrl, { redirect_uris: ['https://fieldnotes.example/back'] })
  const { page } = await fixture.owner.consentPage(app.request().address)
  expect(textOf(page.html)).toContain('Registered itself just now. No one has checked who runs it.')
  expect(page.html.match(/class="warning"/g)).toHaveLength(1)
})

test('a redirect to this computer is described as an app on this computer, with its port', async () => {
  const { page } = await fixture.owner.consentPage(
    fixture.app.request({ redirect_uri: 'http://127.0.0.1:49152/callback' }).address,
  )
  expect(textOf(page.html)).toContain('An app on this computer http://127.0.0.1:49152')
})

test('a mobile app is described by its URL scheme, and the policy allows the redirect to it', async () => {
  const app = await registerApp(fixture.authUrl, { redirect_uris: ['com.fieldnotes.app:/back'] })
  const { page } = await fixture.owner.consentPage(app.request().address)
  expect(textOf(page.html)).toContain('An app on this device com.fieldnotes.app:')
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' com.fieldnotes.app:;")
})

test('a name with markup, control and direction characters is shown as a line of plain text', async () => {
  const app = await registerApp(fixture.authUrl, {
    client_name: 'Good\u202e<script>alert(1)</script>\u200b"onload=x\u0000\nApp\u2066',
  })
  const { page } = await fixture.owner.consentPage(app.request().address)
  expect(page.html.match(/<script[^>]*>/g)).toEqual([expect.stringMatching(/src="\/assets\/language-/)])
  expect(page.html).not.toMatch(/[\u200b\u202a-\u202e\u2066-\u2069]/)
  expect(textOf(page.html)).toContain('wants to access your Timbre account')
})

describe('preselected scopes', () => {
  test('exclude those that reach other people or change the account, if the publisher of the app is unknown', async () => {
    const { form } = await fixture.owner.consentPage(fixture.app.request().address)
    expect(valuesOf(form, 'scope').sort()).toEqual([...allScopes].sort())
    expect(ticked(form).sort()).toEqual(['account:read', 'profiles:read', 'tags:manage'])
  })

  test('are the only ones an app requests in addition to those it has', async () => {
    const { form } = await fixture.owner.consentPage(fixture.app.request({ scope: 'profiles:write' }).address)
    expect(ticked(form)).toEqual(['profiles:write'])
  })
})

test('deselected scopes are in no token', async () => {
  const { accessToken, scope } = await fixture.app.connect(fixture.owner, { scopes: ['tags:manage'] })
  expect(scope).toBe('tags:manage')
  expect(claimsOf(accessToken).scope).toBe('tags:manage')
  expect((await fixture.call(accessToken, 'GET', '/tags')).status).toBe(200)
  expect((await fixture.call(accessToken, 'GET', '/profiles')).status).toBe(403)
})

test('selecting none works like Cancel, and creates no grant', async () => {
  const { address, state } = fixture.app.request()
  const before = await grants()
  const page = await fixture.owner.decide(await fixture.owner.consentPage(address), { scopes: [] })
  expect(queryOf(page.left)).toMatchObject({ error: 'access_denied', state, iss: fixture.authUrl })
  expect(await grants()).toBe(before)
})

test('Cancel returns access_denied with state and issuer, whatever is selected', {
  tags: 'long',
}, async () => {
  const { address, state } = fixture.app.request()
  const page = await fixture.owner.decide(await fixture.owner.consentPage(address), { decision: 'deny' })
  expect(queryOf(page.left)).toMatchObject({ error: 'access_denied', state, iss: fixture.authUrl })
})

test('a wider request after a narrow consent asks for all scopes again', { tags: 'long' }, async () => {
  await fixture.app.connect(fixture.owner, { scopes: ['profiles:read'] }, { scope: 'profiles:read' })
  const { form } = await fixture.owner.consentPage(
    fixture.app.request({ scope: 'profiles:read profiles:write' }).address,
  )
  expect(valuesOf(form, 'scope').sort()).toEqual(['profiles:read', 'profiles:write'])
})

describe('the form', () => {
  test('403 from another site, and the request stays open', async () => {
    const shown = await fixture.owner.consentPage(fixture.app.request().address)
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const page = await fixture.owner.browser.submit(shown.page, shown.form, { decision: 'allow' }, foreign)
    expect([page.status, page.left]).toEqual([403, undefined])
    expect(queryOf((await fixture.owner.decide(shown)).left)).toHaveProperty('code')
  })

  test('403 without its CSRF token, or with the token of another request of the same person', async () => {
    const shown = await fixture.owner.consentPage(fixture.app.request().address)
    const other = await fixture.owner.consentPage(fixture.app.request().address)
    const proof = other.form.preset.find(([name]) => name === 'proof')?.[1] ?? ''
    for (const wrong of ['', proof]) {
      const fields = { decision: 'allow', scope: ['profiles:read'], proof: wrong }
      expect((await fixture.owner.browser.submit(shown.page, shown.form, fields)).status).toBe(403)
    }
  })

  test('eight simultaneous submissions create one grant and one code', async () => {
    const before = await grants()
    const shown = await fixture.owner.consentPage(fixture.app.request().address)
    const pages = await Promise.all(Array.from({ length: 8 }, () => fixture.owner.decide(shown)))
    const codes = pages.flatMap(({ left }) => left?.searchParams.get('code') ?? [])
    expect(new Set(codes).size).toBe(1)
    expect(await grants()).toBe(before + 1)
  })

  test('a second submission shows that the request has ended, and creates no grant', {
    tags: 'long',
  }, async () => {
    const shown = await fixture.owner.consentPage(fixture.app.request().address)
    await fixture.owner.decide(shown)
    const before = await grants()
    const again = await fixture.owner.decide(shown)
    expect(again.left).toBeUndefined()
    expect(again.status).toBeGreaterThanOrEqual(400)
    expect(textOf(again.html)).toContain('This request is too old')
    expect(await grants()).toBe(before)
  })

  test("another person who is signed in elsewhere doesn't see the request", async () => {
    const shown = await fixture.owner.consentPage(fixture.app.request().address)
    const stranger = await fixture.member({ [fixture.account.id]: 'owner' })
    await stranger.visit(`${fixture.authUrl}/apps`)
    const page = await stranger.browser.open(shown.page.url)
    expect(page.status).toBe(404)
    expect(formWith(page.forms, 'decision')).toBeUndefined()
    const sent = await stranger.browser.submit(shown.page, shown.form, { decision: 'allow' })
    expect([sent.status, sent.left]).toEqual([404, undefined])
  })

  test('is refused if another person has signed in in the same browser since', async () => {
    const browser = openFormBrowser()
    const first = openPerson(fixture.url, fixture.owner.email, browser)
    const { email } = await fixture.member({ [fixture.account.id]: 'owner' })
    const shown = await first.consentPage(fixture.app.request().address)
    const switched = shown.page.forms.find(({ action }) => action.endsWith('/switch'))
    if (!switched) throw new Error('There is no way to another sign-in.')
    const signIn = await browser.submit(shown.page, switched)
    expect(formWith(signIn.forms, 'email')).toBeDefined()
    await openPerson(fixture.url, email, browser).visit(`${fixture.authUrl}/apps`)
    expect((await first.decide(shown)).status).toBe(403)
  })

  test('400 without a decision', async () => {
    const shown = await fixture.owner.consentPage(fixture.app.request().address)
    const page = await fixture.owner.browser.submit(shown.page, shown.form, { scope: ['profiles:read'] })
    expect([page.status, page.left]).toEqual([400, undefined])
  })
})

describe('the account', () => {
  test('must be chosen if there are several', async () => {
    const second = await fixture.running.account({ name: 'Second' })
    const both = await fixture.member({ [fixture.account.id]: 'owner', [second.id]: 'owner' })
    const shown = await both.consentPage(fixture.app.request().address)
    const again = await both.decide(shown, { scopes: ['profiles:read'] })
    expect([again.status, again.left]).toEqual([400, undefined])
    expect(textOf(again.html)).toContain('Choose the account that it is to work in.')
    const form = formWith(again.forms, 'decision')
    if (!form) throw new Error('The form did not come back.')
    expect(ticked(form)).toEqual(['profiles:read'])
    const done = await both.decide({ page: again, form }, { account: second.id })
    expect(queryOf(done.left)).toHaveProperty('code')
  })

  test('excludes accounts with an open invitation only', async () => {
    const invited = await fixture.member({ [fixture.account.id]: 'owner' })
    await fixture.running.db.admin(
      `update member set accepted_at = null, invitation_expires_at = now() + interval '1 day' where email = $1`,
      [invited.email],
    )
    const page = await invited.visit(fixture.app.request().address)
    expect(formWith(page.forms, 'account')).toBeUndefined()
    expect(textOf(page.html)).toContain('asks for access to an account. Accept the invitation first.')
    expect(page.forms.some(({ action }) => action.endsWith('/members/accept'))).toBe(true)
  })

  test('if there is none, the page links to the app and to another sign-in', async () => {
    const nobody = await fixture.member({ [fixture.account.id]: 'owner' })
    await nobody.visit(`${fixture.authUrl}/apps`)
    await fixture.running.db.admin('delete from member where email = $1', [nobody.email])
    const { address, state } = fixture.app.request()
    const page = await nobody.visit(address)
    expect(textOf(page.html)).toContain(`${nobody.email} is not a member of any`)
    const ways = page.forms.filter((form) => form !== formWith(page.forms, 'locale'))
    expect(ways.map(({ action }) => action.endsWith('/switch'))).toEqual([true, false])
    const deny = ways.find(({ action }) => !action.endsWith('/switch'))
    if (!deny) throw new Error('There is no way back.')
    const left = (await nobody.browser.submit(page, deny, { decision: 'deny' })).left
    expect(queryOf(left)).toMatchObject({ error: 'access_denied', state })
  })

  test('that is paused is marked, and can be connected', async () => {
    const paused = await fixture.running.account({
      name: 'Resting',
      owner: 'resting@test.test',
      paused: true,
    })
    const owner = openPerson(fixture.url, paused.owner)
    const { page } = await owner.consentPage(fixture.app.request().address)
    expect(textOf(page.html)).toContain('Resting and no other (paused: nothing works until it is resumed)')
    const { accessToken } = await fixture.app.connect(owner)
    expect((await fixture.call(accessToken, 'GET', '/account')).body.error.code).toBe('account_paused')
  })

  test('that the person has left since is refused with 403, without a grant', async () => {
    const leaving = await fixture.member({ [fixture.account.id]: 'owner' })
    const second = await fixture.running.account()
    await fixture.running.db.admin(
      `insert into member (account_id, id, email, role, created_at, accepted_at)
       values ($1, 'bbbbbbbbbbbbbbbbbbbbbbbb', $2, 'owner', now(), now())`,
      [second.id, leaving.email],
    )
    const shown = await leaving.consentPage(fixture.app.request().address)
    await fixture.running.db.admin('delete from member where email = $1 and account_id = $2', [
      leaving.email,
      fixture.account.id,
    ])
    const before = await grants()
    const page = await leaving.decide(shown, { account: fixture.account.id })
    expect([page.status, page.left]).toEqual([403, undefined])
    expect(await grants()).toBe(before)
  })
})

describe('the role', () => {
  test("of a user disables scopes it doesn't allow, and the form can't add them", async () => {
    const user = await fixture.member({ [fixture.account.id]: 'user' })
    const shown = await user.consentPage(fixture.app.request().address)
    expect(valuesOf(shown.form, 'scope').sort()).toEqual(['account:read', 'profiles:read', 'tags:manage'])
    expect(textOf(shown.page.html)).toContain('Your role in this account does not allow it.')
    const { accessToken } = await fixture.app.connect(user, { scopes: allScopes })
    expect(claimsOf(accessToken).scope.split(' ').sort()).toEqual([
      ...['account:read', 'profiles:read', 'tags:manage'],
    ])
  })

  test('is taken from the chosen account if there are several', { tags: 'long' }, async () => {
    const second = await fixture.running.account({ name: 'Aalto' })
    const both = await fixture.member({ [fixture.account.id]: 'owner', [second.id]: 'user' })
    const shown = await both.consentPage(fixture.app.request({ scope: 'profiles:write' }).address)
    expect(textOf(shown.page.html)).toContain('Not in Aalto: your role there does not allow it.')
    const again = await both.decide(shown, { account: second.id })
    expect([again.status, again.left]).toEqual([400, undefined])
    expect(textOf(again.html)).toContain('Your role in Aalto allows nothing of what you chose.')
    const form = formWith(again.forms, 'decision')
    if (!form) throw new Error('The form did not come back.')
    const done = await both.decide({ page: again, form }, { account: fixture.account.id })
    expect(queryOf(done.left)).toHaveProperty('code')
  })
})

test('an account with as many apps as it may have takes no other one until it may, and those it has again', async () => {
  const account = await fixture.running.account({ name: 'Curlew' })
  const [person, colleague] = [
    await fixture.member({ [account.id]: 'owner' }),
    await fixture.member({ [account.id]: 'user' }),
  ]
  const second = await registerApp(fixture.authUrl)
  const connect = async (app = fixture.app, by = person) =>
    by.decide(await by.consentPage(app.request({ scope: 'profiles:read' }).address), {})
  const setApps = (apps: number) =>
    fixture.running.db.admin(
      `update account set quotas = jsonb_build_object('apps', $2::int) where id = $1`,
      [account.id, apps],
    )
  await setApps(2)
  for (let times = 0; times < 3; times += 1) expect(queryOf((await connect()).left)).toHaveProperty('code')
  expect((await account.call('GET', '/account')).body.data.usage.quotas).toEqual([
    { name: 'apps', used: 1, limit: 2 },
  ])
  expect(queryOf((await connect(second)).left)).toHaveProperty('code')
  expect(queryOf((await connect()).left)).toHaveProperty('code')
  const refused = await connect(fixture.app, colleague)
  expect([refused.status, refused.left]).toEqual([402, undefined])
  expect(textOf(refused.html)).toContain('Curlew has as many connected apps as it may have.')
  await setApps(3)
  expect(queryOf((await connect(fixture.app, colleague)).left)).toHaveProperty('code')
})

test('the policy allows the form to submit here and redirect to the app only', { tags: 'long' }, async () => {
  const app = await registerApp(fixture.authUrl, { redirect_uris: ['https://fieldnotes.example/back'] })
  const { page } = await fixture.owner.consentPage(app.request().address)
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("form-action 'self' https://fieldnotes.example;")
  expect(policy).toContain("default-src 'none'")
})

async function grants(): Promise<number> {
  const [row] = await fixture.running.db.admin<{ count: number }>(
    'select count(*)::integer as count from app_grant',
  )
  return row?.count ?? 0
}
