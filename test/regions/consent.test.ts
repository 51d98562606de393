import { beforeAll, describe, expect, test } from 'vitest'
import { openSignedInBrowser } from '../oauth/members-page.ts'
import { type Regions, startRegions } from '../support/regions.ts'
import { callAs, type TestAccount } from '../support/service.ts'
import { type BrowserPerson, openPerson } from '../support/signing-in.ts'
import { claimsOf, registerApp, type ThirdParty, thirdParty } from '../support/third-party.ts'

let regions: Regions
let app: ThirdParty
let ada: BrowserPerson
let eu: TestAccount
const defaultUrl = 'http://timbre.localhost'
const ids: Record<string, string> = {}

/** Ada has an account in two regions, and signs in at the authorization server's. */
beforeAll(async () => {
  regions = await startRegions({ DEFAULT_URL: defaultUrl })
  const owner = 'ada@northwind.test'
  for (const zone of ['eu', 'sea'] as const) {
    const account = await regions[zone].account({ name: `Northwind ${zone}`, owner })
    ids[zone] = account.id
    if (zone === 'eu') eu = account
    await regions[zone].service.syncRegions()
  }
  app = await registerApp(regions.us.url)
  ada = openPerson(regions.us.url, owner)
})

const statusAt = async (zone: 'us' | 'eu' | 'sea', token: string) =>
  (await callAs(regions[zone].baseUrl, token)('GET', '/account')).status

describe('an app that is authorized for an account of another region', () => {
  test('is 200 there, 421 elsewhere, refreshes at the authorization server, and is revoked on /apps', async () => {
    const { accessToken, refreshToken } = await app.connect(ada, { account: ids.eu as string })
    expect(claimsOf(accessToken)).toMatchObject({ region: 'eu', account_id: ids.eu, iss: regions.us.url })
    expect(await statusAt('eu', accessToken)).toBe(200)
    expect(await statusAt('us', accessToken)).toBe(421)
    expect(await statusAt('sea', accessToken)).toBe(421)

    const refreshed = await app.refresh(refreshToken)
    expect(refreshed.status).toBe(200)
    expect(await statusAt('eu', refreshed.body.access_token)).toBe(200)

    const page = await ada.visit(`${regions.us.url}/apps`)
    expect(page.html.includes('Northwind eu'), page.url.pathname).toBe(true)
    expect(await lastUse(claimsOf(accessToken).gid)).not.toBeNull()
    const form = page.forms.find(({ preset }) =>
      preset.some(([name, value]) => name === 'grant' && value === claimsOf(accessToken).gid),
    )
    if (!form) throw new Error('The page of connected apps shows no app.')
    await ada.browser.submit(page, form)
    await expect.poll(() => statusAt('eu', accessToken)).toBe(401)
    expect(await statusAt('eu', refreshed.body.access_token)).toBe(401)
    expect((await app.refresh(refreshed.body.refresh_token)).status).toBe(400)
  })

  test.each(['', '/', '/mcp'])('may request the default address as resource: %s', async (path) => {
    const resource = defaultUrl + path
    const { accessToken } = await app.connect(ada, { account: ids.sea as string }, { resource })
    expect(claimsOf(accessToken).aud).toBe(defaultUrl)
    expect(await statusAt('sea', accessToken)).toBe(200)
    expect(await statusAt('eu', accessToken)).toBe(421)
  })

  test('may request the region’s own root', async () => {
    const { accessToken } = await app.connect(
      ada,
      { account: ids.sea as string },
      { resource: `${regions.sea.url}/mcp` },
    )
    expect(claimsOf(accessToken).aud).toBe(regions.sea.url)
    expect(await statusAt('sea', accessToken)).toBe(200)
  })
})

test('the dashboard of a region needs no consent for that region alone', async () => {
  const owner = 'grace@northwind.test'
  await regions.eu.account({ name: 'Northwind alone', owner })
  await regions.eu.service.syncRegions()
  const grace = openPerson(regions.us.url, owner)
  const callback = `${regions.eu.url}/callback`
  const dashboard = thirdParty(regions.us.url, { clientId: 'dashboard', redirectUri: callback })
  const page = await grace.visit(dashboard.request({ resource: regions.sea.url }).address)
  expect([page.status, page.url.pathname.startsWith('/oauth/interaction/')]).toEqual([200, true])
  const { left, url } = await grace.visit(dashboard.request({ resource: regions.eu.url }).address)
  expect((left ?? url).href.startsWith(`${callback}?code=`)).toBe(true)
})

test('the use of an app in another region shows on the page of connected apps', async () => {
  const { accessToken } = await app.connect(ada, { account: ids.sea as string })
  const { gid } = claimsOf(accessToken)
  await regions.us.db.admin('update app_grant set last_used_at = null where id = $1', [gid])
  expect(await statusAt('sea', accessToken)).toBe(200)
  await expect.poll(() => lastUse(gid)).not.toBeNull()
})

async function lastUse(grantId: string): Promise<Date | null | undefined> {
  const text = 'select last_used_at as at from app_grant where id = $1'
  return (await regions.us.db.admin<{ at: Date | null }>(text, [grantId]))[0]?.at
}

describe('the members of an account of another region', () => {
  test('303: invited, accepted, changed and removed on the pages of the authorization server', async () => {
    const account = { id: ids.eu as string }
    const [owner, invited] = [
      await openSignedInBrowser(regions.us, ada.email),
      await openSignedInBrowser(regions.us, 'grace@rhine.test'),
    ]
    const fields = { account: account.id, invitee: invited.email, role: 'manager' }
    expect((await owner.post('/members/invite', fields)).status).toBe(303)
    const member = async () =>
      (
        await regions.eu.db.admin<{ id: string; role: string; accepted: boolean }>(
          'select id, role, accepted_at is not null as accepted from member where account_id = $1 and email = $2',
          [account.id, invited.email],
        )
      )[0]
    expect(await member()).toMatchObject({ role: 'manager', accepted: false })
    expect((await invited.get('/members')).text).toContain('Northwind eu')
    expect((await invited.post('/members/accept', { account: account.id })).status).toBe(303)
    expect(await member()).toMatchObject({ role: 'manager', accepted: true })

    const { accessToken, refreshToken } = await app.connect(openPerson(regions.us.url, invited.email), {
      account: account.id,
    })
    expect(await statusAt('eu', accessToken)).toBe(200)
    const target = { account: account.id, member: (await member())?.id ?? '' }
    expect((await owner.post('/members/remove', { ...target, confirmed: 'yes' })).status).toBeLessThan(400)
    expect(await member()).toBeUndefined()
    expect(await statusAt('eu', accessToken)).toBe(401)
    expect((await app.refresh(refreshToken)).body).toMatchObject({ error: 'invalid_grant' })
    const { entries } = (await eu.call('GET', `/audit-log?targetId=${target.member}`)).body
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      'remove_member',
      'accept_membership',
      'invite_member',
    ])
  })

  test('503: while that region is unreachable, and nothing is lost', async () => {
    const owner = await openSignedInBrowser(regions.us, ada.email)
    await regions.sea.stop()
    const fields = { account: ids.sea as string, invitee: 'late@rhine.test', role: 'user' }
    expect((await owner.post('/members/invite', fields)).status).toBe(503)
    regions.sea = await regions.sea.again()
    expect((await owner.post('/members/invite', fields)).status).toBe(303)
  })
})
