import { createServer } from 'node:http'
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { afterFile } from '../support/file-cleanup.ts'
import { signWithKey } from '../support/forge.ts'
import { cleanUp } from '../support/process.ts'
import { startRegions } from '../support/regions.ts'
import { startAtOnce } from '../support/regions-start.ts'
import { callAs, freePort, startTestService } from '../support/service.ts'

afterAll(cleanUp)

test('three regions that start at the same moment answer 401 to no valid token, and refuse none once they are ready', {
  tags: 'long',
}, async () => {
  const start = await startAtOnce()
  expect(start).toMatchObject({ unauthorized: 0, withoutRetryAfter: 0, other: 0, afterReady: 0 })
})

/** A region on its own, with a second one that does not answer yet. */
async function startAlone({ timePasses = true } = {}) {
  const began = Date.now()
  const [port, other] = [await freePort(), await freePort()]
  let ahead = 0
  const us = await startTestService(
    {
      REGION: 'us',
      PORT: String(port),
      REGION_SECRET: 's'.repeat(40),
      REGIONS: `us=http://localhost:${port}/api,eu=http://localhost:${other}/api`,
    },
    { clock: () => new Date((timePasses ? Date.now() : began) + ahead) },
  )
  const pair = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  const claims = {
    iss: us.url,
    aud: us.url,
    sub: 'm2m_eu_x',
    client_id: 'm2m_eu_x',
    m2m: true,
    account_id: newPublicId(),
    region: 'eu',
    scope: 'account:read',
  }
  let requests = 0
  return {
    us,
    token: (changed = {}) => signWithKey({ kid, privateKey: pair.privateKey }, { ...claims, ...changed }),
    /** A token signed with an unpublished key. */
    async forged() {
      const stranger = await generateKeyPair('ES256', { extractable: true })
      const unknown = await calculateJwkThumbprint(await exportJWK(stranger.publicKey))
      return signWithKey({ kid: unknown, privateKey: stranger.privateKey }, claims)
    },
    asked: () => requests,
    pass: (seconds: number) => {
      ahead += seconds * 1000
    },
    /** The other region starts to serve its keys, and nothing else. */
    async answer() {
      const server = createServer((_request, response) => {
        requests += 1
        response.end(JSON.stringify({ keys: [{ ...jwk, kid, alg: 'ES256', use: 'sig' }] }))
      })
      await new Promise<void>((resolve) => server.listen(other, 'localhost', resolve))
      afterFile(async () => void server.close())
    },
  }
}

test('a valid token of a region that was never reached is 503 with Retry-After, and 421 once it is', async () => {
  const { us, token, answer } = await startAlone()
  const call = callAs(us.baseUrl, await token())
  const refused = await call('GET', '/account')
  expect(refused.status).toBe(503)
  expect(refused.body.error.code).toBe('keys_unavailable')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  await answer()
  await expect.poll(async () => (await call('GET', '/account')).status).toBe(421)
})

test('forged tokens cause one lookup in five seconds, and delay no one else', async () => {
  const { us, token, forged, answer, asked } = await startAlone()
  await answer()
  const account = await us.account()
  const good = callAs(us.baseUrl, await token())
  await expect.poll(async () => (await good('GET', '/account')).status).toBe(421)
  const [before, began] = [asked(), Date.now()]
  const tokens = await Promise.all(Array.from({ length: 60 }, forged))
  const flood = tokens.map(async (one) => (await callAs(us.baseUrl, one)('GET', '/account')).status)
  const meanwhile = [account.call('GET', '/account'), good('GET', '/account')]
  expect((await Promise.all(meanwhile)).map(({ status }) => status)).toEqual([200, 421])
  for (const status of await Promise.all(flood)) expect([401, 503]).toContain(status)
  const turns = 1 + Math.floor((Date.now() - began) / 5_000)
  expect(asked() - before).toBeLessThanOrEqual(turns)
  // A token with a wrong time, region or issuer is refused without a lookup.
  for (const changed of [{ exp: 1 }, { region: 'sea' }, { iss: 'https://evil.example' }]) {
    expect((await callAs(us.baseUrl, await token(changed))('GET', '/account')).status).toBe(401)
  }
})

test('/readyz waits until every region was reached, ten seconds at most, and lists those that were not', async () => {
  const { us, pass } = await startAlone({ timePasses: false })
  const ready = async () => {
    const answer = await fetch(`${us.url}/readyz`)
    return [answer.status, ((await answer.json()) as { regions: boolean }).regions]
  }
  const startup = async () => (await fetch(`${us.url}/startupz`)).status
  expect(await ready()).toEqual([503, false])
  expect(await startup()).toBe(503)
  pass(9)
  expect(await ready()).toEqual([503, false])
  pass(1)
  expect(await ready()).toEqual([200, true])
  expect(us.logged()).toContain('"missing":["keys of eu"]')
  expect(await startup()).toBe(200)
  await us.db.admin(`update signing_key set state = 'retired' where state = 'active'`)
  await expect.poll(async () => (await ready())[0]).toBe(503)
  // It has started once.
  expect(await startup()).toBe(200)
})

test('/readyz is green as soon as every region was reached', { tags: 'long' }, async () => {
  const regions = await startRegions()
  for (const { url } of [regions.us, regions.eu, regions.sea]) {
    const answer = await fetch(`${url}/readyz`)
    expect([answer.status, await answer.json()]).toMatchObject([200, { regions: true }])
  }
})
