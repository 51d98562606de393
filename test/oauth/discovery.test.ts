import { beforeAll, describe, expect, test } from 'vitest'
import { freePort, startTestService } from '../support/service.ts'
import { type OAuthFixture, openOAuthFixture } from './oauth-fixture.ts'

let fixture: OAuthFixture

beforeAll(async () => {
  fixture = await openOAuthFixture()
})

const name = '/.well-known/oauth-authorization-server'

describe('the metadata of the authorization server', () => {
  test('200 with the exact issuer, and endpoints that all start with it', async () => {
    const metadata = await read(fixture.authUrl + name)
    expect(metadata.issuer).toBe(fixture.authUrl)
    for (const [field, value] of Object.entries(metadata)) {
      if (field.endsWith('_endpoint')) expect(value).toMatch(new RegExp(`^${fixture.authUrl}/oauth/`))
    }
  })

  test('is accurate: only S256, iss in every response, metadata documents, public clients', async () => {
    const metadata = await read(fixture.authUrl + name)
    expect(metadata.code_challenge_methods_supported).toEqual(['S256'])
    expect(metadata.authorization_response_iss_parameter_supported).toBe(true)
    expect(metadata.client_id_metadata_document_supported).toBe(true)
    expect(metadata.token_endpoint_auth_methods_supported).toContain('none')
    expect(metadata.response_types_supported).toEqual(['code'])
    expect(metadata.scopes_supported).toEqual([
      ...['profiles:read', 'profiles:write', 'tags:manage', 'account:read', 'account:write'],
      ...['openid', 'offline_access'],
    ])
    expect(metadata).not.toHaveProperty('userinfo_endpoint')
    expect(metadata).not.toHaveProperty('pushed_authorization_request_endpoint')
    expect(metadata).not.toHaveProperty('dpop_signing_alg_values_supported')
  })

  test('lists the signing keys', async () => {
    const { jwks_uri } = await read(fixture.authUrl + name)
    const { keys } = await read(jwks_uri)
    expect(keys.length).toBeGreaterThan(0)
    expect(keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256' })
    expect(keys[0]).not.toHaveProperty('d')
  })

  test('is also available at the OpenID Connect address, with ID tokens', async () => {
    const metadata = await read(`${fixture.authUrl}/.well-known/openid-configuration`)
    expect(metadata).toEqual(await read(fixture.authUrl + name))
    expect(metadata).toMatchObject({
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
    })
  })

  test('can be read by pages of any origin, with a preflight too, and never with cookies', async () => {
    const headers = { origin: 'https://anywhere.example' }
    const answer = await fetch(fixture.authUrl + name, { headers })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    const preflight = await fetch(fixture.authUrl + name, {
      method: 'OPTIONS',
      headers: { ...headers, 'access-control-request-headers': 'mcp-protocol-version' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  })

  test.each([
    ['Host', { host: 'evil.example' }],
    ['X-Forwarded-Host', { 'x-forwarded-host': 'evil.example' }],
    ['X-Forwarded-Proto', { 'x-forwarded-proto': 'https' }],
    ['X-Forwarded-Prefix', { 'x-forwarded-prefix': '/evil' }],
    ['Forwarded', { forwarded: 'host=evil.example;proto=https' }],
  ])('ignores %s', async (_, headers) => {
    const before = await read(fixture.authUrl + name)
    expect(await read(fixture.authUrl + name, headers)).toEqual(before)
  })
})

test('an issuer with a path is discovered below it and in front of it, and works', async () => {
  const port = await freePort()
  const authUrl = `http://localhost:${port}/login`
  const service = await startTestService({ PORT: String(port), AUTH_URL: authUrl })
  const below = await read(`${authUrl}${name}`)
  expect(below.issuer).toBe(authUrl)
  expect(below.token_endpoint).toBe(`${authUrl}/oauth/token`)
  expect(await read(`${service.url}${name}/login`)).toEqual(below)
  expect(await read(`${service.url}/.well-known/openid-configuration/login`)).toEqual(below)
  expect((await fetch(service.url + name)).status).toBe(404)
})

// biome-ignore lint/suspicious/noExplicitAny: the document is what is examined.
async function read(address: string, headers: Record<string, string> = {}): Promise<any> {
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    request(address, { headers }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(JSON.parse(text))
        else reject(new Error(`${answer.statusCode} ${text}`))
      })
    })
      .on('error', reject)
      .end()
  })
}
