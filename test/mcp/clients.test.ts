import {
  InsufficientScopeError,
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { createAppGranter, type GrantApp, revoke } from '../support/delegates.ts'
import { completePerson } from '../support/inputs.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { latch, slowTool } from '../support/slow-tool.ts'
import { newEmail } from '../support/test-rows.ts'

// Independent clients, which check versions, headers and every answer against the tool's schema.

/** Reports progress until the client has received it often enough. */
const slow = slowTool(async ({ progress }) => {
  progress('Reading results')
  await heard.opened
  progress('Saving')
})
let heard = latch()
let running: TestService
let account: TestAccount
let grantApp: GrantApp
beforeAll(async () => {
  const mcpTimeouts = { deadline: 600_000, progressInterval: 5, keepAlive: 10_000 }
  running = await startTestService({}, { operations: [slow.operation], mcpTimeouts })
  account = await running.account()
  grantApp = await createAppGranter(running)
})

type ConnectedClient = {
  version: () => string | undefined
  tools: () => Promise<string[]>
  call: (name: string, input?: Record<string, unknown>, onprogress?: OnProgress) => Promise<Json>
}
type OnProgress = (progress: { progress: number; message?: string | undefined }) => void

const address = () => new URL(`${running.url}/mcp`)
const withToken = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } })
const own = { name: 'test', version: '1' }

async function connectOlderClient(token: string): Promise<ConnectedClient> {
  const client = new OldClient(own)
  const transport = new OldTransport(address(), withToken(token))
  await client.connect(transport as never)
  return {
    version: () => transport.protocolVersion,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, input = {}, onprogress) =>
      client.callTool({ name, arguments: input }, undefined, onprogress && { onprogress }),
  }
}

async function connectNewerClient(token: string, mode: 'auto' | 'legacy'): Promise<ConnectedClient> {
  const client = new ModernClient(own, { versionNegotiation: { mode } })
  await client.connect(new ModernTransport(address(), withToken(token)))
  return {
    version: () => client.getNegotiatedProtocolVersion(),
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, input = {}, onprogress) =>
      client.callTool({ name, arguments: input }, onprogress && { onprogress }),
  }
}

const generations: [string, string, (token: string) => Promise<ConnectedClient>][] = [
  ['the client of the first generation', '2025-11-25', connectOlderClient],
  ['the client of the second, by handshake', '2025-11-25', (token) => connectNewerClient(token, 'legacy')],
  ['the client of the second, without one', '2026-07-28', (token) => connectNewerClient(token, 'auto')],
]

// The handshake is that of the first generation, so the second client's is long.
const handshake = generations.slice(1, 2)
describe.each(generations.filter((one) => !handshake.includes(one)))('%s', uses)
describe.each(handshake)('%s', { tags: 'long' }, uses)

function uses(_: string, version: string, connect: (token: string) => Promise<ConnectedClient>): void {
  test('lists and calls every tool as an app', () => callsEveryTool('an app'))
  test('lists and calls every tool as a machine', { tags: 'long' }, () => callsEveryTool('a machine'))

  async function callsEveryTool(kind: 'an app' | 'a machine'): Promise<void> {
    const client = await connect(kind === 'an app' ? (await grantApp(account)).token : account.token)
    expect(client.version()).toBe(version)
    const called = new Set<string>()
    const call = async (name: string, input?: Record<string, unknown>, hear?: OnProgress) => {
      called.add(name)
      const { content, structuredContent, isError } = await client.call(name, input, hear)
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
    const person = await completePerson(running, account, 'done')
    const first = await call('get_behavioral_summary', { profileId: person })
    const second = await call('get_behavioral_summary', { profileId: person })
    expect([first.debriefGenerated, second.debriefGenerated]).toEqual([true, false])
    expect(second.debrief).toEqual(first.debrief)
    heard.open()
    await call('write_slowly', { profileId: person })
    expect([...called].sort()).toEqual((await client.tools()).sort())
  }

  test('receives increasing progress until the result', async () => {
    heard = latch()
    const client = await connect(account.token)
    const reported: { progress: number; message?: string | undefined }[] = []
    const answer = await client.call('write_slowly', { profileId: 'a' }, (one) => {
      reported.push(one)
      if (reported.length === 3) heard.open()
    })
    expect(answer.structuredContent).toEqual({ done: true })
    expect(reported.map(({ progress }) => progress)).toEqual(reported.map((_, at) => at + 1))
    expect(reported.map(({ message }) => message).slice(0, 3)).toEqual(Array(3).fill('Reading results'))
  })

  // Every tool is called above, this one included, and progress is tested with the slow one.
  test('gets a debrief that is written while it waits', { tags: 'long' }, async () => {
    const client = await connect(account.token)
    const reported: number[] = []
    const profileId = await completePerson(running, account, 'done')
    const answer = await client.call('get_behavioral_summary', { profileId }, ({ progress }) =>
      reported.push(progress),
    )
    expect(answer.structuredContent).toMatchObject({ profileId, debriefGenerated: true })
    expect(reported).toEqual(reported.toSorted((a, b) => a - b))
  })

  test('reads a tool’s refusal as text', async () => {
    const client = await connect(account.token)
    const answer = await client.call('delete_tag', { tagId: 'nobody' })
    expect(answer).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^Tag not found/) }],
    })
  })

  test('gets 403 for a missing scope, and 401 for a revoked app', async () => {
    const app = await grantApp(account, { scopes: ['profiles:read'] })
    const client = await connect(app.token)
    const refused = await client.call('list_tags').catch((error: unknown) => error)
    expect(String(refused)).toMatch(/insufficient_scope|insufficient scope/i)
    if (connect !== connectOlderClient) expect(refused).toBeInstanceOf(InsufficientScopeError)
    await client.call('list_profiles')
    await revoke(running, account, 'grant', app.grantId)
    await expect(client.call('list_profiles')).rejects.toThrow()
  })
}
