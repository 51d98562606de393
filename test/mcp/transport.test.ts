import { beforeAll, describe, expect, test } from 'vitest'
import { expectEnvelope } from '../support/envelope.ts'
import { type Agent, agentAt, eras, modernHeaders, modernMessage } from '../support/mcp-client.ts'
import { requestHead, sendRaw } from '../support/raw-http.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'

const app = 'https://app.example.com'
const list = { jsonrpc: '2.0', id: 7, method: 'tools/list' }

let running: TestService
let account: TestAccount
let agent: Agent
beforeAll(async () => {
  running = await startTestService({ ALLOWED_ORIGINS: app })
  account = await running.account()
  agent = agentAt(running.url, account.token)
})

const errorOf = async (answer: ReturnType<Agent['post']>) => {
  const { status, body, text } = await answer
  expectPlain(text)
  return [status, body?.error?.code]
}

function expectPlain(text: string): void {
  expect(text).not.toMatch(/\bat [\w.<>]+ \(|node_modules|\/src\//)
}

describe('a request', () => {
  test.each(['application/json', '*/*', 'application/json, text/event-stream', 'application/*;q=0.5'])(
    '200 in JSON for Accept: %s, for both versions',
    async (accept) => {
      const legacy = await agent.post(list, { accept })
      const modern = await agent.post(modernMessage('tools/list'), { ...modernHeaders('tools/list'), accept })
      for (const { status, headers, body } of [legacy, modern]) {
        expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
        expect(body.result.tools.length).toBeGreaterThan(5)
      }
    },
  )

  test('may have a progress token, and the answer is still JSON', async () => {
    const params = { name: 'list_tags', arguments: {}, _meta: { progressToken: 'a' } }
    const answer = await agent.post({ jsonrpc: '2.0', id: 'x', method: 'tools/call', params })
    expect([answer.status, answer.body.id]).toEqual([200, 'x'])
  })

  test.each([
    ['406 for HTML', { accept: 'text/html' }, 406],
    ['406 for streams alone', { accept: 'text/event-stream' }, 406],
    ['415 for text', { 'content-type': 'text/plain' }, 415],
    ['415 for a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['415 for what is compressed', { 'content-encoding': 'gzip' }, 415],
  ])('%s', async (_, headers, status) => {
    const answer = await agent.post(list, headers as never)
    expect(answer.status).toBe(status)
    expectEnvelope(answer, 'mcp')
  })

  test.each(['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'])(
    '405 with Allow: POST for %s; 401 first without a token',
    async (method) => {
      const ask = (headers: Record<string, string>) => fetch(`${running.url}/mcp`, { method, headers })
      const known = await ask({ authorization: `Bearer ${account.token}` })
      expect([known.status, known.headers.get('allow')]).toEqual([405, 'POST'])
      const unknown = await ask({})
      expect([unknown.status, unknown.headers.get('allow')]).toEqual([401, null])
    },
  )

  test('may have a trailing slash in the address', async () => {
    const answer = await fetch(`${running.url}/mcp/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${account.token}` },
      body: JSON.stringify(list),
    })
    expect(answer.status).toBe(200)
  })

  test('413 above one MiB; deep nesting is refused with a text', async () => {
    const large = await agent.post({ ...list, params: { filler: 'x'.repeat(1024 * 1024) } })
    expect(large.status).toBe(413)
    expectEnvelope(large, 'large')
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_tags","arguments":{"search":${deep}}}}`
    const answer = await agent.post(call)
    expect(answer.status).toBe(200)
    expect(answer.text).toMatch(/nested too deeply|must be text/)
  })
})

describe('JSON-RPC', () => {
  test.each([
    ['what is no JSON', '{', -32700],
    ['nothing', '', -32700],
    ['what is not UTF-8', Buffer.from([0x22, 0xff, 0x22]), -32700],
    ['a field that is named twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list"}', -32700],
    ['an object that is no message', { hello: 1 }, -32600],
    ['null', 'null', -32600],
    ['an empty batch', [], -32600],
    ['a batch of no messages', [1], -32600],
    ['a batch with a message of 2026-07-28', [list, modernMessage('tools/list')], -32600],
  ])('400 for %s', async (_, body, code) => {
    expect(await errorOf(agent.post(body))).toEqual([400, code])
  })

  test('202 without a body for notifications and for posted responses', async () => {
    for (const body of [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 3, result: {} },
    ]) {
      const { status, text } = await agent.post(body)
      expect([status, text]).toEqual([202, ''])
    }
  })

  test('a batch of the oldest version is answered as one', async () => {
    const ping = { jsonrpc: '2.0', id: 8, method: 'ping' }
    const { status, body } = await agent.post([list, ping])
    expect(status).toBe(200)
    expect(body.map((one: { id: number }) => one.id).sort()).toEqual([7, 8])
  })

  test('a call in a batch whose tool is not named by text is -32602', async () => {
    const nameless = { jsonrpc: '2.0', id: 8, method: 'tools/call', params: { name: { toString: 1 } } }
    const { status, body } = await agent.post([nameless])
    expect([status, [body].flat()[0].error.code]).toEqual([200, -32602])
  })

  test('an unknown method is -32601: with 200 for older clients, with 404 for those of 2026-07-28', async () => {
    expect(await errorOf(agent.request('nothing/here'))).toEqual([200, -32601])
    expect(await errorOf(agent.request('nothing/here', {}, 'modern'))).toEqual([404, -32601])
    for (const method of ['initialize', 'ping', 'logging/setLevel', 'resources/subscribe']) {
      expect(await errorOf(agent.request(method, {}, 'modern')), method).toEqual([404, -32601])
    }
  })

  test.each(['"__proto__"', '"__\\u0070roto__"'])(
    'a field called %s is 400 and -32700 anywhere, and the tool is not called',
    async (name) => {
      const call = '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"list_tags","arguments":'
      for (const params of [`{${name}:{"limit":1}}`, `{"search":"a","x":[{${name}:1}]}`]) {
        const { status, body } = await agent.post(`${call}${params}}}`)
        expect([status, body.error.code]).toEqual([400, -32700])
        expect(body.error.message).toContain('__proto__')
      }
    },
  )

  test.each(eras)('an unknown tool is -32602 with its name (%s)', async (era) => {
    for (const name of ['no_such_tool', '__proto__', 'constructor', 'get_account']) {
      const answer = await agent.call(name, {}, era)
      expect([answer.status, answer.body.error.code], name).toEqual([200, -32602])
      expect(answer.body.error.message).toContain(name)
    }
  })
})

describe('versions', () => {
  test.each(['2025-11-25', '2025-06-18', '2025-03-26'])(
    'the handshake accepts %s',
    async (protocolVersion) => {
      const { body } = await agent.request('initialize', handshake(protocolVersion))
      expect(body.result).toMatchObject({ protocolVersion, serverInfo: { name: 'timbre', title: 'Timbre' } })
      const { tools, prompts, resources, ...others } = body.result.capabilities
      for (const part of [tools, prompts, resources]) expect(part).toEqual({ listChanged: false })
      expect(Object.keys(others).filter((name) => !['completions', 'extensions'].includes(name))).toEqual([])
      expect(body.result.instructions).toContain('list_profiles')
      const after = await agent.post(list, { 'mcp-protocol-version': protocolVersion })
      expect(after.status).toBe(200)
    },
  )

  test('and offers 2025-11-25 for an unknown one', async () => {
    const { body } = await agent.request('initialize', handshake('1999-01-01'))
    expect(body.result.protocolVersion).toBe('2025-11-25')
  })

  test('400 for a header with an unknown one; without the header all are served', async () => {
    expect((await agent.post(list, { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400)
    expect((await agent.post(list)).status).toBe(200)
  })

  test('2026-07-28 is discovered without a handshake', async () => {
    const { status, body } = await agent.request('server/discover', {}, 'modern')
    expect(status).toBe(200)
    expect(body.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: { listChanged: false } },
      ttlMs: expect.any(Number),
      cacheScope: 'private',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'timbre' } },
    })
  })

  test('its results declare completeness and cache lifetime; older versions get no such keys', async () => {
    const modern = (await agent.request('tools/list', {}, 'modern')).body.result
    expect(modern).toMatchObject({ resultType: 'complete', cacheScope: 'private', ttlMs: 300_000 })
    const legacy = (await agent.request('tools/list')).body.result
    expect(Object.keys(legacy)).toEqual(['tools'])
    expect((await agent.call('list_tags', {}, 'modern')).body.result.resultType).toBe('complete')
    expect((await agent.call('list_tags')).body.result.resultType).toBeUndefined()
  })

  const call = modernMessage('tools/call', { name: 'list_tags', arguments: {} })
  const right = modernHeaders('tools/call', 'list_tags')
  test.each([
    ['another method in the header', { ...right, 'mcp-method': 'tools/list' }],
    ['another name in the header', { ...right, 'mcp-name': 'list_profiles' }],
    ['no name in the header', { ...right, 'mcp-name': undefined }],
    ['no method in the header', { ...right, 'mcp-method': undefined }],
    ['another revision in the header', { ...right, 'mcp-protocol-version': '2025-06-18' }],
  ])('400 and -32020 for %s', async (_, headers) => {
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
    expect(await errorOf(agent.post(call, sent as Record<string, string>))).toEqual([400, -32020])
  })

  test('a name may be base64-encoded, and header names are case-insensitive', async () => {
    const name = `=?base64?${Buffer.from('list_tags').toString('base64')}?=`
    const headers = { 'MCP-Protocol-Version': '2026-07-28', 'MCP-METHOD': 'tools/call', 'Mcp-Name': name }
    expect((await agent.post(call, headers)).status).toBe(200)
  })

  test('400 and -32022 with the supported ones for a later version', async () => {
    const later = JSON.parse(JSON.stringify(call).replaceAll('2026-07-28', '2031-01-01'))
    const answer = await agent.post(later, { ...right, 'mcp-protocol-version': '2031-01-01' })
    expect([answer.status, answer.body.error.code]).toEqual([400, -32022])
    expect(answer.body.error.data.supported).toEqual(['2026-07-28'])
  })

  test('a subscription is acknowledged as empty and ends, because there are no notifications', async () => {
    const listen = await agent.request(
      'subscriptions/listen',
      { notifications: { toolsListChanged: true } },
      'modern',
    )
    expect([listen.status, listen.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    expect(listen.headers.get('x-accel-buffering')).toBe('no')
    expect(listen.text).toContain('"resultType":"complete"')
  })

  test('session and resumption headers are ignored: neither refused nor sent', async () => {
    const answer = await agent.post(list, { 'mcp-session-id': 'mine', 'last-event-id': '4' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('mcp-session-id')).toBeNull()
  })
})

const handshake = (protocolVersion: string) => ({
  protocolVersion,
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
})

describe('the origin of a request', () => {
  const raw = (headers: Record<string, string>, target = '/mcp') =>
    sendRaw(running.url, requestHead('GET', target, { authorization: `Bearer ${account.token}`, ...headers }))

  test.each([
    'evil.example.com',
    'evil.example.com:80',
    'localhost.evil.example.com',
    'app.example.com.evil',
    '[',
    'evil@localhost',
  ])('403 before the token is checked when the Host is %s', async (host) => {
    const answer = await raw({ host, authorization: 'Bearer nothing' })
    expect(answer.status).toBe(403)
    expect(answer.headers['www-authenticate']).toBeUndefined()
  })

  test.each(['localhost', 'localhost:4711', '127.0.0.1:80', 'app.example.com', 'LOCALHOST'])(
    'the Host %s is accepted',
    async (host) => {
      expect((await raw({ host })).status).toBe(405)
    },
  )

  test('a target in absolute form is checked against the same names', async () => {
    expect((await raw({}, 'http://evil.example.com/mcp')).status).not.toBe(405)
  })

  test.each(['https://evil.example.com', 'null', 'http://app.example.com', `${app}:8443`, ''])(
    '403 before the token is checked when the Origin is "%s"',
    async (origin) => {
      const answer = await agentAt(running.url).post(list, { origin })
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null])
      expectEnvelope(answer, origin)
    },
  )

  test('programs on the same machine may send their own origin while the service is local, without CORS headers', async () => {
    const answer = await agent.post(list, { origin: 'http://127.0.0.1:6274' })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, null])
  })

  test('a page of an allowed origin can read answers, refusals and the headers that it needs', async () => {
    for (const origin of [app, new URL(running.url).origin]) {
      const known = await agent.post(list, { origin })
      const unknown = await agentAt(running.url).post(list, { origin })
      expect([known.status, unknown.status]).toEqual([200, 401])
      for (const { headers } of [known, unknown]) {
        expect(headers.get('access-control-allow-origin')).toBe(origin)
        expect(headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
        expect(headers.has('access-control-allow-credentials')).toBe(false)
      }
    }
  })

  test('its preflight is 204 without a token, and lists the protocol’s headers', async () => {
    const names = ['authorization', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']
    const answer = await fetch(`${running.url}/mcp`, {
      method: 'OPTIONS',
      headers: {
        origin: app,
        'access-control-request-method': 'POST',
        'access-control-request-headers': names.join(', '),
      },
    })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, app])
    expect(answer.headers.get('access-control-allow-methods')).toBe('POST')
    const allowed = answer.headers.get('access-control-allow-headers')?.toLowerCase()
    for (const name of names) expect(allowed).toContain(name)
  })

  test('every answer is no-store and has an id', async () => {
    for (const answer of [
      await agent.post(list),
      await agentAt(running.url).post(list),
      await agent.post('{'),
    ]) {
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('x-request-id')).toBeTruthy()
    }
  })
})

test('the metadata of each location names its resource', async () => {
  for (const [path, resource] of [
    ['', running.url],
    ['/mcp', `${running.url}/mcp`],
  ]) {
    const answer = await fetch(`${running.url}/.well-known/oauth-protected-resource${path}`)
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(await answer.json()).toEqual({
      resource,
      authorization_servers: [running.url],
      scopes_supported: ['profiles:read', 'profiles:write', 'tags:manage', 'account:read', 'account:write'],
      bearer_methods_supported: ['header'],
    })
  }
})
