import { expect, test } from 'vitest'
import { Timbre, Unauthorized } from '../../clients/sdk/timbre.ts'
import { openOAuthFixture } from './oauth-fixture.ts'

test('an app keeps its session: tokens are renewed once for all callers, and each new pair is handed over first', async () => {
  let now = new Date()
  const { app, owner, url } = await openOAuthFixture({}, { clock: () => now })
  const { refreshToken } = await app.connect(owner)
  const pairs: { accessToken: string; refreshToken: string }[] = []
  const session = {
    refreshToken,
    clientId: app.clientId,
    onRenewed: (pair: { accessToken: string; refreshToken: string }) => void pairs.push(pair),
  }
  const timbre = new Timbre({ baseUrl: url, session })
  await Promise.all(Array.from({ length: 20 }, () => timbre.service.check()))
  expect(pairs).toHaveLength(1)
  // For the service the token has ended, for the client's clock it hasn't.
  now = new Date(now.getTime() + 2 * 3_600_000)
  await Promise.all(Array.from({ length: 20 }, () => timbre.service.check()))
  expect(pairs).toHaveLength(2)
  expect(new Set([refreshToken, ...pairs.map((pair) => pair.refreshToken)]).size).toBe(3)
  const stale = new Timbre({ baseUrl: url, session: { ...session, refreshToken: 'ended' } })
  const failure = await timbre.service
    .check()
    .then(() => stale.service.check())
    .catch((error) => error)
  expect(failure).toMatchObject({ status: 400, code: 'invalid_grant' })
  expect(failure).not.toBeInstanceOf(Unauthorized)
})
