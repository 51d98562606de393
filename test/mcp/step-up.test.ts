import {
  auth,
  Client,
  InsufficientScopeError,
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
} from '@modelcontextprotocol/client'
import { beforeAll, expect, test } from 'vitest'
import { createClientProvider } from '../oauth/clients/mcp-provider.ts'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'

let fixture: OAuthFixture
let server: URL
beforeAll(async () => {
  fixture = await openOAuthFixture()
  server = new URL(`${fixture.url}/mcp`)
})

type Provider = ReturnType<typeof createClientProvider>
type Options = Partial<StreamableHTTPClientTransportOptions>

async function connect(authProvider: Provider, more: Options = {}): Promise<Client> {
  const client = new Client({ name: 'host', version: '2' })
  await client.connect(new StreamableHTTPClientTransport(server, { authProvider, ...more }))
  return client
}

async function completeRedirect(provider: Provider): Promise<void> {
  const { searchParams } = provider.kept.back ?? new URL(server)
  const [authorizationCode, iss] = [searchParams.get('code') ?? '', searchParams.get('iss') ?? '']
  expect(await auth(provider, { serverUrl: server, authorizationCode, iss })).toBe('AUTHORIZED')
}

/** A host that was granted fewer scopes than it requested. */
async function authorizeWithFewerScopes(): Promise<Provider> {
  const provider = createClientProvider(fixture.owner, { scopes: ['profiles:read'] })
  await auth(provider, { serverUrl: server, scope: 'profiles:read tags:manage' })
  await completeRedirect(provider)
  return provider
}

const call = { name: 'create_tag', arguments: { label: 'B', color: 'red' } }

test('a client steps up: it requests its scopes and the missing one, and the same call works after consent', async () => {
  const provider = await authorizeWithFewerScopes()
  const first = await connect(provider)
  provider.said.scopes = ['profiles:read', 'tags:manage']
  await expect(first.callTool(call)).rejects.toThrow()
  const requested = provider.kept.asked?.searchParams.get('scope')?.split(' ')
  expect(requested).toEqual(expect.arrayContaining(['profiles:read', 'tags:manage']))
  await first.close()
  await completeRedirect(provider)
  const second = await connect(provider)
  expect((await second.callTool(call)).isError).not.toBe(true)
  await second.close()
})

test('a client that cannot step up gets the name of the missing scope', async () => {
  const client = await connect(await authorizeWithFewerScopes(), { onInsufficientScope: 'throw' })
  const refused = client.callTool(call)
  await expect(refused).rejects.toMatchObject({
    constructor: InsufficientScopeError,
    requiredScope: 'tags:manage',
  })
  await client.close()
})

test('the REST API accepts the host’s token', async () => {
  const provider = await authorizeWithFewerScopes()
  const client = await connect(provider)
  expect((await client.callTool({ name: 'list_profiles', arguments: {} })).isError).not.toBe(true)
  await client.close()
  const token = provider.kept.tokens.access_token
  expect((await fixture.call(token, 'GET', '/profiles')).status).toBe(200)
  expect((await fixture.call(token, 'GET', '/tags')).status).toBe(403)
})
