import {
  InsufficientScopeError,
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
  ProtocolError,
  ResourceNotFoundError,
} from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { McpError } from '@modelcontextprotocol/sdk/types.js'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../support/service.ts'
import { openTeamFixture, type TeamFixture } from '../support/team-fixture.ts'

// Independent clients, which check each answer against the protocol.

let team: TeamFixture
beforeAll(async () => {
  team = await openTeamFixture()
})

/** The methods that both client versions share. */
type ConnectedClient = {
  [method in
    | 'listPrompts'
    | 'getPrompt'
    | 'listResources'
    | 'listResourceTemplates'
    | 'readResource'
    | 'complete']: (params?: Json) => Promise<Json>
} & { getServerCapabilities: () => Json }

const own = { name: 'test', version: '1' }
const address = () => new URL(`${team.running.url}/mcp`)
const withToken = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } })

async function connectOlderClient(token: string): Promise<ConnectedClient> {
  const client = new OldClient(own)
  await client.connect(new OldTransport(address(), withToken(token)) as never)
  return client as unknown as ConnectedClient
}

async function connectNewerClient(token: string, mode: 'auto' | 'legacy'): Promise<ConnectedClient> {
  const client = new ModernClient(own, { versionNegotiation: { mode } })
  await client.connect(new ModernTransport(address(), withToken(token)))
  return client as unknown as ConnectedClient
}

const generations: [string, (token: string) => Promise<ConnectedClient>][] = [
  ['the client of the first generation', connectOlderClient],
  ['the client of the second, by handshake', (token) => connectNewerClient(token, 'legacy')],
  ['the client of the second, without one', (token) => connectNewerClient(token, 'auto')],
]

// clients.test.ts has the first generation in `npm test` too.
describe.each(generations.slice(2))('%s', uses)
describe.each(generations.slice(0, 2))('%s', { tags: 'long' }, uses)

function uses(_: string, connect: (token: string) => Promise<ConnectedClient>): void {
  test('declares prompts, resources and completion, without change notifications', async () => {
    const capabilities = (await connect(team.account.token)).getServerCapabilities()
    expect(capabilities).toMatchObject({
      prompts: { listChanged: false },
      resources: { listChanged: false },
      completions: {},
    })
    expect(capabilities.resources.subscribe).toBeUndefined()
  })

  test('lists every prompt and gets it with completed arguments', async () => {
    const client = await connect(team.account.token)
    const { prompts } = await client.listPrompts()
    expect(prompts.length).toBeGreaterThan(3)
    for (const { name, arguments: wanted } of prompts) {
      const promptValues: Record<string, string> = {}
      for (const [at, argument] of wanted.entries()) {
        const params = { ref: { type: 'ref/prompt', name }, argument: { name: argument.name, value: '' } }
        const { values } = (await client.complete(params)).completion
        if (values.length > 0) promptValues[argument.name] = values[at]
      }
      const { messages } = await client.getPrompt({ name, arguments: promptValues })
      expect(messages).toHaveLength(2)
      expect(JSON.parse(messages[1].content.text)).toBeTypeOf('object')
    }
  })

  test('reads everything that is listed, and a template with completed parameters', async () => {
    const client = await connect(team.account.token)
    for (const { uri } of (await client.listResources()).resources)
      expect((await client.readResource({ uri })).contents).toHaveLength(1)
    const { resourceTemplates } = await client.listResourceTemplates()
    const template = 'assessment://profiles/{profileId}/results'
    expect(resourceTemplates.map((resourceTemplate: Json) => resourceTemplate.uriTemplate)).toContain(
      template,
    )
    const ref = { type: 'ref/resource', uri: template }
    const { completion } = await client.complete({ ref, argument: { name: 'profileId', value: 'osei' } })
    const uri = template.replace('{profileId}', completion.values[0])
    expect(JSON.parse((await client.readResource({ uri })).contents[0].text).name).toBe('Ada Osei')
  })

  test('answers -32602 for unknown names and missing arguments', async () => {
    const client = await connect(team.account.token)
    const uri = `assessment://profiles/${team.people.foreign}/results`
    const notFound = await client.readResource({ uri }).catch((error: unknown) => error)
    expect(notFound).toMatchObject({ code: -32602, data: { uri } })
    const missing = await client.getPrompt({ name: 'team_snapshot' }).catch((error: unknown) => error)
    expect(missing).toMatchObject({ code: -32602, message: expect.stringContaining('tag') })
    const kind = connect === connectOlderClient ? McpError : ProtocolError
    for (const error of [notFound, missing]) expect(error).toBeInstanceOf(kind)
    if (connect !== connectOlderClient) expect(notFound).toBeInstanceOf(ResourceNotFoundError)
  })

  test('answers 403 for a missing scope', async () => {
    const { token } = await team.letIn(team.account, { scopes: ['profiles:read'] })
    const client = await connect(token)
    const refused = await client
      .getPrompt({ name: 'team_snapshot', arguments: { tag: 'Team' } })
      .catch((error: unknown) => error)
    expect(String(refused)).toMatch(/insufficient_scope|insufficient scope/i)
    if (connect !== connectOlderClient) expect(refused).toBeInstanceOf(InsufficientScopeError)
  })
}
