import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { newClientId } from '../../src/identity/client-credentials.ts'
import { newAccountSecret } from '../../src/identity/secret.ts'
import { askFrom } from '../support/nginx.ts'
import { accountsOf, type Region, type Regions, startRegions, type Zone, zones } from '../support/regions.ts'
import { callAs, type TestAccount } from '../support/service.ts'
import { openTables } from '../support/tables.ts'

let regions: Regions
let accounts: Record<Zone, TestAccount>
const tokens: { kind: string; zone: Zone; token: string }[] = []

beforeAll(async () => {
  regions = await startRegions()
  accounts = await accountsOf(regions)
  for (const zone of zones) {
    tokens.push({ kind: 'machine', zone, token: accounts[zone].token })
    tokens.push({ kind: 'app', zone, token: (await regions.letIn(accounts[zone], zone)).token })
  }
})

const pairs = zones.flatMap((home) => zones.map((at) => ({ home, at })))

describe.each(['machine', 'app'])('the token of an account by %s', (kind) => {
  const tokenOf = (zone: Zone) =>
    tokens.find((token) => token.kind === kind && token.zone === zone)?.token ?? ''

  test.each(pairs.filter(({ home, at }) => home === at))('is 200 at home in $home', async ({ home }) => {
    const call = callAs(regions[home].baseUrl, tokenOf(home))
    await expect.poll(async () => (await call('GET', '/account')).status).toBe(200)
    expect((await call('GET', '/account')).body.data.id).toBe(accounts[home].id)
  })

  test.each(pairs.filter(({ home, at }) => home !== at))(
    'of $home is 421 in $at, which names its home',
    async ({ home, at }) => {
      const answer = await callAs(regions[at].baseUrl, tokenOf(home))('GET', '/account')
      expect(answer.status).toBe(421)
      expect(answer.headers.get('x-service-region')).toBe(home)
      expect(answer.headers.get('x-service-region-url')).toBe(regions[home].apiUrl)
      expect(answer.body).toMatchObject({
        code: 421,
        status: 'error',
        error: { code: 'other_region' },
        region: { zone: home, apiUrl: regions[home].apiUrl },
      })
      const followed = await callAs(`${answer.body.region.apiUrl}/v4`, tokenOf(home))('GET', '/account')
      expect(followed.status).toBe(200)
    },
  )

  test('is 421 before any effect: nothing in the other database changes', async () => {
    const tables = await openTables(regions.eu.db)
    const call = callAs(regions.eu.baseUrl, tokenOf('us'))
    await withoutSync(regions.eu, async () => {
      // Other background work has finished by now, and answers have been sent.
      await settled(tables.dump)
      await tables.expectUnchanged(async () => {
        expect((await call('POST', '/profile', { firstName: 'Ada' })).status).toBe(421)
        expect((await call('POST', '/tag', { label: 'A', color: 'red' })).status).toBe(421)
        expect((await call('DELETE', `/profile/${'0'.repeat(24)}`)).status).toBe(421)
        expect((await call('GET', '/there-is-nothing-here')).status).toBe(421)
      })
    })
  })

  test('if invalid is 401 everywhere, and no answer names a region', async () => {
    for (const home of zones) {
      const [head = '', body = '', signature = ''] = tokenOf(home).split('.')
      const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
      const moved = Buffer.from(
        JSON.stringify({ ...claims, region: home === 'sea' ? 'us' : 'sea' }),
      ).toString('base64url')
      const bad = [
        `${head}.${moved}.${signature}`,
        `${head}.${body}.${signature.replace(/^./, (one) => (one === 'A' ? 'B' : 'A'))}`,
        `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${body}.`,
      ]
      for (const token of bad) {
        for (const at of zones) {
          const answer = await callAs(regions[at].baseUrl, token)('GET', '/account')
          expect(answer.status).toBe(401)
          expect(answer.headers.get('x-service-region')).toBeNull()
          expect(answer.body.region).toBeUndefined()
          expect(answer.text).not.toMatch(/apiUrl|other_region/)
        }
      }
    }
  })
})

test('421 never leads in a circle: the region it names serves the account', { tags: 'long' }, async () => {
  for (const { home, token } of tokens.map((one) => ({ home: one.zone, token: one.token }))) {
    for (const at of zones) {
      let address = regions[at].baseUrl
      let hops = 0
      for (;;) {
        const answer = await callAs(address, token)('GET', '/account')
        if (answer.status !== 421) break
        address = `${answer.headers.get('x-service-region-url')}/v4`
        hops += 1
      }
      expect(hops).toBe(at === home ? 0 : 1)
    }
  }
})

test('421 comes from /mcp as well, and 401 for an invalid token', async () => {
  const ask = (at: Zone, token: string) =>
    fetch(`${regions[at].url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    })
  for (const { zone: home, token } of tokens) {
    for (const at of zones) {
      const response = await ask(at, token)
      if (at === home) expect(response.status).toBe(200)
      else {
        expect(response.status).toBe(421)
        expect(response.headers.get('x-service-region-url')).toBe(regions[home].apiUrl)
      }
      const bad = await ask(at, `${token}x`)
      expect(bad.status).toBe(401)
      expect(bad.headers.get('x-service-region')).toBeNull()
    }
  }
})

test('421 ignores Host and X-Forwarded-Host', async () => {
  const answer = await askFrom('127.0.0.1', `${regions.eu.baseUrl}/account`, {
    headers: {
      authorization: `Bearer ${accounts.us.token}`,
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'evil',
      forwarded: 'host=evil.example',
    },
  })
  expect(answer.status).toBe(421)
  expect(answer.headers['x-service-region-url']).toBe(regions.us.apiUrl)
  expect(JSON.stringify(answer)).not.toContain('evil')
})

test('a region signs for its own machines only: a token that names another region is 401 everywhere', async () => {
  const { signingKey, signWithKey } = await import('../support/forge.ts')
  const key = await signingKey(regions.eu)
  const forged = await signWithKey(key, {
    iss: regions.us.url,
    aud: regions.us.url,
    m2m: true,
    scope: 'account:read',
    sub: accounts.us.clientId,
    client_id: accounts.us.clientId,
    account_id: accounts.us.id,
    region: 'us',
  })
  for (const at of zones) {
    expect((await callAs(regions[at].baseUrl, forged)('GET', '/account')).status).toBe(401)
  }
})

test('421 on /auth follows from the client id, and the home region signs in', async () => {
  const signInAt = (at: Zone, clientId: string, clientSecret: string) =>
    fetch(`${regions[at].baseUrl}/auth`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    })
  for (const { home, at } of pairs) {
    const { clientId, clientSecret } = accounts[home]
    const answer = await signInAt(at, clientId, clientSecret)
    expect(answer.status).toBe(home === at ? 200 : 421)
    if (home !== at) expect(answer.headers.get('x-service-region-url')).toBe(regions[home].apiUrl)
    const unknown = await signInAt(at, newClientId(home, accounts[home].id), 'tmb_secret_wrong')
    expect(unknown.status).toBe(home === at ? 401 : 421)
  }
})

describe('a link of another region', () => {
  const link = () => `eu.${newAccountSecret('tmb_link_', accounts.eu.id)}`

  test.each(['GET', 'POST', 'HEAD'])('redirects the browser to it, by %s', async (method) => {
    const text = link()
    const response = await fetch(`${regions.us.url}/t/${text}?next=https://evil.example`, {
      method,
      redirect: 'manual',
    })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(`${regions.eu.url}/t/${text}`)
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  test('is answered there without another redirect', async () => {
    const response = await fetch(`${regions.eu.url}/t/${link()}`, { redirect: 'manual' })
    expect(response.status).toBe(200)
  })

  test('of an unknown region stays here', async () => {
    const text = link().replace(/^eu/, 'mars')
    expect((await fetch(`${regions.us.url}/t/${text}`, { redirect: 'manual' })).status).toBe(200)
  })
})

/**
 * Does the work while the region's reading of the feed, which writes its cursor every five seconds and at each notice,
 * waits for a lock. It has just read the feed, so it serves apps for a minute more.
 */
async function withoutSync(region: Region, work: () => Promise<void>): Promise<void> {
  await region.service.syncRegions()
  const client = new pg.Client(region.db.connection)
  await client.connect()
  try {
    // Others can still read the table, so it stays in the comparison.
    await client.query('begin; lock table region_cursor in share mode')
    await work()
  } finally {
    await client.end()
  }
}

/** Waits until two dumps in a row are equal. */
async function settled(look: () => Promise<string>): Promise<void> {
  let last = ''
  await expect
    .poll(
      async () => {
        const before = last
        last = await look()
        return last === before
      },
      { interval: 300, timeout: 60_000 },
    )
    .toBe(true)
}
