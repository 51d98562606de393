import {
  auth,
  Client,
  InsufficientScopeError,
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { beforeAll, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth-fixture.ts'
import { createClientProvider } from './mcp-provider.ts'

let fixture: OAuthFixture
let server: URL
beforeAll(async () => {
  fixture = await openOAuthFixture()
  server = new URL(`${fixture.url}/mcp`)
})

type Provider = ReturnType<typeof createClientProvider>

async function connect(authProvider: Provider, more: Partial<StreamableHTTPClientTransportOptions> = {}) {
  const client = new Client({ name: 'host', version: '2' })
  const transport = new StreamableHTTPClientTransport(server, { authProvider, ...more })
  await client.connect(transport)
  return { client, transport }
}

/** Passes code and issuer, both of which this version checks. */
async function goOn(provider: Provider): Promise<void> {
  const { back } = provider.kept
  const iss = back?.searchParams.get('iss')
  expect(iss).toBe(fixture.authUrl)
  const authorizationCode = back?.searchParams.get('code') ?? ''
  const done = await auth(provider, { serverUrl: server, authorizationCode, ...(iss ? { iss } : {}) })
  expect(done).toBe('AUTHORIZED')
}

test('auth() discovers, registers, signs in with a checked issuer, calls a tool and refreshes', async () => {
  const provider = createClientProvider(fixture.owner)
  expect(await auth(provider, { serverUrl: server })).toBe('REDIRECT')
  await goOn(provider)
  const first = provider.kept.tokens
  const { client } = await connect(provider)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('list_profiles')
  expect((await client.callTool({ name: 'list_tags', arguments: {} })).isError).not.toBe(true)
  await client.close()

  expect(await auth(provider, { serverUrl: server })).toBe('AUTHORIZED')
  expect(provider.kept.tokens.access_token).not.toBe(first.access_token)
  const again = await connect(provider)
  expect((await again.client.listTools()).tools.length).toBe(tools.length)
  await again.client.close()
})

test('the transport redirects the person itself, and continues with the code', { tags: 'long' }, async () => {
  const provider = createClientProvider(fixture.owner)
  await expect(connect(provider)).rejects.toBeInstanceOf(UnauthorizedError)
  await goOn(provider)
  const { client } = await connect(provider)
  expect((await client.callTool({ name: 'list_profiles', arguments: {} })).isError).not.toBe(true)
  await client.close()
})

test('a denied scope is an InsufficientScopeError that names the missing scopes', {
  tags: 'long',
}, async () => {
  const provider = createClientProvider(fixture.owner, { scopes: ['profiles:read'] })
  await auth(provider, { serverUrl: server, scope: 'profiles:read tags:manage' })
  await goOn(provider)
  const { client } = await connect(provider, { onInsufficientScope: 'throw' })
  const refused = client.callTool({ name: 'create_tag', arguments: { label: 'A', color: 'red' } })
  await expect(refused).rejects.toMatchObject({
    constructor: InsufficientScopeError,
    requiredScope: 'tags:manage',
  })
  await client.close()
})
