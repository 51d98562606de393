import { beforeAll, describe, expect, test } from 'vitest'
import { hashSecret, newSecret } from '../../../src/identity/secret.ts'
import { rotateSigningKeys } from '../../../src/identity/signing-key-rotation.ts'
import { newPublicId } from '../../../src/platform/ids.ts'
import { decoded, formWith, valuesOf } from '../../support/forms.ts'
import { agentAt } from '../../support/mcp-client.ts'
import { signIn } from '../../support/service.ts'
import { answerOf, appTokensOf, claimsOf, postForm, registerApp } from '../../support/third-party.ts'
import { type OAuthFixture, oauthErrorOf, openOAuthFixture } from '../oauth-fixture.ts'

// In `npm test`, ../revocation.test.ts, ../apps.test.ts, ../grants.test.ts and ../resource.test.ts show the same; these follow the documents of the protocol, chapter by chapter.
// @module-tag long

let fixture: OAuthFixture
beforeAll(async () => {
  fixture = await openOAuthFixture()
})

async function statusOf(token: string): Promise<[rest: number, mcp: number]> {
  const rest = await fixture.call(token, 'GET', '/test')
  const mcp = await agentAt(fixture.url, token).request('tools/list')
  return [rest.status, mcp.status]
}

describe('revocation by an app (RFC 7009)', { tags: 'long' }, () => {
  test("200 for a token that isn't its own, which stays valid", async () => {
    const other = await registerApp(fixture.authUrl)
    const { accessToken, refreshToken } = await fixture.app.connect(fixture.owner)
    for (const token of ['nothing', accessToken, refreshToken, fixture.account.token]) {
      expect((await other.revoke(token)).status).toBe(200)
    }
    expect(await statusOf(accessToken)).toEqual([200, 200])
    expect((await fixture.call(fixture.account.token, 'GET', '/test')).status).toBe(200)
    expect((await fixture.app.refresh(refreshToken)).status).toBe(200)
  })

  test('of a refresh token revokes the access tokens issued with it', async () => {
    const first = await fixture.app.connect(fixture.owner)
    const second = appTokensOf(await fixture.app.refresh(first.refreshToken))
    expect((await fixture.app.revoke(second.refreshToken)).status).toBe(200)
    expect(await statusOf(first.accessToken)).toEqual([401, 401])
    expect(await statusOf(second.accessToken)).toEqual([401, 401])
    expect(oauthErrorOf(await fixture.app.refresh(second.refreshToken))).toEqual([400, 'invalid_grant'])
  })

  test('of an access token takes effect', async () => {
    const { accessToken } = await fixture.app.connect(fixture.owner)
    expect(await statusOf(accessToken)).toEqual([200, 200])
    expect((await fixture.app.revoke(accessToken)).status).toBe(200)
    expect(await statusOf(accessToken)).toEqual([401, 401])
  })

  test('requires client authentication as for tokens', async () => {
    const app = await registerApp(fixture.authUrl, { token_endpoint_auth_method: 'client_secret_basic' })
    const { accessToken } = await app.connect(fixture.owner)
    const bare = await postForm(`${fixture.authUrl}/oauth/revoke`, {
      token: accessToken,
      client_id: app.clientId,
    })
    expect(oauthErrorOf(bare)).toEqual([401, 'invalid_client'])
    expect(await statusOf(accessToken)).toEqual([200, 200])
  })
})

describe('connected apps', { tags: 'long' }, () => {
  test('shows app, scopes, account and times; disconnecting revokes everything immediately', async () => {
    const app = await registerApp(fixture.authUrl, { client_name: 'Starling' })
    const tokens = await app.connect(fixture.owner, { scopes: ['tags:manage'] })
    const page = await fixture.owner.visit(`${fixture.authUrl}/apps`)
    expect(page.status).toBe(200)
    const [, entry = ''] =
      /(Starling[\s\S]*?)<\/li>\s*(?:<li class="app"|<\/ul>\s*(?:<\/section>|$))/.exec(page.html) ?? []
    expect(decoded(entry)).toContain('Heron & Co')
    expect(entry).toMatch(/tags/i)
    expect(entry).not.toMatch(/score|invit/i)
    expect(entry).toMatch(/<time datetime="\d{4}-\d\d-\d\dT/i)
    expect(entry).toMatch(/last used/i)

    const grant = claimsOf(tokens.accessToken).gid
    const form = page.forms.find((one) => valuesOf(one, 'grant').includes(grant))
    if (!form) throw new Error('There is no form that disconnects the app.')
    const done = await fixture.owner.browser.submit(page, form)
    expect(done.status).toBe(200)
    expect(done.html).not.toContain('Starling')
    expect(await statusOf(tokens.accessToken)).toEqual([401, 401])
    expect(oauthErrorOf(await app.refresh(tokens.refreshToken))).toEqual([400, 'invalid_grant'])
    const next = await fixture.owner.browser.open(app.request().address)
    expect(formWith(next.forms, 'decision')).toBeDefined()
  })

  test("can't be seen or disconnected by anyone else", async () => {
    const { accessToken } = await fixture.app.connect(fixture.owner)
    const stranger = await fixture.member({ [fixture.account.id]: 'user' })
    await fixture.app.connect(stranger)
    const page = await stranger.visit(`${fixture.authUrl}/apps`)
    const own = page.forms.find((form) => valuesOf(form, 'grant').length > 0)
    if (!own) throw new Error('There is no form to take the proof from.')
    const grant = claimsOf(accessToken).gid
    const refused = await stranger.browser.submit(page, own, { grant })
    const unknown = await stranger.browser.submit(page, own, { grant: newPublicId() })
    expect([refused.status, unknown.status]).toEqual([404, 404])
    // The support reference differs on each page.
    const withoutReference = (html: string) => html.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')
    expect(withoutReference(refused.html) === withoutReference(unknown.html)).toBe(true)
    expect(await statusOf(accessToken)).toEqual([200, 200])
  })
})

describe('a member', { tags: 'long' }, () => {
  const leaves = 'delete from member where email = $1'
  const loses = `update member set role = 'user' where email = $1`

  test.each([
    ['is removed', leaves],
    ['may do less than their apps', loses],
  ])('%s: tokens of their apps for that account are revoked, and no others', async (_, statement) => {
    const second = await fixture.running.account({ name: 'Second' })
    const leaving = await fixture.member({ [fixture.account.id]: 'owner', [second.id]: 'owner' })
    const here = await fixture.app.connect(leaving, { account: fixture.account.id })
    const there = await fixture.app.connect(leaving, { account: second.id })
    const bystander = await fixture.app.connect(fixture.owner)
    await fixture.running.db.admin(`${statement} and account_id = $2`, [leaving.email, fixture.account.id])
    expect(await statusOf(here.accessToken)).toEqual([401, 401])
    expect(oauthErrorOf(await fixture.app.refresh(here.refreshToken))).toEqual([400, 'invalid_grant'])
    expect(await statusOf(there.accessToken)).toEqual([200, 200])
    expect(await statusOf(bystander.accessToken)).toEqual([200, 200])
  })

  test("can't grant scopes that their role doesn't allow", async () => {
    const person = await fixture.member({ [fixture.account.id]: 'user' })
    const { accessToken, scope } = await fixture.app.connect(person)
    expect(scope.split(' ').sort()).toEqual(['account:read', 'profiles:read', 'tags:manage'])
    expect(claimsOf(accessToken).scope.split(' ').sort()).toEqual(scope.split(' ').sort())
  })
})

describe('machines', () => {
  const address = () => `${fixture.running.baseUrl}/auth`
  const json = async (body: object) =>
    answerOf(
      await fetch(address(), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
  const basic = async (pair: string, fields?: Record<string, string>) =>
    answerOf(
      await fetch(address(), {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
        ...(fields ? { body: new URLSearchParams(fields) } : {}),
      }),
    )

  test('get a token for an hour with all scopes by JSON and by Basic', async () => {
    const { clientId, clientSecret } = fixture.account
    const grant = { grant_type: 'client_credentials' }
    const answers = [
      await json({ ...grant, client_id: clientId, client_secret: clientSecret }),
      await basic(`${clientId}:${clientSecret}`),
      await basic(`${clientId}:${clientSecret}`, grant),
    ]
    for (const { status, body, headers } of answers) {
      expect(status).toBe(200)
      expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
      expect(claimsOf(body.access_token).scope.split(' ')).toHaveLength(5)
      expect(headers.get('cache-control')).toContain('no-store')
    }
  })

  test('are refused without a grant type or with another one, and with 401 for a wrong secret', async () => {
    const { clientId, clientSecret } = fixture.account
    const credentials = { client_id: clientId, client_secret: clientSecret }
    expect(oauthErrorOf(await json(credentials))).toEqual([400, 'invalid_request'])
    const other = await json({ ...credentials, grant_type: 'authorization_code' })
    expect(oauthErrorOf(other)).toEqual([400, 'unsupported_grant_type'])
    const wrong = { grant_type: 'client_credentials', client_id: clientId, client_secret: `${clientSecret}x` }
    expect(oauthErrorOf(await json(wrong))).toEqual([401, 'invalid_client'])
    const tried = await basic(`${clientId}:wrong`)
    expect(oauthErrorOf(tried)).toEqual([401, 'invalid_client'])
    expect(tried.headers.get('www-authenticate')).toMatch(/^Basic/)
  })

  test('have two secrets during a rotation, and are refused from the next request on when revoked', {
    tags: 'long',
  }, async () => {
    const machine = await fixture.running.account()
    const second = newSecret('tmb_secret_')
    await fixture.running.db.admin(
      `insert into machine_secret (account_id, client_id, secret_hash, created_at) values ($1, $2, $3, now())`,
      [machine.id, machine.clientId, hashSecret(second)],
    )
    const tokens = [
      await signIn(fixture.running.baseUrl, machine),
      await signIn(fixture.running.baseUrl, { clientId: machine.clientId, clientSecret: second }),
    ]
    for (const token of tokens) expect(await statusOf(token)).toEqual([200, 200])
    await fixture.running.db.admin('update machine_client set revoked_at = now() where client_id = $1', [
      machine.clientId,
    ])
    for (const token of tokens) expect(await statusOf(token)).toEqual([401, 401])
  })

  test('need no form encoding in Basic, because their credentials have no reserved characters', async () => {
    const { clientId, clientSecret } = fixture.account
    expect([clientId, clientSecret].map(encodeURIComponent)).toEqual([clientId, clientSecret])
    expect((await basic(`${clientId}:${clientSecret}`)).status).toBe(200)
    // An unnecessary escape would be a second spelling of a secret.
    const escaped = `%${Buffer.from(clientSecret.slice(0, 1)).toString('hex')}${clientSecret.slice(1)}`
    expect(oauthErrorOf(await basic(`${clientId}:${escaped}`))).toEqual([401, 'invalid_client'])
  })
})

describe('a request that exceeds the scopes of its token', { tags: 'long' }, () => {
  test.each([
    ['GET', '/profiles', 'profiles:read'],
    ['POST', '/tag', 'tags:manage'],
    ['GET', '/account?includeTags=true', 'account:read tags:manage'],
  ])('%s %s: 403 that names %s', async (method, path, needed) => {
    const { accessToken } = await fixture.app.connect(fixture.owner, { scopes: ['account:write'] })
    const { status, headers, body } = await fixture.call(
      accessToken,
      method,
      path,
      method === 'POST' ? {} : undefined,
    )
    expect(status).toBe(403)
    expect(body).toMatchObject({ code: 403, status: 'error', error: { message: expect.any(String) } })
    const challenge = headers.get('www-authenticate') ?? ''
    expect(challenge).toMatch(/^Bearer error="insufficient_scope"/)
    const [, scope = ''] = /\bscope="([^"]*)"/.exec(challenge) ?? []
    expect(scope.split(' ').sort()).toEqual(needed.split(' '))
    expect(challenge).toContain(`resource_metadata="${fixture.url}/.well-known/oauth-protected-resource`)
  })

  test('a tool: 403 that names its scope', async () => {
    const { accessToken } = await fixture.app.connect(fixture.owner, { scopes: ['account:read'] })
    for (const era of ['legacy', 'modern'] as const) {
      const { status, headers } = await agentAt(fixture.url, accessToken).call('list_tags', {}, era)
      expect(status, era).toBe(403)
      const challenge = headers.get('www-authenticate') ?? ''
      expect(challenge).toMatch(/^Bearer error="insufficient_scope"/)
      expect(challenge).toContain('scope="tags:manage"')
      expect(challenge).toContain(`resource_metadata="${fixture.url}/.well-known/oauth-protected-resource`)
    }
  })
})

test('a token in the query or in a form is not accepted', { tags: 'long' }, async () => {
  const { accessToken } = await fixture.app.connect(fixture.owner)
  for (const place of ['/api/v4/test', '/mcp']) {
    const query = await fetch(`${fixture.url}${place}?access_token=${accessToken}`)
    const form = await fetch(fixture.url + place, {
      method: 'POST',
      body: new URLSearchParams({ access_token: accessToken }),
    })
    expect([query.status, form.status], place).toEqual([401, 401])
    expect(query.headers.get('www-authenticate')).not.toContain('error=')
  }
})

test('key rotation invalidates no token, and the metadata lists the new key', { tags: 'long' }, async () => {
  const { database, installation, clock } = fixture.running.service.parts
  const jwks = async () => {
    const metadata = await fetch(`${fixture.authUrl}/.well-known/oauth-authorization-server`)
    const { jwks_uri } = (await metadata.json()) as { jwks_uri: string }
    const answer = await fetch(jwks_uri)
    expect(answer.headers.get('cache-control')).toMatch(/max-age=\d+/)
    return ((await answer.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
  }
  const kidOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid as string
  const first = await fixture.app.connect(fixture.owner)
  await rotateSigningKeys(database, installation.secretKey, clock())
  expect(await statusOf(first.accessToken)).toEqual([200, 200])
  await expect
    .poll(async () => {
      const { accessToken } = await fixture.app.connect(fixture.owner)
      expect(await statusOf(accessToken)).toEqual([200, 200])
      expect(await jwks()).toContain(kidOf(accessToken))
      return kidOf(accessToken)
    }, pollOptions)
    .not.toBe(kidOf(first.accessToken))
  expect(await statusOf(first.accessToken)).toEqual([200, 200])
  expect(await jwks()).toContain(kidOf(first.accessToken))
  expect((await fixture.app.refresh(first.refreshToken)).status).toBe(200)
})

const pollOptions = { timeout: 20_000, interval: 100 }
