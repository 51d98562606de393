import * as oauth from 'oauth4webapi'
import { beforeAll, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth-fixture.ts'

// In `npm test`, openid-client.test.ts has a client that is made with this one.
// @module-tag long

// Test services have no TLS certificate.
const insecure = { [oauth.allowInsecureRequests]: true }

let fixture: OAuthFixture
let server: oauth.AuthorizationServer
beforeAll(async () => {
  fixture = await openOAuthFixture()
  const issuer = new URL(fixture.authUrl)
  const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  server = await oauth.processDiscoveryResponse(issuer, answer)
})

/** From the authorization request to the tokens, with all of the client's checks. */
async function signIn(client: oauth.Client, auth: oauth.ClientAuth, scope: string, scopes?: string[]) {
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const redirectUri = 'http://127.0.0.1:41999/callback'
  const address = new URL(server.authorization_endpoint ?? '')
  address.search = String(
    new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }),
  )
  const back = await fixture.owner.authorize(address, scopes ? { scopes } : {})
  const checked = oauth.validateAuthResponse(server, client, back, state)
  const answer = await oauth.authorizationCodeGrantRequest(
    ...([server, client, auth, checked, redirectUri, verifier, insecure] as const),
  )
  return oauth.processAuthorizationCodeResponse(server, client, answer)
}

async function register(metadata: Partial<oauth.Client>): Promise<oauth.Client> {
  const answer = await oauth.dynamicClientRegistrationRequest(
    server,
    { client_name: 'Robin', redirect_uris: ['http://127.0.0.1/callback'], ...metadata },
    insecure,
  )
  return oauth.processDynamicClientRegistrationResponse(answer)
}

test('discovers the authorization server of the resource and validates both documents', async () => {
  const answer = await oauth.resourceDiscoveryRequest(new URL(fixture.url), insecure)
  const resource = await oauth.processResourceDiscoveryResponse(new URL(fixture.url), answer)
  expect(resource.authorization_servers).toEqual([server.issuer])
})

test.each([
  ['none', () => oauth.None()],
  ['client_secret_basic', (secret: string) => oauth.ClientSecretBasic(secret)],
  ['client_secret_post', (secret: string) => oauth.ClientSecretPost(secret)],
] as const)('registers with %s, signs in, calls, refreshes and revokes', async (method, authOf) => {
  const client = await register({ token_endpoint_auth_method: method })
  const auth = authOf(String(client.client_secret))
  const tokens = await signIn(client, auth, 'profiles:read tags:manage')

  const api = new URL(`${fixture.running.baseUrl}/profiles`)
  const people = await oauth.protectedResourceRequest(
    tokens.access_token,
    'GET',
    api,
    undefined,
    null,
    insecure,
  )
  expect(people.status).toBe(200)

  const again = await oauth.refreshTokenGrantRequest(
    server,
    client,
    auth,
    String(tokens.refresh_token),
    insecure,
  )
  const refreshed = await oauth.processRefreshTokenResponse(server, client, again)
  expect(refreshed.refresh_token).not.toBe(tokens.refresh_token)

  const gone = await oauth.revocationRequest(server, client, auth, String(refreshed.refresh_token), insecure)
  await oauth.processRevocationResponse(gone)
  await expect(
    oauth.protectedResourceRequest(refreshed.access_token, 'GET', api, undefined, null, insecure),
  ).rejects.toBeInstanceOf(oauth.WWWAuthenticateChallengeError)
})

test('validates the access token as RFC 9068 says, with the keys from the metadata', async () => {
  const client = await register({ token_endpoint_auth_method: 'none' })
  const tokens = await signIn(client, oauth.None(), 'account:read')
  const request = new Request(`${fixture.running.baseUrl}/account`, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  })
  const claims = await oauth.validateJwtAccessToken(server, request, fixture.url, insecure)
  expect(claims).toMatchObject({ client_id: client.client_id, scope: 'account:read' })
})

test('gets the granted scopes after a denial, and parses the challenge of the 403', async () => {
  const client = await register({ token_endpoint_auth_method: 'none' })
  const tokens = await signIn(client, oauth.None(), 'profiles:read tags:manage', ['profiles:read'])
  expect(tokens.scope).toBe('profiles:read')
  const api = new URL(`${fixture.running.baseUrl}/tags`)
  const refused = await oauth
    .protectedResourceRequest(tokens.access_token, 'GET', api, undefined, null, insecure)
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(oauth.WWWAuthenticateChallengeError)
  const { status, cause } = refused as oauth.WWWAuthenticateChallengeError
  expect(status).toBe(403)
  expect(cause).toMatchObject([
    { scheme: 'bearer', parameters: { error: 'insufficient_scope', scope: 'tags:manage' } },
  ])
})
