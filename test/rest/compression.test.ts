import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { catalog } from '../../src/catalog.ts'
import { isCompressible } from '../../src/http/compression.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'

let running: TestService
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
  for (let count = 0; count < 6; count++) {
    const created = await account.call('POST', '/profile', { firstName: `Person ${count}` })
    expect(created.status).toBe(201)
  }
})

type Sent = { status: number; headers: IncomingHttpHeaders; bytes: Buffer }

/** Returns the bytes as sent, which fetch would decode. */
function send(
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body?: object,
): Promise<Sent> {
  const { promise, resolve, reject } = Promise.withResolvers<Sent>()
  const request = httpRequest(url, {
    method,
    headers: {
      authorization: `Bearer ${account.token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
  })
  request.on('error', reject)
  request.on('response', (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () =>
      resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
    )
  })
  request.end(body && JSON.stringify(body))
  return promise
}

const api = (method: string, path: string, accepted?: string, body?: object) =>
  send(method, running.baseUrl + path, accepted ? { 'accept-encoding': accepted } : {}, body)

describe('a long response to a read', () => {
  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const)(
    'for a client that accepts %s is sent as %s, with the same content',
    async (accepted, encoding, open) => {
      const plain = await api('GET', '/profiles')
      const compressed = await api('GET', '/profiles', accepted)
      expect(compressed.headers['content-encoding']).toBe(encoding)
      expect(open(compressed.bytes)).toEqual(plain.bytes)
      expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 2)
      expect(Number(compressed.headers['content-length'])).toBe(compressed.bytes.length)
    },
  )

  test.each([undefined, 'identity', 'br;q=0'])(
    'is not compressed for a client that accepts %s',
    async (accepted) => {
      const { headers, bytes } = await api('GET', '/profiles', accepted)
      expect(headers['content-encoding']).toBeUndefined()
      expect(JSON.parse(bytes.toString())).toMatchObject({ status: 'success' })
    },
  )

  test('varies by Accept-Encoding, compressed or not, also for HEAD and for other origins', async () => {
    const origin = { origin: new URL(running.url).origin }
    for (const [method, headers] of [
      ['GET', {}],
      ['GET', { 'accept-encoding': 'br' }],
      ['HEAD', { 'accept-encoding': 'br', ...origin }],
    ] as const) {
      const answer = await send(method, `${running.baseUrl}/profiles`, headers)
      expect([answer.status, answer.headers.vary]).toEqual([200, expect.stringMatching(/accept-encoding/i)])
    }
  })

  test('has the same headers for HEAD, without a body', async () => {
    const [get, head] = [await api('GET', '/profiles', 'br'), await api('HEAD', '/profiles', 'br')]
    const names = ['content-encoding', 'content-length', 'content-type', 'link', 'vary', 'cache-control']
    const pick = ({ headers }: Sent) => names.map((name) => headers[name])
    expect(pick(head)).toEqual(pick(get))
    expect(head.bytes).toHaveLength(0)
  })
})

describe('what is never compressed', () => {
  test('is a short response, and a refusal', async () => {
    for (const path of ['/test', '/profile/none', '/nowhere'])
      expect((await api('GET', path, 'br')).headers['content-encoding']).toBeUndefined()
  })

  test('is a token', async () => {
    const { clientId, clientSecret } = account
    const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    const { status, headers } = await api('POST', '/auth', 'br, gzip', body)
    expect([status, headers['content-encoding']]).toEqual([200, undefined])
  })

  test('is the response to a write, however long, also when it is replayed', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => ({ email: `p${at}@test.test`, firstName: 'Same' }))
    const headers = { 'idempotency-key': 'compressed', 'accept-encoding': 'br, gzip' }
    const post = () => send('POST', `${running.baseUrl}/profiles/import`, headers, { rows })
    const [first, again] = [await post(), await post()]
    expect(first.bytes.length).toBeGreaterThan(1_024)
    expect([first.status, first.headers['content-encoding']]).toEqual([200, undefined])
    expect([again.headers['idempotent-replayed'], again.headers['content-encoding']]).toEqual([
      'true',
      undefined,
    ])
    expect(again.bytes).toEqual(first.bytes)
  })

  test('is any response that has a secret: only reads are compressed, and none of them has one', () => {
    const compressed = catalog.filter(isCompressible)
    expect(compressed.length).toBeGreaterThan(10)
    for (const { name, output, effect } of compressed) {
      const schema = JSON.stringify(z.toJSONSchema(output, { unrepresentable: 'any' }))
      expect([name, effect, schema.match(/"\w*(secret|token|password|recoveryCode)s?":/i)]).toEqual([
        name,
        'reads',
        null,
      ])
    }
  })
})

describe('MCP', () => {
  const mcp = (method: string, params?: object, headers = {}) =>
    send(
      'POST',
      `${running.url}/mcp`,
      { accept: 'application/json, text/event-stream', 'accept-encoding': 'br', ...headers },
      {
        jsonrpc: '2.0',
        id: 1,
        method,
        params,
      },
    )

  test('compresses lists of tools and what tools read', async () => {
    for (const { headers, bytes } of [
      await mcp('tools/list'),
      await mcp('tools/call', { name: 'list_profiles', arguments: {} }),
    ]) {
      expect([headers['content-encoding'], headers.vary]).toEqual([
        'br',
        expect.stringMatching(/accept-encoding/),
      ])
      expect(JSON.parse(brotliDecompressSync(bytes).toString())).toMatchObject({ id: 1, result: {} })
    }
  })

  test('does not compress what a tool answers that writes', async () => {
    const text = 'x'.repeat(60)
    const { headers, bytes } = await mcp('tools/call', {
      name: 'create_tag',
      arguments: { label: text, color: 'emerald' },
    })
    expect(headers['content-encoding']).toBeUndefined()
    expect(bytes.toString()).toContain(text)
  })
})
