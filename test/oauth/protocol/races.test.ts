import { beforeAll, describe, expect, test } from 'vitest'
import { createSlowDatabase, type SlowDatabase } from '../../support/slow-database.ts'
import { appTokensOf } from '../../support/third-party.ts'
import { type OAuthFixture, oauthErrorOf, openOAuthFixture } from '../oauth-fixture.ts'

const patiently = { interval: 5, timeout: 20_000 }

// One token in place of two is what races would make of no grace, so it stays in `npm test`.
describe('with 25 ms of database latency and 0 s of grace', () => racesWith('0'))
describe('with 25 ms of database latency and 10 s of grace', { tags: 'long' }, () => racesWith('10'))

function racesWith(seconds: string): void {
  let fixture: OAuthFixture
  let storage: SlowDatabase
  beforeAll(async () => {
    storage = await createSlowDatabase()
    fixture = await openOAuthFixture({ OAUTH_REFRESH_GRACE_SECONDS: seconds }, { db: storage.db })
  })

  /** Six requests, all sent before the first is answered. One network has at least seven places of those without a known token. */
  async function sixTimes<T>(work: () => Promise<T>): Promise<T[]> {
    storage.delay(25)
    try {
      return await Promise.all(Array.from({ length: 6 }, work))
    } finally {
      storage.delay(0)
    }
  }

  test('one of six redemptions of one code returns 200, and its tokens stay valid', async () => {
    const { address, verifier } = fixture.app.request()
    const back = await fixture.owner.authorize(address)
    const answers = await sixTimes(() => fixture.app.redeem(back, verifier))
    const [won, ...others] = answers.sort((answer, other) => answer.status - other.status)
    expect(won?.status).toBe(200)
    for (const lost of others) expect(oauthErrorOf(lost)).toEqual([400, 'invalid_grant'])
    if (won) await expectAlive(appTokensOf(won))
  })

  test(`${seconds === '0' ? 'one' : 'at most two'} of six refreshes return 200, and one family stays valid`, async () => {
    const { refreshToken } = await fixture.app.connect(fixture.owner)
    const answers = await sixTimes(() => fixture.app.refresh(refreshToken))
    const won = answers.filter(({ status }) => status === 200)
    expect(won.length).toBeGreaterThanOrEqual(1)
    expect(won.length).toBeLessThanOrEqual(seconds === '0' ? 1 : 2)
    for (const lost of answers.filter(({ status }) => status !== 200)) {
      expect(oauthErrorOf(lost)).toEqual([400, 'invalid_grant'])
    }
    for (const one of won) await expectAlive(appTokensOf(one))
  })

  test('a refresh that arrives during the first one revokes nothing', async () => {
    const { refreshToken } = await fixture.app.connect(fixture.owner)
    const used = `select 1 from oauth_record where model = 'RefreshToken' and consumed_at is not null`
    const before = (await storage.db.admin(used)).length
    storage.delay(100)
    const first = fixture.app.refresh(refreshToken)
    await expect.poll(async () => (await storage.db.admin(used)).length, patiently).toBe(before + 1)
    const second = await fixture.app.refresh(refreshToken)
    storage.delay(0)
    if (seconds === '0') expect(oauthErrorOf(second)).toEqual([400, 'invalid_grant'])
    expect((await first).status).toBe(200)
    await expectAlive(appTokensOf(await first))
  })

  test('refreshes that are concurrent with a revocation return no valid tokens', async () => {
    const { accessToken, refreshToken } = await fixture.app.connect(fixture.owner)
    const [answers] = await Promise.all([
      sixTimes(() => fixture.app.refresh(refreshToken)),
      fixture.app.revoke(refreshToken),
    ])
    const issued = answers.filter(({ status }) => status === 200).map(appTokensOf)
    for (const token of [accessToken, ...issued.map((tokens) => tokens.accessToken)]) {
      expect((await fixture.call(token, 'GET', '/test')).status).toBe(401)
    }
    for (const tokens of issued) {
      expect(oauthErrorOf(await fixture.app.refresh(tokens.refreshToken))).toEqual([400, 'invalid_grant'])
    }
  })

  async function expectAlive(tokens: { accessToken: string; refreshToken: string }): Promise<void> {
    expect((await fixture.call(tokens.accessToken, 'GET', '/test')).status).toBe(200)
    const next = await fixture.app.refresh(tokens.refreshToken)
    expect(next.status).toBe(200)
    expect((await fixture.call(appTokensOf(next).accessToken, 'GET', '/test')).status).toBe(200)
  }
}
