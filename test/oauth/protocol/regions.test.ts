import { beforeAll, expect, test, vi } from 'vitest'
import { newPublicId } from '../../../src/platform/ids.ts'
import { type Regions, startRegions, zones } from '../../support/regions.ts'
import { callAs, type TestAccount } from '../../support/service.ts'
import { openPerson } from '../../support/signing-in.ts'
import { claimsOf, registerApp } from '../../support/third-party.ts'

let regions: Regions
let account: TestAccount
let token: string

beforeAll(async () => {
  regions = await startRegions({ LOG_LEVEL: 'info' })
  const owner = `${newPublicId()}@test.test`
  account = await regions.eu.account({ owner })
  // The authorization server learns of members in other regions within seconds.
  const heard = () => regions.us.db.admin('select 1 from directory_member where email = $1', [owner])
  await vi.waitUntil(async () => (await heard()).length === 1, { timeout: 20_000 })
  const app = await registerApp(regions.us.url)
  token = (await app.connect(openPerson(regions.us.url, owner))).accessToken
})

test('a person whose account is in another region connects an app, and the token works there', {
  tags: 'long',
}, async () => {
  expect(claimsOf(token)).toMatchObject({ region: 'eu', account_id: account.id })
  const home = callAs(regions.eu.baseUrl, token)
  await expect.poll(async () => (await home('GET', '/test')).status).toBe(200)
  expect((await home('GET', '/account')).body.data.id).toBe(account.id)
})

test('421 with the address of the right region elsewhere, for any method and address', {
  tags: 'long',
}, async () => {
  for (const zone of ['us', 'sea'] as const) {
    for (const [method, path] of [
      ['GET', '/test'],
      ['POST', '/tag'],
      ['GET', '/nothing'],
    ] as const) {
      const answer = await callAs(regions[zone].baseUrl, token)(method, path)
      expect(answer.status, `${zone} ${path}`).toBe(421)
      expect(answer.headers.get('x-service-region')).toBe('eu')
      expect(answer.headers.get('x-service-region-url')).toBe(regions.eu.apiUrl)
      expect(answer.body.region).toEqual({ zone: 'eu', apiUrl: regions.eu.apiUrl })
    }
  }
  const again = await callAs(`${regions.eu.apiUrl}/v4`, token)('GET', '/account')
  expect(again.status).toBe(200)
})

test('401 for an invalid token in every region, without revealing one', { tags: 'long' }, async () => {
  const [head, body, signature = ''] = token.split('.')
  const claims = { ...claimsOf(token), account_id: newPublicId() }
  const bad = [
    `${head}.${body}.${signature.slice(0, -4)}AAAA`,
    `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`,
    `${head}.${body}.`,
  ]
  for (const zone of zones) {
    for (const text of bad) {
      const answer = await callAs(regions[zone].baseUrl, text)('GET', '/test')
      expect(answer.status, zone).toBe(401)
      expect(answer.headers.get('x-service-region')).toBeNull()
      expect(answer.text).not.toMatch(/region|"eu"/)
    }
  }
})

test("tokens with unknown keys don't cause a key request each time", { tags: 'long' }, async () => {
  const keyRequests = () => (regions.us.logged().match(/jwks/g) ?? []).length
  const before = keyRequests()
  const forged = () => {
    const head = Buffer.from(JSON.stringify({ alg: 'ES256', typ: 'at+jwt', kid: newPublicId() }))
    return [head.toString('base64url'), ...token.split('.').slice(1)].join('.')
  }
  const flood = Array.from({ length: 200 }, () => callAs(regions.eu.baseUrl, forged())('GET', '/test'))
  expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([401]))
  expect(keyRequests() - before).toBeLessThanOrEqual(2)
  await expect.poll(async () => (await callAs(regions.eu.baseUrl, token)('GET', '/test')).status).toBe(200)
})
