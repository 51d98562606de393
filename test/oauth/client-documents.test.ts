import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { thirdParty } from '../support/third-party.ts'
import { type OAuthFixture, openOAuthFixture } from './oauth-fixture.ts'

let fixture: OAuthFixture
let now = new Date()
/** Client documents by address, with a record of every read. */
const shelf = new Map<string, { text: string; maxAgeSeconds: number }>()
let readings: string[] = []

beforeAll(async () => {
  fixture = await openOAuthFixture(
    {},
    {
      clock: () => now,
      readDocument: async (address) => {
        readings.push(address)
        const found = shelf.get(address)
        if (!found) throw new Error('answers 404')
        return found
      },
    },
  )
})

beforeEach(() => {
  readings = []
})

let number = 0
const place = (changed: Record<string, unknown> = {}, maxAgeSeconds = 300, id = newAddress()) => {
  const document = {
    client_id: id,
    client_name: 'Letter\u202e box',
    redirect_uris: ['http://localhost/callback', 'https://letters.example/callback'],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'urn:x:other', 'refresh_token'],
    ...changed,
  }
  shelf.set(id, { text: JSON.stringify(document), maxAgeSeconds })
  return thirdParty(fixture.authUrl, { clientId: id, redirectUri: 'http://localhost:3118/callback' })
}
function newAddress(): string {
  number += 1
  return `https://letters.example/apps/${number}.json`
}
const statusFor = async (clientId: string) => {
  const app = thirdParty(fixture.authUrl, { clientId, redirectUri: 'http://localhost:3118/callback' })
  return (await fetch(app.request().address, { redirect: 'manual' })).status
}

describe('an app with a client metadata document', () => {
  test('can use any port of its loopback address and refresh, and its document is fetched once', async () => {
    const app = place()
    const { accessToken, refreshToken } = await app.connect(fixture.owner)
    expect((await fixture.call(accessToken, 'GET', '/account')).status).toBe(200)
    expect((await app.refresh(refreshToken)).status).toBe(200)
    expect(readings).toEqual([app.clientId])
  })

  test('is shown with its cleaned name and the host of its document', async () => {
    const { page } = await fixture.owner.consentPage(place().request().address)
    expect(page.html).toContain('Letter box')
    expect(page.html).toContain('letters.example')
  })

  test('is fetched again after its document expires, and then has the new content', async () => {
    const app = place({}, 120)
    expect(await statusFor(app.clientId)).toBe(303)
    place({ redirect_uris: ['https://letters.example/other'] }, 120, app.clientId)
    expect(await statusFor(app.clientId)).toBe(303)
    now = new Date(now.getTime() + 121_000)
    expect(await statusFor(app.clientId)).toBe(400)
    expect(readings).toHaveLength(2)
  })

  test.each([
    [0, 59, 1],
    [0, 61, 2],
    [999_999_999, 86_399, 1],
    [999_999_999, 86_401, 2],
  ])(
    'with a document cached for %i seconds, fetched again %i seconds later, makes %i requests in total',
    async (age, later, times) => {
      const app = place({}, age)
      await statusFor(app.clientId)
      now = new Date(now.getTime() + later * 1000)
      await statusFor(app.clientId)
      expect(readings).toHaveLength(times)
    },
  )

  test('is fetched once for simultaneous requests', async () => {
    const app = place()
    const statuses = await Promise.all(Array.from({ length: 8 }, () => statusFor(app.clientId)))
    expect(statuses).toEqual(Array(8).fill(303))
    expect(readings).toHaveLength(1)
  })
})

describe('an invalid document', () => {
  test.each([
    ['another identifier', { client_id: 'https://letters.example/apps/other.json' }],
    ['no identifier', { client_id: undefined }],
    ['a secret', { client_secret: 'x' }],
    ['the end of a secret', { client_secret_expires_at: 0 }],
    ['a way to sign in with a secret', { token_endpoint_auth_method: 'client_secret_post' }],
    ['a way to sign in with a key', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['no redirect address', { redirect_uris: undefined }],
    ['a redirect address without TLS', { redirect_uris: ['http://letters.example/callback'] }],
    ['a redirect address that runs script', { redirect_uris: ['javascript:alert(1)'] }],
    ['a logo that is no web address', { logo_uri: 'file:///x' }],
  ])('400 for %s, which is not fetched again for a minute', async (_, changed) => {
    const app = place(changed)
    for (let visit = 0; visit < 3; visit += 1) expect(await statusFor(app.clientId)).toBe(400)
    expect(readings).toHaveLength(1)
    now = new Date(now.getTime() + 61_000)
    expect(await statusFor(app.clientId)).toBe(400)
    expect(readings).toHaveLength(2)
  })

  test.each([
    ['no JSON', '<!doctype html>'],
    ['a list', '[]'],
    ['nothing', ''],
  ])('400 for %s', async (_, text) => {
    const id = newAddress()
    shelf.set(id, { text, maxAgeSeconds: 300 })
    expect(await statusFor(id)).toBe(400)
  })

  test('400 for a missing one, fetched once for all requests of a minute', async () => {
    const id = newAddress()
    expect([await statusFor(id), await statusFor(id)]).toEqual([400, 400])
    expect(readings).toHaveLength(1)
  })
})

describe("an address that can't be a client id is never fetched:", () => {
  test.each([
    'http://letters.example/app.json',
    'https://letters.example',
    'https://letters.example/',
    'https://letters.example/app.json#x',
    'https://letters.example/a/../app.json',
    'https://letters.example/a/%2e%2e/app.json',
    'https://me@letters.example/app.json',
    'https://me:secret@letters.example/app.json',
    'https://127.0.0.1/app.json',
    'https://127.1/app.json',
    'https://2130706433/app.json',
    'https://0x7f000001/app.json',
    'https://0177.0.0.1/app.json',
    'https://[::1]/app.json',
    'https://[::ffff:169.254.169.254]/app.json',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/app.json',
    'https://localhost/app.json',
    'https://printer/app.json',
    'https://timbre.internal/app.json',
    'https://LETTERS.example/app.json',
    'https://letters.example:443/app.json',
    'https://letters.example\\@evil.example/app.json',
    `https://letters.example/${'x'.repeat(2000)}`,
  ])('%s', async (id) => {
    expect(await statusFor(id)).toBe(400)
    expect(readings).toEqual([])
  })
})
