import type { Json } from './service.ts'

/** An answer of the MCP endpoint: the HTTP response and the message in it. */
export type McpAnswer = { status: number; headers: Headers; body: Json; text: string }

/** Legacy clients begin with a handshake; clients of 2026-07-28 describe themselves in every request. */
export type Era = 'legacy' | 'modern'
export const eras: readonly Era[] = ['legacy', 'modern']

const modernVersion = '2026-07-28'

const envelope = {
  'io.modelcontextprotocol/protocolVersion': modernVersion,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
}

export type Agent = {
  post: (body: unknown, headers?: Record<string, string>) => Promise<McpAnswer>
  request: (method: string, params?: Record<string, unknown>, era?: Era) => Promise<McpAnswer>
  call: (tool: string, input?: unknown, era?: Era) => Promise<McpAnswer>
}

/** A client of the MCP endpoint, with or without a token. */
export function agentAt(url: string, token?: string): Agent {
  const post: Agent['post'] = async (body, headers = {}) => {
    const response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body:
        typeof body === 'string' ? body : Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: parse(text), text }
  }
  const request: Agent['request'] = (method, params = {}, era = 'legacy') => {
    if (era === 'legacy') return post({ jsonrpc: '2.0', id: 1, method, params })
    const message = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } }
    return post(message, modernHeaders(method, params.name ?? params.uri))
  }
  return {
    post,
    request,
    call: (tool, input, era) =>
      request('tools/call', { name: tool, ...(input === undefined ? {} : { arguments: input }) }, era),
  }
}

export function modernHeaders(method: string, name?: unknown): Record<string, string> {
  return {
    'mcp-protocol-version': modernVersion,
    'mcp-method': method,
    ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
  }
}

/** A message of 2026-07-28, for tests that change one part of it. */
export function modernMessage(method: string, params: Record<string, unknown> = {}) {
  return { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } }
}

/** The structured result of a tool call. Throws if the tool refused. */
export function resultOf(answer: McpAnswer): Json {
  const { result } = answer.body ?? {}
  if (answer.status !== 200 || !result || result.isError) throw new Error(`${answer.status} ${answer.text}`)
  return result.structuredContent
}

/** The text of a tool's refusal. Throws if the call succeeded or if the refusal carries more than text. */
export function mcpErrorOf(answer: McpAnswer): string {
  const { result } = answer.body ?? {}
  if (answer.status !== 200 || result?.isError !== true) throw new Error(`${answer.status} ${answer.text}`)
  if ('structuredContent' in result || result.content.length !== 1) throw new Error(answer.text)
  return result.content[0].text
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
