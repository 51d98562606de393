import { beforeAll, describe, expect, test } from 'vitest'
import { type FormPage, openFormBrowser } from '../support/form-browser.ts'
import { decoded } from '../support/forms.ts'
import type { BrowserPerson } from '../support/signing-in.ts'
import { claimsOf, registerApp } from '../support/third-party.ts'
import { type OAuthFixture, openOAuthFixture } from './oauth-fixture.ts'

let fixture: OAuthFixture
beforeAll(async () => {
  fixture = await openOAuthFixture()
})

const textOf = ({ html }: FormPage) =>
  decoded(html.replace(/<(style|script)[\s\S]*?<\/\1>/g, ' ').replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ')
const open = (person: BrowserPerson) => person.visit(`${fixture.authUrl}/apps`)
const grantsOn = ({ forms }: FormPage) =>
  forms.flatMap(({ preset }) => preset.flatMap(([name, value]) => (name === 'grant' ? [value] : [])))

describe('the page of connected apps', () => {
  test('redirects to sign-in and back without a session', async () => {
    const page = await openFormBrowser().open(`${fixture.authUrl}/apps`)
    expect([page.url.pathname, page.url.search]).toEqual(['/sign-in', '?continue=apps'])
  })

  test('says that no app is connected', { tags: 'long' }, async () => {
    const user = await fixture.member({ [fixture.account.id]: 'user' })
    const page = await open(user)
    expect(textOf(page)).toContain('No app is connected. Connect one from the app itself')
    expect(grantsOn(page)).toEqual([])
  })

  test('shows name, host, account, scopes in words, connection date and last use', async () => {
    const user = await fixture.member({ [fixture.account.id]: 'user' })
    const app = await registerApp(fixture.authUrl, { client_name: 'Robin Reports' })
    await app.connect(user, { scopes: ['profiles:read', 'tags:manage'] })
    const text = textOf(await open(user))
    expect(text).toContain('Robin Reports in Heron & Co 127.0.0.1')
    expect(text).toContain('May See people and their results Manage tags Connected Less than a minute ago')
    expect(text).toContain('Last used Less than a minute ago')
  })

  test("shows other members' apps only to owners of the account", async () => {
    const { owner, user, gid } = await connected()
    const bystander = await fixture.member({ [fixture.account.id]: 'manager' })
    expect(grantsOn(await open(user))).toEqual([gid])
    expect(grantsOn(await open(bystander))).toEqual([])
    const page = await open(owner)
    expect(grantsOn(page)).toContain(gid)
    expect(textOf(page)).toContain(`Connected by ${user.email}`)
  })

  test('disconnects an app, confirms it, and no longer lists the app', async () => {
    const { user, gid } = await connected()
    const done = await press(user, gid)
    expect(textOf(done)).toContain('Disconnected. It can do nothing any more, from now on.')
    expect(grantsOn(done)).toEqual([])
  })

  test("lets an owner disconnect another member's app, and the audit log names the owner", async () => {
    const { owner, gid, accessToken } = await connected()
    await press(owner, gid)
    expect((await fixture.call(accessToken, 'GET', '/test')).status).toBe(401)
    const { body } = await fixture.account.call('GET', `/audit-log?targetId=${gid}&action=disconnect_app`)
    const [member] = await fixture.running.db.admin<{ id: string }>(
      'select id from member where account_id = $1 and email = $2',
      [fixture.account.id, owner.email],
    )
    expect(body.entries).toMatchObject([
      { actor: { kind: 'member', id: member?.id, clientId: null }, changes: { reason: 'account' } },
    ])
  })
})

describe('the form that disconnects', () => {
  test('403 from another site, without its CSRF token, and with the token of another session', async () => {
    const { user, owner, gid, accessToken } = await connected()
    const page = await open(user)
    const form = formOf(page, gid)
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const fromElsewhere = await user.browser.submit(page, form, {}, foreign)
    expect([fromElsewhere.status, textOf(fromElsewhere)]).toMatchObject([
      403,
      expect.stringContaining('This cannot be done'),
    ])
    const unproven = await user.browser.submit(page, form, { proof: '' })
    expect([unproven.status, textOf(unproven)]).toMatchObject([
      403,
      expect.stringContaining('This page is too old'),
    ])
    expect((await owner.browser.submit(page, form)).status).toBe(403)
    expect((await fixture.call(accessToken, 'GET', '/test')).status).toBe(200)
  })

  test("404 for another person's grant, byte for byte like a grant that doesn't exist, except for the request id", async () => {
    const { gid, accessToken } = await connected()
    const stranger = await fixture.member({ [(await fixture.running.account()).id]: 'owner' })
    await registerApp(fixture.authUrl).then((app) => app.connect(stranger))
    const page = await open(stranger)
    const [own = ''] = grantsOn(page)
    const answers = await Promise.all(
      [gid, 'f'.repeat(24), 'no id'].map((grant) =>
        stranger.browser.submit(page, formOf(page, own), { grant }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    const bodies = answers.map(({ html }) => html.replace(/Reference for support: [\w-]+/, ''))
    expect(new Set(bodies).size).toBe(1)
    expect((await fixture.call(accessToken, 'GET', '/test')).status).toBe(200)
  })

  test('no longer belongs to a manager who was an owner before', { tags: 'long' }, async () => {
    const { gid, accessToken } = await connected()
    const former = await fixture.member({ [fixture.account.id]: 'owner' })
    const page = await open(former)
    await fixture.running.db.admin(`update member set role = 'manager' where email = $1`, [former.email])
    expect((await former.browser.submit(page, formOf(page, gid))).status).toBe(404)
    expect((await fixture.call(accessToken, 'GET', '/test')).status).toBe(200)
  })

  test('changes nothing when it is submitted again', { tags: 'long' }, async () => {
    const { user, gid } = await connected()
    const page = await open(user)
    const form = formOf(page, gid)
    const pages = [await user.browser.submit(page, form), await user.browser.submit(page, form)]
    expect(pages.map(({ status }) => status)).toEqual([200, 200])
    const { body } = await fixture.account.call('GET', `/audit-log?targetId=${gid}&action=disconnect_app`)
    expect(body.entries).toHaveLength(1)
  })
})

/** An app that a user of the account has authorized, and the account's owner. */
async function connected() {
  const user = await fixture.member({ [fixture.account.id]: 'user' })
  const app = await registerApp(fixture.authUrl)
  const { accessToken } = await app.connect(user)
  return { user, owner: fixture.owner, app, accessToken, gid: claimsOf(accessToken).gid as string }
}

async function press(person: BrowserPerson, grantId: string): Promise<FormPage> {
  const page = await open(person)
  return person.browser.submit(page, formOf(page, grantId))
}

function formOf({ forms }: FormPage, grantId: string) {
  const form = forms.find(({ preset }) =>
    preset.some(([name, value]) => name === 'grant' && value === grantId),
  )
  if (!form) throw new Error('The app is not on the page.')
  return form
}
