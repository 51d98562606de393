import { beforeAll, describe, expect, test } from 'vitest'
import { expectEnvelope } from '../support/envelope.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { registerApp } from '../support/third-party.ts'

describe('with a stranger who sends wrong secrets for a known client id', () => {
  let running: TestService
  let account: TestAccount
  beforeAll(async () => {
    running = await startTestService(
      { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' },
      { limitsClock: () => 0 },
    )
    account = await running.account()
  })

  const auth = (clientSecret: string, network: string, { clientId } = account) =>
    fetch(`${running.baseUrl}/auth`, {
      method: 'POST',
      headers: {
        'x-forwarded-for': network,
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      },
    })

  test('a client signs in, from another network and from the same one; the stranger is refused', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 60; n += 1) statuses.push((await auth('guess', '198.51.100.1')).status)
    expect([...new Set(statuses)]).toEqual([401, 429])
    const refused = await auth('guess', '198.51.100.1')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    const text = await refused.text()
    expectEnvelope({ status: 429, body: JSON.parse(text), text }, 'sign-in')
    for (const network of ['198.51.100.2', '198.51.100.1', '198.51.100.1']) {
      expect((await auth(account.clientSecret, network)).status).toBe(200)
    }
  })

  test('a client that signs in more than thirty times at the same time is refused, and no one else', {
    tags: 'long',
  }, async () => {
    const [greedy, modest] = [await running.account(), await running.account()]
    const requests = Array.from({ length: 45 }, () => auth(greedy.clientSecret, '198.51.100.3', greedy))
    const statuses = (await Promise.all(requests)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect((await auth(modest.clientSecret, '198.51.100.3', modest)).status).toBe(200)
  })

  test('an app with a secret is answered at the token endpoint, from any network', async () => {
    const app = await registerApp(running.url, { token_endpoint_auth_method: 'client_secret_post' })
    const token = (secret: string, network: string) =>
      app.token(
        { grant_type: 'refresh_token', refresh_token: 'tmb_rt_unknown', client_secret: secret },
        { 'x-forwarded-for': network },
      )
    const statuses: number[] = []
    for (let n = 0; n < 20; n += 1) statuses.push((await token('guess', '198.51.100.4')).status)
    expect([...new Set(statuses)]).toEqual([401, 429])
    for (const network of ['198.51.100.5', '198.51.100.4']) {
      const { status, body } = await token(app.clientSecret ?? '', network)
      // The secret was right; the refresh token does not exist.
      expect({ status, error: body.error }).toEqual({ status: 400, error: 'invalid_grant' })
    }
  })
})
