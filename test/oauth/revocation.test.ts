import { beforeAll, describe, expect, test } from 'vitest'
import { claimsOf, postForm, registerApp } from '../support/third-party.ts'
import { type OAuthFixture, oauthErrorOf, openOAuthFixture } from './oauth-fixture.ts'

let fixture: OAuthFixture

beforeAll(async () => {
  fixture = await openOAuthFixture()
})

const isRefused = async (token: string) => (await fixture.call(token, 'GET', '/account')).status === 401

describe('an app revokes', () => {
  test('200 for an access token, which is then refused, while the family stays valid', async () => {
    const { accessToken, refreshToken } = await fixture.app.connect(fixture.owner)
    const answer = await fixture.app.revoke(accessToken)
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await isRefused(accessToken)).toBe(true)
    const next = await fixture.app.refresh(refreshToken)
    expect(next.status).toBe(200)
    expect(await isRefused(next.body.access_token)).toBe(false)
  })

  test('200 for a refresh token, with all tokens of the grant', async () => {
    const { accessToken, refreshToken } = await fixture.app.connect(fixture.owner)
    const second = await fixture.app.refresh(refreshToken)
    expect((await fixture.app.revoke(second.body.refresh_token)).status).toBe(200)
    expect(await isRefused(accessToken)).toBe(true)
    expect(await isRefused(second.body.access_token)).toBe(true)
    expect(oauthErrorOf(await fixture.app.refresh(second.body.refresh_token))).toEqual([400, 'invalid_grant'])
    const [entry] = await fixture.running.db.admin(
      `select changes, actor_kind from audit_entry where target_id = $1 and action = 'disconnect_app'`,
      [claimsOf(accessToken).gid],
    )
    expect(entry).toMatchObject({ actor_kind: 'member', changes: { reason: 'app' } })
  })

  test.each(['access_token', 'refresh_token', 'nonsense'])(
    '200 with a hint of %s, right or wrong',
    { tags: 'long' },
    async (hint) => {
      const { accessToken, refreshToken } = await fixture.app.connect(fixture.owner)
      for (const token of [accessToken, refreshToken]) {
        const fields = { token, token_type_hint: hint, client_id: fixture.app.clientId }
        expect((await postForm(`${fixture.authUrl}/oauth/revoke`, fields)).status).toBe(200)
      }
      expect(await isRefused(accessToken)).toBe(true)
      expect(oauthErrorOf(await fixture.app.refresh(refreshToken))).toEqual([400, 'invalid_grant'])
    },
  )
})

describe('nothing changes for', () => {
  test('200, a token of another app', async () => {
    const { accessToken, refreshToken } = await fixture.app.connect(fixture.owner)
    const other = await registerApp(fixture.authUrl)
    const confidential = await registerApp(fixture.authUrl, {
      token_endpoint_auth_method: 'client_secret_basic',
    })
    for (const app of [other, confidential]) {
      for (const token of [accessToken, refreshToken]) expect((await app.revoke(token)).status).toBe(200)
    }
    expect(await isRefused(accessToken)).toBe(false)
    expect((await fixture.app.refresh(refreshToken)).status).toBe(200)
  })

  test.each([
    ['a text', 'unknown'],
    ['a text with dots', 'a.b.c'],
    ['a machine token', 'machine'],
    ['a token with another signature', 'forged'],
    ['an unknown refresh token', 'tmb_rt_unknown'],
  ])('200, %s', async (_, token) => {
    const { accessToken } = await fixture.app.connect(fixture.owner)
    const texts: Record<string, string> = {
      machine: fixture.account.token,
      forged: `${accessToken.slice(0, -8)}AAAAAAAA`,
    }
    expect((await fixture.app.revoke(texts[token] ?? token)).status).toBe(200)
    expect(await isRefused(accessToken)).toBe(false)
    expect(await isRefused(fixture.account.token)).toBe(false)
  })
})

describe('the revocation endpoint', () => {
  test('401 for a client without valid authentication, whose token stays valid', async () => {
    const app = await registerApp(fixture.authUrl, { token_endpoint_auth_method: 'client_secret_post' })
    const { accessToken } = await app.connect(fixture.owner)
    for (const fields of [
      { token: accessToken, client_id: app.clientId },
      { token: accessToken, client_id: app.clientId, client_secret: 'wrong' },
      { token: accessToken, client_id: 'app_unknown' },
    ]) {
      expect(oauthErrorOf(await postForm(`${fixture.authUrl}/oauth/revoke`, fields))).toEqual([
        401,
        'invalid_client',
      ])
    }
    expect(await isRefused(accessToken)).toBe(false)
  })

  test('400 without a token, with two, and for a body that is not a form', async () => {
    const { accessToken } = await fixture.app.connect(fixture.owner)
    const address = `${fixture.authUrl}/oauth/revoke`
    const own = { client_id: fixture.app.clientId }
    expect(oauthErrorOf(await postForm(address, own))).toEqual([400, 'invalid_request'])
    const two = new URLSearchParams({ ...own, token: accessToken })
    two.append('token', accessToken)
    expect((await fetch(address, { method: 'POST', body: two })).status).toBe(400)
    const json = JSON.stringify({ ...own, token: accessToken })
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(address, { method: 'POST', headers, body: json })).status).toBe(400)
    expect(await isRefused(accessToken)).toBe(false)
  })
})
