import { beforeAll, describe, expect, test } from 'vitest'
import { removeClient } from '../../src/identity/authorization/oauth-clients.ts'
import { formWith } from '../support/forms.ts'
import type { BrowserPerson } from '../support/signing-in.ts'
import { type AppTokens, claimsOf, registerApp, type ThirdParty } from '../support/third-party.ts'
import { type OAuthFixture, oauthErrorOf, openOAuthFixture, queryOf } from './oauth-fixture.ts'

let fixture: OAuthFixture
beforeAll(async () => {
  fixture = await openOAuthFixture()
})

describe('a revoked grant', () => {
  test('401 from REST and MCP for the next request, and invalid_grant for a refresh', async () => {
    const tokens = await fixture.app.connect(fixture.owner)
    expect(await works(tokens)).toEqual([200, 200])
    await disconnect(fixture.owner, fixture.app)
    expect(await works(tokens)).toEqual([401, 401])
    expect(oauthErrorOf(await fixture.app.refresh(tokens.refreshToken))).toEqual([400, 'invalid_grant'])
    const answer = await fixture.call(tokens.accessToken, 'GET', '/test')
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"')
  })

  test('is refused for all requests that start after the revocation', async () => {
    const app = await registerApp(fixture.authUrl)
    const { accessToken } = await app.connect(fixture.owner)
    const during: Promise<{ status: number }>[] = []
    const sending = setInterval(() => during.push(fixture.call(accessToken, 'GET', '/test')), 5)
    await disconnect(fixture.owner, app)
    clearInterval(sending)
    const after = await Promise.all([1, 2, 3].map(() => fixture.call(accessToken, 'GET', '/test')))
    expect(after.map(({ status }) => status)).toEqual([401, 401, 401])
    for (const { status } of await Promise.all(during)) expect([200, 401]).toContain(status)
  })

  test('invalidates a code that has not been redeemed', async () => {
    const app = await registerApp(fixture.authUrl)
    const { address, verifier } = app.request()
    const back = await fixture.owner.authorize(address)
    await disconnect(fixture.owner, app)
    expect(oauthErrorOf(await app.redeem(back, verifier))).toEqual([400, 'invalid_grant'])
  })

  test('can be granted again, and the new one is independent of the revoked one', {
    tags: 'long',
  }, async () => {
    const app = await registerApp(fixture.authUrl)
    const old = await app.connect(fixture.owner)
    await disconnect(fixture.owner, app)
    const { page } = await fixture.owner.consentPage(app.request().address)
    expect(formWith(page.forms, 'decision')).toBeDefined()
    const fresh = await app.connect(fixture.owner)
    expect(await works(fresh)).toEqual([200, 200])
    expect(await works(old)).toEqual([401, 401])
  })

  test('leaves no protocol records', async () => {
    const app = await registerApp(fixture.authUrl)
    const { accessToken } = await app.connect(fixture.owner)
    const { gid } = claimsOf(accessToken)
    expect(await records(gid)).toBeGreaterThan(0)
    await disconnect(fixture.owner, app)
    expect(await records(gid)).toBe(0)
  })

  test('is in the audit log of the account: who connected it, who revoked it, and why', async () => {
    const app = await registerApp(fixture.authUrl)
    const { accessToken } = await app.connect(fixture.owner, { scopes: ['profiles:read'] })
    const { gid, member_id } = claimsOf(accessToken)
    await disconnect(fixture.owner, app)
    const { body } = await fixture.account.call('GET', `/audit-log?targetId=${gid}`)
    const actor = { kind: 'member', id: member_id, clientId: null }
    const target = { type: 'app', id: gid }
    const changes = { clientId: app.clientId, appName: 'Birdsong', scopes: ['profiles:read'] }
    expect(body.entries).toMatchObject([
      { action: 'disconnect_app', actor, target, changes: { clientId: app.clientId, reason: 'person' } },
      { action: 'connect_app', actor, target, changes },
    ])
  })
})

describe('revoking one grant keeps', () => {
  test('the same app in another account, and for another member of the same account', async () => {
    const second = await fixture.running.account({ name: 'Second' })
    const both = await fixture.member({ [fixture.account.id]: 'owner', [second.id]: 'owner' })
    const app = await registerApp(fixture.authUrl)
    const here = await app.connect(both, { account: fixture.account.id })
    const there = await app.connect(both, { account: second.id })
    const theirs = await app.connect(fixture.owner)
    await disconnect(both, app, here)
    expect(await works(here)).toEqual([401, 401])
    expect(await works(there)).toEqual([200, 200])
    expect(await works(theirs)).toEqual([200, 200])
  })

  test('another app of the same person', { tags: 'long' }, async () => {
    const [one, two] = [await registerApp(fixture.authUrl), await registerApp(fixture.authUrl)]
    const [first, second] = [await one.connect(fixture.owner), await two.connect(fixture.owner)]
    await disconnect(fixture.owner, one)
    expect(await works(first)).toEqual([401, 401])
    expect(await works(second)).toEqual([200, 200])
  })
})

test('an app with two grants is one entry, and disconnecting it revokes both', { tags: 'long' }, async () => {
  const app = await registerApp(fixture.authUrl)
  const first = await app.connect(fixture.owner, { scopes: ['profiles:read'] })
  const second = await app.connect(fixture.owner, { scopes: ['tags:manage'] })
  await disconnect(fixture.owner, app)
  for (const { accessToken } of [first, second])
    expect((await fixture.call(accessToken, 'GET', '/test')).status).toBe(401)
})

describe('deleting an app', () => {
  test('revokes its grants: 401 immediately', async () => {
    const app = await registerApp(fixture.authUrl)
    const tokens = await app.connect(fixture.owner)
    const { registration_client_uri: place, registration_access_token: secret } = app.registered
    const headers = { authorization: `Bearer ${secret}` }
    const { status } = await fetch(String(place), { method: 'DELETE', headers })
    expect(status).toBe(204)
    expect(await works(tokens)).toEqual([401, 401])
  })

  test('that stopped halfway issues no more tokens, and the next sweep revokes its grants', async () => {
    const [gone, other] = [await registerApp(fixture.authUrl), await registerApp(fixture.authUrl)]
    const [theirs, others] = [await gone.connect(fixture.owner), await other.connect(fixture.owner)]
    const document = await other.connect(fixture.owner)
    const { gid } = claimsOf(document.accessToken)
    const byDocument = `update app_grant set client_id = 'https://app.example/client.json' where id = $1`
    await fixture.running.db.admin(byDocument, [gid])
    await fixture.running.db.database.inSystem((sql) => removeClient(sql, gone.clientId))
    expect(oauthErrorOf(await gone.refresh(theirs.refreshToken))).toEqual([401, 'invalid_client'])
    await fixture.running.service.sweepAuthorization()
    expect(await works(theirs)).toEqual([401, 401])
    expect(await works(others)).toEqual([200, 200])
    expect(await works(document)).toEqual([200, 200])
    const entries = `/audit-log?targetId=${claimsOf(theirs.accessToken).gid}&action=disconnect_app`
    const { body } = await fixture.account.call('GET', entries)
    expect(body.entries).toMatchObject([{ changes: { reason: 'client_deleted' } }])
  })
})

test('signing out everywhere revokes every grant of the person, with audit entries', async () => {
  const person = await fixture.member({ [fixture.account.id]: 'manager' })
  const tokens = await fixture.app.connect(person)
  const page = await person.visit(`${fixture.authUrl}/apps`)
  const form = page.forms.find(({ action }) => action.endsWith('/sign-out/everywhere'))
  if (!form) throw new Error('There is no way to sign out everywhere.')
  await person.browser.submit(page, form)
  expect(await works(tokens)).toEqual([401, 401])
  const { gid } = claimsOf(tokens.accessToken)
  const { body } = await fixture.account.call('GET', `/audit-log?targetId=${gid}&action=disconnect_app`)
  expect(body.entries).toMatchObject([{ changes: { reason: 'signed_out_everywhere' } }])
})

test('signing out of one browser revokes no grant', { tags: 'long' }, async () => {
  const person = await fixture.member({ [fixture.account.id]: 'manager' })
  const tokens = await fixture.app.connect(person)
  const page = await person.visit(`${fixture.authUrl}/apps`)
  const form = page.forms.find(({ action }) => action.endsWith('/sign-out'))
  if (!form) throw new Error('There is no way to sign out.')
  await person.browser.submit(page, form)
  expect(await works(tokens)).toEqual([200, 200])
  expect((await fixture.app.refresh(tokens.refreshToken)).status).toBe(200)
})

test('the time of last use is set when a token is issued', async () => {
  const app = await registerApp(fixture.authUrl)
  const back = await fixture.owner.authorize(app.request().address)
  expect(queryOf(back)).toHaveProperty('code')
  expect(await lastUse(app)).toBeNull()
  await app.connect(fixture.owner)
  expect(await lastUse(app)).toBeInstanceOf(Date)
})

/** Presses Disconnect on the page of connected apps; with several accounts, for that of the tokens. */
async function disconnect(person: BrowserPerson, app: ThirdParty, tokens?: AppTokens): Promise<void> {
  const gids = await fixture.running.db.admin<{ id: string }>(
    `select id from app_grant where client_id = $1 and revoked_at is null and ($2::text is null or id = $2)`,
    [app.clientId, tokens ? claimsOf(tokens.accessToken).gid : null],
  )
  const page = await person.visit(`${fixture.authUrl}/apps`)
  const ids = gids.map(({ id }) => id)
  const form = page.forms.find(({ preset }) =>
    preset.some(([name, value]) => name === 'grant' && ids.includes(value)),
  )
  if (!form) throw new Error('The app is not on the page.')
  const done = await person.browser.submit(page, form)
  expect([done.status, done.url.pathname]).toEqual([200, '/apps'])
}

/** The statuses of REST and MCP for the token. */
async function works({ accessToken }: AppTokens): Promise<number[]> {
  const mcp = await fetch(`${fixture.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  await mcp.arrayBuffer()
  return [(await fixture.call(accessToken, 'GET', '/test')).status, mcp.status]
}

async function records(grantId: string): Promise<number> {
  return (await fixture.running.db.admin('select 1 from oauth_record where grant_id = $1', [grantId])).length
}

async function lastUse(app: ThirdParty): Promise<Date | null | undefined> {
  const [row] = await fixture.running.db.admin<{ last_used_at: Date | null }>(
    'select last_used_at from app_grant where client_id = $1 order by created_at desc, id desc limit 1',
    [app.clientId],
  )
  return row?.last_used_at
}
