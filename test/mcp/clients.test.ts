import {
  InsufficientScopeError,
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { type LetIn, openDelegates, revoke } from '../support/delegates.ts'
import { newEmail } from '../support/people.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'

// Clients that somebody else wrote: they check versions, headers and every answer against the schema of its tool.

let running: TestService
let account: TestAccount
let letIn: LetIn
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
  letIn = await openDelegates(running)
})

type Known = {
  version: () => string | undefined
  tools: () => Promise<string[]>
  call: (name: string, given?: Record<string, unknown>) => Promise<Json>
}

const address = () => new URL(`${running.url}/mcp`)
const withToken = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } })
const own = { name: 'test', version: '1' }

async function older(token: string): Promise<Known> {
  const client = new OldClient(own)
  const transport = new OldTransport(address(), withToken(token))
  await client.connect(transport as never)
  return {
    version: () => transport.protocolVersion,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, given = {}) => client.callTool({ name, arguments: given }),
  }
}

async function newer(token: string, mode: 'auto' | 'legacy'): Promise<Known> {
  const client = new ModernClient(own, { versionNegotiation: { mode } })
  await client.connect(new ModernTransport(address(), withToken(token)))
  return {
    version: () => client.getNegotiatedProtocolVersion(),
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, given = {}) => client.callTool({ name, arguments: given }),
  }
}

const generations: [string, string, (token: string) => Promise<Known>][] = [
  ['the client of the first generation', '2025-11-25', older],
  ['the client of the second, by handshake', '2025-11-25', (token) => newer(token, 'legacy')],
  ['the client of the second, without one', '2026-07-28', (token) => newer(token, 'auto')],
]

describe.each(generations)('%s', (_, version, connect) => {
  test.each(['a machine', 'an app'])('28, 40. lists and calls every tool as %s', async (kind) => {
    const client = await connect(kind === 'an app' ? (await letIn(account)).token : account.token)
    expect(client.version()).toBe(version)
    const called = new Set<string>()
    const call = async (name: string, given?: Record<string, unknown>) => {
      called.add(name)
      const { content, structuredContent, isError } = await client.call(name, given)
      expect(isError, JSON.stringify(content)).toBeFalsy()
      expect(JSON.parse(content[0].text)).toEqual(structuredContent)
      return structuredContent
    }
    const { id: tagId } = await call('create_tag', { label: 'Team', color: 'red' })
    const { profileId, created } = await call('send_assessment_invite', { email: newEmail(), tagId })
    expect(created).toBe(true)
    expect((await call('list_profiles', { tagId })).profiles).toMatchObject([
      { id: profileId, tagIds: [tagId] },
    ])
    await call('update_tag', { tagId, label: 'Other', color: 'blue' })
    expect((await call('list_tags', { search: 'other' })).total).toBeGreaterThan(0)
    await call('assign_tags_to_profiles', { tagId, profileIds: [] })
    expect(await call('delete_tag', { tagId })).toEqual({ deleted: true, tagId })
    expect([...called].sort()).toEqual((await client.tools()).sort())
  })

  test('reads what a tool refuses as words', async () => {
    const client = await connect(account.token)
    const answer = await client.call('delete_tag', { tagId: 'nobody' })
    expect(answer).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^Tag not found/) }],
    })
  })

  test('is told of a missing scope by 403, and of an app that was shut out by 401', async () => {
    const app = await letIn(account, { scopes: ['profiles:read'] })
    const client = await connect(app.token)
    const refused = await client.call('list_tags').catch((error: unknown) => error)
    expect(String(refused)).toMatch(/insufficient_scope|insufficient scope/i)
    if (connect !== older) expect(refused).toBeInstanceOf(InsufficientScopeError)
    await client.call('list_profiles')
    await revoke(running, account, 'grant', app.grantId)
    await expect(client.call('list_profiles')).rejects.toThrow()
  })
})
