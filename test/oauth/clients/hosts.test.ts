import { beforeAll, expect, test } from 'vitest'
import { register, thirdParty } from '../../support/third-party.ts'
import { type OAuthFixture, openOAuthFixture, queryOf } from '../oauth-fixture.ts'

let fixture: OAuthFixture
beforeAll(async () => {
  fixture = await openOAuthFixture()
})

const grants = ['authorization_code', 'refresh_token']

// How common hosts of models register, and which redirect URI they then request.
const hosts: Record<string, { metadata: Record<string, unknown>; back: string }> = {
  'an editor with a port of its own and a page elsewhere': {
    metadata: {
      client_uri: 'https://editor.example',
      application_type: 'native',
      grant_types: [...grants, 'urn:ietf:params:oauth:grant-type:device_code'],
      redirect_uris: [
        ...['https://editor.example/redirect', 'http://localhost/', 'http://127.0.0.1/'],
        ...['http://localhost:33418/', 'http://127.0.0.1:33418/'],
      ],
      scope: 'profiles:read profiles:write tags:manage',
    },
    back: 'http://127.0.0.1:33418/',
  },
  'a command line with a port that changes': {
    metadata: { redirect_uris: ['http://localhost:3118/callback'] },
    back: 'http://localhost:52801/callback',
  },
  'a bridge that names its software': {
    metadata: {
      redirect_uris: ['http://localhost:3334/oauth/callback'],
      software_id: '2e6dc280-f3c3-4e01-99a7-8181dbd1d23d',
      software_version: '0.1.37',
      client_uri: 'https://bridge.example/repository',
    },
    back: 'http://localhost:3334/oauth/callback',
  },
  'a chat on the web': {
    metadata: { redirect_uris: ['https://chat.example/api/mcp/auth_callback'], scope: 'profiles:read' },
    back: 'https://chat.example/api/mcp/auth_callback',
  },
  'a workflow service with a secret and the scope openid': {
    metadata: {
      redirect_uris: ['https://flows.example/rest/oauth2-credential/callback'],
      token_endpoint_auth_method: 'client_secret_basic',
      scope: 'openid',
    },
    back: 'https://flows.example/rest/oauth2-credential/callback',
  },
  'an app on a phone': {
    metadata: { redirect_uris: ['com.example.birds:/callback'], application_type: 'native' },
    back: 'com.example.birds:/callback',
  },
  'one that says next to nothing': {
    metadata: {
      client_name: undefined,
      grant_types: undefined,
      response_types: undefined,
      redirect_uris: ['http://127.0.0.1:8765/'],
    },
    back: 'http://127.0.0.1:8765/',
  },
  'one that sends null and empty texts for what it has not': {
    metadata: { client_uri: '', logo_uri: null, contacts: null, grant_types: null, software_id: null },
    back: 'http://127.0.0.1/callback',
  },
  'one with fields that nobody has heard of': {
    metadata: { made_up: { deep: [1] }, contacts: ['a@b.example'], 'client_name#de': 'Rotkehlchen' },
    back: 'http://127.0.0.1/callback',
  },
}

// Registrations are parsed in registration.test.ts; three of the hosts go all the way in `npm test`.
const entries = Object.entries(hosts)
const isShort = (at: number) => at === 0 || at >= entries.length - 2
const goesAllTheWay = '%s registers, signs in and calls the API'
test.each(entries.filter((_, at) => isShort(at)))(goesAllTheWay, isServed)
test.each(entries.filter((_, at) => !isShort(at)))(goesAllTheWay, { tags: 'long' }, isServed)

async function isServed(_: string, { metadata, back }: (typeof hosts)[string]): Promise<void> {
  const answer = await register(fixture.authUrl, metadata)
  expect(answer.status, answer.text).toBe(201)
  const app = thirdParty(fixture.authUrl, {
    clientId: answer.body.client_id,
    redirectUri: back,
    registered: answer.body,
  })
  const { address, verifier } = app.request({ scope: String(metadata.scope ?? 'profiles:read') })
  const came = await fixture.owner.authorize(address)
  expect(came.href.startsWith(back)).toBe(true)
  expect(queryOf(came)).toHaveProperty('code')
  const redeemed = await app.redeem(came, verifier)
  expect(redeemed.status).toBe(200)
  expect((await fixture.call(redeemed.body.access_token, 'GET', '/profiles')).status).toBe(200)
  expect((await app.refresh(redeemed.body.refresh_token)).status).toBe(200)
}
