import { auth, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { beforeAll, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth-fixture.ts'
import { createClientProvider } from './mcp-provider.ts'

// In `npm test`, mcp-sdk-2.test.ts has the newer version of this client.
// @module-tag long

let fixture: OAuthFixture
let server: URL
beforeAll(async () => {
  fixture = await openOAuthFixture()
  server = new URL(`${fixture.url}/mcp`)
})

type Provider = ReturnType<typeof createClientProvider>

async function connect(authProvider: Provider) {
  const client = new Client({ name: 'host', version: '1' })
  const transport = new StreamableHTTPClientTransport(server, { authProvider })
  await client.connect(transport)
  return { client, transport }
}

const codeOf = ({ kept }: Provider) => kept.back?.searchParams.get('code') ?? ''

test('auth() discovers, registers, signs in, calls a tool and refreshes', async () => {
  const provider = createClientProvider(fixture.owner)
  expect(await auth(provider, { serverUrl: server })).toBe('REDIRECT')
  expect(await auth(provider, { serverUrl: server, authorizationCode: codeOf(provider) })).toBe('AUTHORIZED')
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
  const client = new Client({ name: 'host', version: '1' })
  const transport = new StreamableHTTPClientTransport(server, { authProvider: provider })
  await expect(client.connect(transport)).rejects.toBeInstanceOf(UnauthorizedError)
  // The scopes of the 401 challenge, so that one consent is enough for all tools.
  expect(provider.kept.asked?.searchParams.get('scope')?.split(' ').sort()).toEqual(
    ['profiles:read', 'profiles:write', 'tags:manage'].sort(),
  )
  await transport.finishAuth(codeOf(provider))
  const { client: connected } = await connect(provider)
  expect((await connected.callTool({ name: 'list_profiles', arguments: {} })).isError).not.toBe(true)
  await connected.close()
})

test('a denied scope is a 403 that names it; after the next consent the same call succeeds', {
  tags: 'long',
}, async () => {
  const provider = createClientProvider(fixture.owner, { scopes: ['profiles:read'] })
  await auth(provider, { serverUrl: server, scope: 'profiles:read tags:manage' })
  await auth(provider, { serverUrl: server, authorizationCode: codeOf(provider) })
  expect(provider.kept.tokens.scope).toBe('profiles:read')
  const first = await connect(provider)
  const refused = first.client.callTool({ name: 'create_tag', arguments: { label: 'A', color: 'red' } })
  await expect(refused).rejects.toMatchObject({ code: 403, message: expect.stringMatching(/scop/i) })
  await first.client.close()

  // This version would refresh, which cannot widen scopes; a host authorizes again for the old and new scopes.
  provider.invalidateCredentials('tokens')
  provider.said.scopes = ['profiles:read', 'tags:manage']
  expect(await auth(provider, { serverUrl: server, scope: 'profiles:read tags:manage' })).toBe('REDIRECT')
  await auth(provider, { serverUrl: server, authorizationCode: codeOf(provider) })
  expect(provider.kept.tokens.scope.split(' ')).toContain('tags:manage')
  const second = await connect(provider)
  const made = await second.client.callTool({ name: 'create_tag', arguments: { label: 'A', color: 'red' } })
  expect(made.isError).not.toBe(true)
  await second.client.close()
})
