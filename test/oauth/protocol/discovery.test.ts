import { beforeAll, describe, expect, test } from 'vitest'
import { requestHead, sendRaw } from '../../support/raw-http.ts'
import { freePort, type Json } from '../../support/service.ts'
import { claimsOf, registerApp } from '../../support/third-party.ts'
import { allScopes, type OAuthFixture, openOAuthFixture } from '../oauth-fixture.ts'

// In `npm test`, ../discovery.test.ts show the same; these follow the documents of the protocol, chapter by chapter.
// @module-tag long

let fixture: OAuthFixture
let metadata: Json
const serverPath = '/.well-known/oauth-authorization-server'
const resourcePath = '/.well-known/oauth-protected-resource'

beforeAll(async () => {
  fixture = await openOAuthFixture()
  metadata = await (await fetch(fixture.authUrl + serverPath)).json()
})

test('authorization server metadata: 200 JSON, the issuer byte for byte the auth_url', async () => {
  const answer = await fetch(fixture.authUrl + serverPath)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(metadata.issuer).toBe(fixture.authUrl)
  expect(metadata).toMatchObject({
    authorization_endpoint: `${fixture.authUrl}/oauth/authorize`,
    token_endpoint: `${fixture.authUrl}/oauth/token`,
    registration_endpoint: `${fixture.authUrl}/oauth/register`,
    revocation_endpoint: `${fixture.authUrl}/oauth/revoke`,
    response_types_supported: ['code'],
    grant_types_supported: expect.arrayContaining(['authorization_code', 'refresh_token']),
    scopes_supported: expect.arrayContaining(allScopes),
  })
})

describe('an auth_url with a path', () => {
  let below: OAuthFixture
  beforeAll(async () => {
    const port = String(await freePort())
    below = await openOAuthFixture({ PORT: port, AUTH_URL: `http://localhost:${port}/people/in` })
  })

  test('metadata is also available path-inserted, and under the names of OpenID Connect, and not at the root', async () => {
    const inserted = await fetch(`${below.url}${serverPath}/people/in`)
    const appended = await fetch(`${below.authUrl}${serverPath}`)
    expect([inserted.status, appended.status]).toEqual([200, 200])
    const body = (await inserted.json()) as Json
    expect(body.issuer).toBe(below.authUrl)
    expect(await appended.json()).toEqual(body)
    // No issuer is at the root.
    expect((await fetch(`${below.url}${serverPath}`)).status).toBe(404)
    for (const alias of [
      `${below.authUrl}/.well-known/openid-configuration`,
      `${below.url}/.well-known/openid-configuration/people/in`,
    ]) {
      const answer = await fetch(alias)
      expect(answer.status, alias).toBe(200)
      expect(await answer.json()).toEqual(body)
    }
  })

  test('the whole flow works below the path and issues a token of that issuer for the root', {
    tags: 'long',
  }, async () => {
    const app = await registerApp(below.authUrl)
    const { accessToken, scope } = await app.connect(below.owner, { scopes: ['tags:manage'] })
    expect(scope).toBe('tags:manage')
    expect(claimsOf(accessToken)).toMatchObject({ iss: below.authUrl, aud: below.url })
    expect((await below.call(accessToken, 'GET', '/tags')).status).toBe(200)
  })
})

test('code_challenge_methods_supported is S256 and nothing else', () => {
  expect(metadata.code_challenge_methods_supported).toEqual(['S256'])
})

test('authorization_response_iss_parameter_supported is true', () => {
  expect(metadata.authorization_response_iss_parameter_supported).toBe(true)
})

test('client_id_metadata_document_supported is true, and public clients are supported', () => {
  expect(metadata.client_id_metadata_document_supported).toBe(true)
  expect(metadata.token_endpoint_auth_methods_supported).toContain('none')
})

describe('a request with another Host and X-Forwarded-*', () => {
  const lies = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example;proto=https',
  }
  test.each([serverPath, resourcePath, `${resourcePath}/mcp`])('changes no address in %s', async (path) => {
    const lied = await sendRaw(fixture.url, requestHead('GET', path, lies))
    expect(lied.status).toBe(200)
    expect(lied.body).not.toContain('evil.example')
    expect(lied.json).toEqual(await (await fetch(fixture.url + path)).json())
  })

  test('changes neither the challenge nor the pages nor their redirects', async () => {
    const refused = await sendRaw(fixture.url, requestHead('GET', '/api/v4/test', lies))
    expect(refused.status).toBe(401)
    expect(refused.headers['www-authenticate']).toContain(`${fixture.url}${resourcePath}`)
    const { address } = fixture.app.request()
    const sent = await sendRaw(fixture.url, requestHead('GET', address.pathname + address.search, lies))
    expect([302, 303]).toContain(sent.status)
    expect(new URL(sent.headers.location ?? '', fixture.url).origin).toBe(fixture.url)
    expect(JSON.stringify(sent)).not.toContain('evil.example')
    const next = await sendRaw(fixture.url, requestHead('GET', '/apps', lies))
    expect(JSON.stringify(next)).not.toContain('evil.example')
  })
})

test.each([
  [resourcePath, ''],
  [`${resourcePath}/mcp`, '/mcp'],
])('protected-resource metadata at %s names that resource', async (path, ending) => {
  const answer = await fetch(fixture.url + path)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(await answer.json()).toMatchObject({
    resource: fixture.url + ending,
    authorization_servers: [fixture.authUrl],
  })
})

test.each([resourcePath, `${resourcePath}/mcp`])('%s lists the five scopes and the header', async (path) => {
  const body = (await (await fetch(fixture.url + path)).json()) as Json
  expect([...body.scopes_supported].sort()).toEqual([...allScopes].sort())
  expect(body.bearer_methods_supported).toEqual(['header'])
})

describe('without a valid token', () => {
  const places = [
    ['GET', '/api/v4/test'],
    ['PUT', '/api/v4/test'],
    ['GET', '/api/v4/nothing/here'],
    ['DELETE', '/api/v4/profiles'],
    ['POST', '/mcp'],
    ['GET', '/mcp'],
    ['DELETE', '/mcp'],
  ] as const

  test.each(places)('401 with the challenge on %s %s', async (method, path) => {
    const challenges = { none: undefined, bad: 'Bearer nonsense', malformed: 'Bearer', other: 'Basic YTpi' }
    for (const [name, authorization] of Object.entries(challenges)) {
      const answer = await fetch(fixture.url + path, {
        method,
        headers: {
          accept: 'application/json, text/event-stream',
          ...(authorization ? { authorization } : {}),
          ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        },
        ...(method === 'POST' ? { body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' } : {}),
      })
      expect(answer.status, name).toBe(401)
      const challenge = answer.headers.get('www-authenticate') ?? ''
      expect(challenge, name).toMatch(/^Bearer resource_metadata="[^"]+"/)
      const [, address = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? []
      expect([fixture.url + resourcePath, `${fixture.url}${resourcePath}/mcp`], name).toContain(address)
      if (name === 'none') expect(challenge).not.toContain('error=')
      if (name === 'bad') expect(challenge).toContain('error="invalid_token"')
    }
  })
})
