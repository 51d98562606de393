import {
  allowInsecureRequests,
  processResourceDiscoveryResponse,
  resourceDiscoveryRequest,
} from 'oauth4webapi'
import { beforeAll, describe, expect, test } from 'vitest'
import { scopes } from '../../src/contract/scope.ts'
import { askFrom, nginxPath, startNginx } from '../support/nginx.ts'
import { accountsOf, type Regions, startRegions, type Zone, zones } from '../support/regions.ts'
import { callAs, freePort, signIn, type TestAccount } from '../support/service.ts'

let regions: Regions
let accounts: Record<Zone, TestAccount>
let root: string
let check: string

const from: Record<Zone, string> = { us: '127.0.0.1', eu: '127.0.0.2', sea: '127.0.0.3' }

describe.skipIf(nginxPath === undefined)('the default address behind nginx', () => {
  beforeAll(async () => {
    const port = await freePort()
    root = `http://localhost:${port}`
    regions = await startRegions({ DEFAULT_URL: root, TRUSTED_PROXIES: '127.0.0.1' })
    accounts = await accountsOf(regions)
    const addresses = zones.map((zone) => [`${zone}.internal:3000`, new URL(regions[zone].url).port] as const)
    const replaced = {
      '  listen 443 ssl;\n': `  listen ${port};\n`,
      '  ssl_certificate     /etc/ssl/timbre/fullchain.pem;\n': '',
      '  ssl_certificate_key /etc/ssl/timbre/key.pem;\n': '',
      'server_name timbre.example.com': 'server_name localhost',
      'https://timbre.example.com': root,
      'Host timbre.example.com': `Host localhost:${port}`,
      'https://us.example.com': regions.us.url,
      '198.51.100.0/24': `${from.eu}/32`,
      '203.0.113.0/24': `${from.sea}/32`,
      ...Object.fromEntries(addresses.map(([name, at]) => [name, `127.0.0.1:${at}`])),
    }
    ;({ check } = await startNginx(replaced, port))
  })

  const at = (zone: Zone, token: string) =>
    askFrom(from[zone], `${root}/api/v4/account`, { headers: { authorization: `Bearer ${token}` } })

  test('has a configuration that nginx accepts', () => {
    expect(check).toMatch(/test is successful/)
    expect(check).not.toMatch(/warn|emerg/)
  })

  test('routes each network to its region: 200 at home, 421 with the home elsewhere', async () => {
    for (const home of zones) {
      for (const nearest of zones) {
        const answer = await at(nearest, accounts[home].token)
        expect(answer.status).toBe(nearest === home ? 200 : 421)
        if (nearest !== home) expect(answer.headers['x-service-region-url']).toBe(regions[home].apiUrl)
      }
    }
  })

  test('signs machines in: 421 leads to the home region, whose token is valid at the default address', async () => {
    const { clientId, clientSecret } = accounts.eu
    const credentials = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    const refused = await fetch(`${root}/api/v4/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    })
    expect(refused.status).toBe(421)
    const token = await signIn(`${refused.headers.get('x-service-region-url')}/v4`, accounts.eu)
    expect((await at('eu', token)).status).toBe(200)
    const away = await callAs(`${root}/api/v4`, token)('GET', '/account')
    expect(away.status).toBe(421)
    expect((await callAs(`${away.body.region.apiUrl}/v4`, token)('GET', '/account')).status).toBe(200)
  })

  test('accepts tokens that apps requested for its own address, in every region', async () => {
    const { issueToken } = await regions.letIn(accounts.sea, 'sea')
    const token = await issueToken({ aud: root })
    expect((await at('sea', token)).status).toBe(200)
    expect((await at('us', token)).status).toBe(421)
    expect((await callAs(regions.sea.baseUrl, token)('GET', '/account')).status).toBe(200)
    const stranger = await issueToken({ aud: `${root}.evil.example` })
    expect((await at('sea', stranger)).status).toBe(401)
  })

  test.each(['', '/mcp'])('has metadata that clients accept as a resource: %s', async (path) => {
    const resource = new URL(root + path)
    const response = await resourceDiscoveryRequest(resource, { [allowInsecureRequests]: true })
    const described = await processResourceDiscoveryResponse(resource, response)
    expect(described).toEqual({
      resource: root + path,
      authorization_servers: [regions.us.url],
      scopes_supported: [...scopes],
      bearer_methods_supported: ['header'],
    })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const own = await (await fetch(`${regions.us.url}/.well-known/oauth-protected-resource${path}`)).json()
    expect({ ...own, resource: root + path }).toMatchObject(described)
  })

  test.each([
    ['/api/v4/account', ''],
    ['/mcp', '/mcp'],
  ])('challenges at %s with its own metadata', async (path, suffix) => {
    const response = await fetch(root + path, { method: 'GET' })
    expect(response.status).toBe(401)
    const challenge = response.headers.get('www-authenticate')
    expect(challenge).toContain(`resource_metadata="${root}/.well-known/oauth-protected-resource${suffix}"`)
    expect(challenge).not.toContain(regions.us.url)
    const wrong = await fetch(root + path, { headers: { authorization: 'Bearer nothing' } })
    expect(wrong.headers.get('www-authenticate')).toMatch(/error="invalid_token"/)
    const signingIn = await fetch(`${root}/api/v4/auth`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${accounts.us.clientId}:wrong`)}` },
    })
    expect(signingIn.headers.get('www-authenticate')).toMatch(/^Basic /)
  })

  test('serves nothing that belongs to one region alone', async () => {
    const paths = ['internal/messages', 'internal/notice', 'oauth/token', 'dev/mailbox', 'dev/mailbox.json']
    const documents = ['jwks.json', 'oauth-authorization-server', 'openid-configuration']
    for (const path of [...paths, ...documents.map((name) => `.well-known/${name}`)]) {
      expect((await fetch(`${root}/${path}`, { method: 'POST' })).status).toBe(404)
      expect((await fetch(`${root}/${path}`)).status).toBe(404)
    }
  })

  test('sends people to the authorization server, and links to their region', async () => {
    for (const path of ['/sign-in', '/apps', '/members?x=1']) {
      const response = await fetch(root + path, { redirect: 'manual' })
      expect(response.status).toBe(303)
      expect(response.headers.get('location')).toBe(regions.us.url + path)
    }
  })

  test('ignores addresses that clients claim in headers', async () => {
    const authorization = `Bearer ${accounts.us.token}`
    const headers = { authorization, 'x-forwarded-for': '127.0.0.2', 'x-forwarded-host': 'evil.example' }
    const answer = await askFrom('127.0.0.1', `${root}/api/v4/account`, { headers })
    expect(answer.status).toBe(200)
    expect(JSON.stringify(answer)).not.toContain('evil')
  })

  test('works while the nearest region is down, and answers with an error envelope if all are', async () => {
    await regions.eu.stop()
    expect((await at('eu', accounts.us.token)).status).toBe(200)
    expect((await at('eu', accounts.eu.token)).status).toBe(421)
    const headers = { authorization: `Bearer ${accounts.us.token}`, 'content-type': 'application/json' }
    const sent = { method: 'POST', headers, body: '{"firstName":"Ada"}' }
    expect((await askFrom(from.eu, `${root}/api/v4/profile`, sent)).status).toBe(201)
    await regions.us.stop()
    await regions.sea.stop()
    const answer = await at('eu', accounts.us.token)
    expect(answer.status).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(JSON.parse(answer.text)).toMatchObject({
      code: 503,
      status: 'error',
      error: { code: 'unavailable' },
    })
  })
})
