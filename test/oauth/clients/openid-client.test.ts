import * as client from 'openid-client'
import { beforeAll, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth-fixture.ts'

let fixture: OAuthFixture
let config: client.Configuration
const redirect_uri = 'http://127.0.0.1:41998/callback'

beforeAll(async () => {
  fixture = await openOAuthFixture()
  config = await client.dynamicClientRegistration(
    new URL(fixture.authUrl),
    { client_name: 'Wren', redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none' },
    client.None(),
    { algorithm: 'oauth2', execute: [client.allowInsecureRequests] },
  )
})

async function signIn(parameters: Record<string, string>, answer?: { scopes: string[] }) {
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const expectedState = client.randomState()
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri,
    state: expectedState,
    code_challenge_method: 'S256',
    ...parameters,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
  })
  const back = await fixture.owner.authorize(address, answer)
  const resource: Record<string, string> = parameters.resource ? { resource: parameters.resource } : {}
  return client.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState }, resource)
}

test('discovers, registers, signs in, refreshes and revokes', async () => {
  expect(config.serverMetadata().supportsPKCE()).toBe(true)
  const tokens = await signIn({ scope: 'profiles:read', resource: fixture.url })
  expect(tokens.expiresIn()).toBeGreaterThan(3500)
  const api = new URL(`${fixture.running.baseUrl}/profiles`)
  expect((await client.fetchProtectedResource(config, tokens.access_token, api, 'GET')).status).toBe(200)
  const next = await client.refreshTokenGrant(config, String(tokens.refresh_token), { resource: fixture.url })
  expect((await client.fetchProtectedResource(config, next.access_token, api, 'GET')).status).toBe(200)
  await client.tokenRevocation(config, String(next.refresh_token))
  const gone = client.fetchProtectedResource(config, next.access_token, api, 'GET')
  await expect(gone).rejects.toMatchObject({ status: 401 })
  const refused = client.refreshTokenGrant(config, String(next.refresh_token))
  await expect(refused).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('signs in with OpenID Connect scopes in its request too', { tags: 'long' }, async () => {
  const tokens = await signIn({ scope: 'openid offline_access account:read' })
  expect(tokens.refresh_token).toBeDefined()
  const api = new URL(`${fixture.running.baseUrl}/account`)
  expect((await client.fetchProtectedResource(config, tokens.access_token, api, 'GET')).status).toBe(200)
})

test('distinguishes a denial by the person from other errors', async () => {
  const expectedState = client.randomState()
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri,
    state: expectedState,
    scope: 'profiles:read',
    code_challenge_method: 'S256',
    code_challenge: await client.calculatePKCECodeChallenge('a'.repeat(43)),
  })
  const back = await fixture.owner.authorize(address, { decision: 'deny' })
  const refused = client.authorizationCodeGrant(config, back, {
    expectedState,
    pkceCodeVerifier: 'a'.repeat(43),
  })
  await expect(refused).rejects.toMatchObject({
    name: 'AuthorizationResponseError',
    error: 'access_denied',
  })
})
