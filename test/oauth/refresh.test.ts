import { beforeAll, describe, expect, test } from 'vitest'
import { createSlowDatabase } from '../support/slow-database.ts'
import { claimsOf, registerApp } from '../support/third-party.ts'
import { type OAuthFixture, oauthErrorOf, openOAuthFixture } from './oauth-fixture.ts'

let fixture: OAuthFixture
let now = new Date()

beforeAll(async () => {
  fixture = await openOAuthFixture({}, { clock: () => now })
})

const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
const day = 86_400

describe('a refresh', () => {
  test('200 with a new refresh token each time, and one family', async () => {
    const first = await fixture.app.connect(fixture.owner)
    pass(1)
    const second = await fixture.app.refresh(first.refreshToken)
    expect(second.status).toBe(200)
    expect(second.headers.get('cache-control')).toBe('no-store')
    expect(second.body.refresh_token).not.toBe(first.refreshToken)
    const [before, after] = [claimsOf(first.accessToken), claimsOf(second.body.access_token)]
    expect(after).toEqual({ ...before, iat: after.iat, exp: after.exp, jti: after.jti })
    expect(after.jti).not.toBe(before.jti)
    pass(1)
    expect((await fixture.app.refresh(second.body.refresh_token)).status).toBe(200)
  })

  test('can narrow its scopes for one token, and never widen them', async () => {
    const { refreshToken } = await fixture.app.connect(fixture.owner, {
      scopes: ['profiles:read', 'account:read'],
    })
    const wider = await fixture.app.refresh(refreshToken, { scope: 'profiles:read profiles:write' })
    expect(oauthErrorOf(wider)).toEqual([400, 'invalid_scope'])
    const narrow = await fixture.app.refresh(refreshToken, { scope: 'account:read' })
    expect(narrow.body.scope).toBe('account:read')
    expect(claimsOf(narrow.body.access_token).scope).toBe('account:read')
    const whole = await fixture.app.refresh(narrow.body.refresh_token)
    expect(whole.body.scope.split(' ').toSorted()).toEqual(['account:read', 'profiles:read'])
  })

  test("400 for a resource or a scope that it can't have; the token stays valid", async () => {
    const { accessToken, refreshToken } = await fixture.app.connect(
      fixture.owner,
      {},
      { scope: 'openid profiles:read' },
    )
    const unservable: [Record<string, string>, string][] = [
      [{ resource: 'https://elsewhere.example' }, 'invalid_target'],
      [{ resource: `${fixture.url}/mcp` }, 'invalid_target'],
      [{ scope: 'openid' }, 'invalid_scope'],
    ]
    for (const [wanted, error] of [...unservable, ...unservable]) {
      expect(oauthErrorOf(await fixture.app.refresh(refreshToken, wanted))).toEqual([400, error])
    }
    pass(60)
    const next = await fixture.app.refresh(refreshToken, { resource: fixture.url, scope: 'profiles:read' })
    expect(next.status).toBe(200)
    expect((await fixture.call(accessToken, 'GET', '/profiles')).status).toBe(200)
  })

  test('400 with the token of another app, whose family stays valid', async () => {
    const { accessToken, refreshToken } = await fixture.app.connect(fixture.owner)
    const other = await registerApp(fixture.authUrl)
    for (let round = 0; round < 3; round += 1) {
      expect(oauthErrorOf(await other.refresh(refreshToken))).toEqual([400, 'invalid_grant'])
    }
    expect((await fixture.call(accessToken, 'GET', '/account')).status).toBe(200)
    const next = await fixture.app.refresh(refreshToken)
    expect(next.status).toBe(200)
    pass(60)
    expect(oauthErrorOf(await other.refresh(refreshToken))).toEqual([400, 'invalid_grant'])
    expect((await fixture.app.refresh(next.body.refresh_token)).status).toBe(200)
  })

  test('returns no scope that the role no longer allows, and nothing for a former member or a deleted person', async () => {
    const { id } = fixture.account
    const person = await fixture.member({ [id]: 'owner' })
    const change = (statement: string) =>
      fixture.running.db.admin(`${statement} where account_id = $1 and email = $2`, [id, person.email])
    const { refreshToken } = await fixture.app.connect(person)
    await change(`update member set role = 'user'`)
    expect(oauthErrorOf(await fixture.app.refresh(refreshToken))).toEqual([400, 'invalid_grant'])
    await change(`update member set role = 'manager', accepted_at = null`)
    expect(oauthErrorOf(await fixture.app.refresh(refreshToken))).toEqual([400, 'invalid_grant'])
    await change(`update member set role = 'owner', accepted_at = now()`)
    const next = await fixture.app.refresh(refreshToken)
    expect(next.status).toBe(200)
    await change('delete from member')
    expect(oauthErrorOf(await fixture.app.refresh(next.body.refresh_token))).toEqual([400, 'invalid_grant'])
  })

  test('400 after thirty days without use', async () => {
    const { refreshToken } = await fixture.app.connect(fixture.owner)
    pass(29 * day)
    const next = await fixture.app.refresh(refreshToken)
    expect(next.status).toBe(200)
    pass(30 * day + 1)
    expect(oauthErrorOf(await fixture.app.refresh(next.body.refresh_token))).toEqual([400, 'invalid_grant'])
  })

  test('400 ninety days after the consent, however often it was used', async () => {
    let { refreshToken } = await fixture.app.connect(fixture.owner)
    for (let step = 0; step < 4; step += 1) {
      pass(22 * day)
      const answer = await fixture.app.refresh(refreshToken)
      expect(answer.status).toBe(200)
      refreshToken = answer.body.refresh_token
    }
    pass(2 * day + 1)
    expect(oauthErrorOf(await fixture.app.refresh(refreshToken))).toEqual([400, 'invalid_grant'])
  })
})

describe('a used refresh token', () => {
  test('is accepted once more within the grace period, and then refused, while the family stays valid', async () => {
    const first = await fixture.app.connect(fixture.owner)
    const second = await fixture.app.refresh(first.refreshToken)
    pass(5)
    const sibling = await fixture.app.refresh(first.refreshToken)
    expect(sibling.status).toBe(200)
    expect(sibling.body.refresh_token).not.toBe(second.body.refresh_token)
    pass(1)
    expect(oauthErrorOf(await fixture.app.refresh(first.refreshToken))).toEqual([400, 'invalid_grant'])
    expect(oauthErrorOf(await fixture.app.refresh(first.refreshToken))).toEqual([400, 'invalid_grant'])
    for (const answer of [second, sibling]) {
      expect((await fixture.call(answer.body.access_token, 'GET', '/account')).status).toBe(200)
      expect((await fixture.app.refresh(answer.body.refresh_token)).status).toBe(200)
    }
  })

  test('revokes the whole family after the grace period, access tokens included, with an audit entry', async () => {
    const first = await fixture.app.connect(fixture.owner)
    const second = await fixture.app.refresh(first.refreshToken)
    pass(11)
    expect(oauthErrorOf(await fixture.app.refresh(first.refreshToken))).toEqual([400, 'invalid_grant'])
    for (const token of [first.accessToken, second.body.access_token]) {
      expect((await fixture.call(token, 'GET', '/account')).status).toBe(401)
    }
    expect(oauthErrorOf(await fixture.app.refresh(second.body.refresh_token))).toEqual([400, 'invalid_grant'])
    const [entry] = await fixture.running.db.admin(
      `select changes from audit_entry where target_id = $1 and action = 'disconnect_app'`,
      [claimsOf(first.accessToken).gid],
    )
    expect(entry).toMatchObject({ changes: { reason: 'refresh_reuse' } })
  })

  test('revokes the family also after its sibling was issued', { tags: 'long' }, async () => {
    const first = await fixture.app.connect(fixture.owner)
    await fixture.app.refresh(first.refreshToken)
    pass(1)
    const sibling = await fixture.app.refresh(first.refreshToken)
    expect(sibling.status).toBe(200)
    pass(11)
    await fixture.app.refresh(first.refreshToken)
    expect(oauthErrorOf(await fixture.app.refresh(sibling.body.refresh_token))).toEqual([
      400,
      'invalid_grant',
    ])
  })

  test('revokes the family immediately without a grace period', { tags: 'long' }, async () => {
    let at = new Date()
    const strict = await openOAuthFixture({ OAUTH_REFRESH_GRACE_SECONDS: '0' }, { clock: () => at })
    const first = await strict.app.connect(strict.owner)
    const second = await strict.app.refresh(first.refreshToken)
    at = new Date(at.getTime() + 5)
    expect(oauthErrorOf(await strict.app.refresh(first.refreshToken))).toEqual([400, 'invalid_grant'])
    expect(oauthErrorOf(await strict.app.refresh(second.body.refresh_token))).toEqual([400, 'invalid_grant'])
  })
})

// protocol/races.test.ts has the same requests in `npm test`.
describe('eight simultaneous uses of one refresh token, with 25 ms of database latency,', {
  tags: 'long',
}, () => {
  test.each(['0', '10'])(
    'return one 200 with a grace of %s seconds, and the family stays valid',
    async (grace) => {
      const storage = await createSlowDatabase()
      const slow = await openOAuthFixture({ OAUTH_REFRESH_GRACE_SECONDS: grace }, { db: storage.db })
      const { refreshToken } = await slow.app.connect(slow.owner)
      storage.delay(25)
      const answers = await Promise.all(Array.from({ length: 8 }, () => slow.app.refresh(refreshToken)))
      const good = answers.filter(({ status }) => status === 200)
      expect(good).toHaveLength(1)
      expect(
        answers.filter((answer) => answer.status === 400 && answer.body.error === 'invalid_grant'),
      ).toHaveLength(7)
      const next = await slow.app.refresh(good[0]?.body.refresh_token)
      expect(next.status).toBe(200)
      expect((await slow.call(next.body.access_token, 'GET', '/account')).status).toBe(200)
    },
  )
})
