import { beforeAll, describe, expect, test } from 'vitest'
import { createAppGranter } from '../support/delegates.ts'
import { type Agent, agentAt, modernHeaders, modernMessage } from '../support/mcp-client.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'

let running: TestService
let account: TestAccount
let agent: Agent
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
  agent = agentAt(running.url, account.token)
})

test('400 and -32602 for a request of 2026-07-28 without its required metadata', async () => {
  const { params: _, ...bare } = modernMessage('tools/list')
  for (const body of [bare, { ...bare, params: {} }, { ...bare, params: { _meta: {} } }]) {
    const answer = await agent.post(body, modernHeaders('tools/list'))
    expect([answer.status, answer.body.error.code]).toEqual([400, -32602])
  }
})

test('every result of 2026-07-28 is complete, and lists and reads declare their cache lifetime and scope', async () => {
  const methods = [
    'tools/list',
    'prompts/list',
    'resources/list',
    'resources/templates/list',
    'server/discover',
  ]
  for (const method of methods) {
    const { result } = (await agent.request(method, {}, 'modern')).body
    expect(result, method).toMatchObject({ resultType: 'complete', cacheScope: 'private' })
    expect(result.ttlMs, method).toBeGreaterThanOrEqual(0)
    if (method === 'server/discover') continue
    const older = (await agent.request(method)).body.result
    for (const key of ['resultType', 'cacheScope', 'ttlMs']) expect(older, method).not.toHaveProperty(key)
  }
  const [{ uri }] = (await agent.request('resources/list')).body.result.resources
  const headers = { ...modernHeaders('resources/read'), 'mcp-name': uri }
  const { result } = (await agent.post(modernMessage('resources/read', { uri }), headers)).body
  expect(result).toMatchObject({ resultType: 'complete', cacheScope: 'private', ttlMs: expect.any(Number) })
})

test('the server declares its name, website and an inline icon, and no notifications, logging or tasks', async () => {
  const { result } = (await agent.request('server/discover', {}, 'modern')).body
  const identity = result._meta['io.modelcontextprotocol/serverInfo']
  expect(identity).toMatchObject({ name: 'timbre', title: 'Timbre', websiteUrl: running.url })
  const [icon] = identity.icons
  expect(icon.mimeType).toBe('image/svg+xml')
  expect(decodeURIComponent(icon.src)).toMatch(/^data:image\/svg\+xml,<svg [^<]*<path [^<]*\/><\/svg>$/)
  expect(icon.src.length).toBeLessThan(500)
  for (const part of ['tools', 'prompts', 'resources']) {
    expect(result.capabilities[part]).toEqual({ listChanged: false })
  }
  expect(result.capabilities).not.toHaveProperty('logging')
  expect(result.capabilities).not.toHaveProperty('tasks')
  for (const name of ['list_profiles', 'get_behavioral_summary', 'send_assessment_invite'])
    expect(result.instructions).toContain(name)
})

test('401 for an expired token', async () => {
  const app = await (await createAppGranter(running))(account)
  const past = Math.floor(Date.now() / 1000) - 3600
  const expired = await app.issueToken({ iat: past - 60, exp: past })
  const answer = await agentAt(running.url, expired).request('tools/list')
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"')
})

describe('a caller’s trace context', () => {
  const trace = (last: string) => `00-4bf92f3577b34da6a3ce929d0e0e47${last}-00f067aa0ba902b7-01`
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const lineOf = async (body: unknown, headers: Record<string, string> = {}) => {
    const answer = await agent.post(body, headers)
    const id = answer.headers.get('x-request-id')
    await expect.poll(() => running.logged()).toContain(`"reqId":"${id}"`)
    const lines = running.logged().split('\n').filter(Boolean)
    return JSON.parse(lines.find((line) => line.includes(`"reqId":"${id}"`)) ?? '{}')
  }

  test('is logged from the header or the message, which takes precedence', async () => {
    expect((await lineOf(list, { traceparent: trace('01') })).traceparent).toBe(trace('01'))
    const message = { ...list, params: { _meta: { traceparent: trace('02') } } }
    expect((await lineOf(message, { traceparent: trace('01') })).traceparent).toBe(trace('02'))
  })

  test.each([
    '',
    'x',
    `${trace('01')}-more`,
    trace('01').toUpperCase(),
    `ff${trace('01').slice(2)}`,
    '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
  ])('is dropped if it is "%s"', async (traceparent) => {
    const line = await lineOf({ ...list, params: { _meta: { traceparent } } }, { traceparent })
    expect(line).not.toHaveProperty('traceparent')
  })
})
