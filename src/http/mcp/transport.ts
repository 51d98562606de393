import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import { Failure } from '../../contract/failure.ts'
import { refuseUnacceptable } from '../accept.ts'
import { parseJson, refuseEncodedBody, refuseOtherTypes } from '../body.ts'
import { scopesOfMessage } from './handlers.ts'
import type { McpRequestContext } from './request-context.ts'
import { traceparentOf, wantsProgress } from './rpc-message.ts'
import { createServer, type ServerSettings } from './server.ts'
import { startAtFirstEvent } from './stream.ts'

/** Handles one POST. Protocol errors are part of the response; requests without a valid message fail. */
export type McpTransport = (
  request: FastifyRequest,
  context: McpRequestContext,
  signal: AbortSignal,
) => Promise<Response>

/**
 * Serves both generations of the protocol at one address: revision 2026-07-28, whose requests are self-contained, and
 * earlier ones, which start with a handshake. Both are stateless here.
 */
export function createMcpTransport(settings: ServerSettings, address: string): McpTransport {
  const modern = createMcpHandler(({ authInfo }) => createServer(settings, contextFromAuthInfo(authInfo)), {
    legacy: 'reject',
    keepAliveMs: settings.timeouts.keepAlive,
  })
  return async (request, context, signal) => {
    refuseUnacceptable(request.headers.accept)
    refuseEncodedBody(request.headers['content-encoding'])
    refuseOtherTypes(request.headers['content-type'])
    const parsedBody = parse(request.body as Buffer | undefined)
    if (parsedBody instanceof Response) return parsedBody
    request.trace = traceparentOf(parsedBody) ?? request.trace
    if (Array.isArray(parsedBody)) {
      const needed = parsedBody.flatMap((message) => scopesOfMessage(message, context, settings.registry))
      await context.authorizeBatch([...new Set(needed)])
    }
    const mcpRequest = new Request(address, { method: 'POST', headers: headersOf(request), signal })
    if (await isLegacyRequest(mcpRequest, parsedBody)) {
      return serveLegacy(settings, context, {
        mcpRequest,
        parsedBody: withoutCancellations(parsedBody),
        signal,
      })
    }
    return modern.fetch(mcpRequest, { parsedBody, authInfo: authInfoOf(context) })
  }
}

/**
 * By default, the SDK sends every older client a stream, and refuses clients that only accept JSON. Here only slow
 * tools with a progress token get a stream.
 */
async function serveLegacy(
  settings: ServerSettings,
  context: McpRequestContext,
  { mcpRequest, parsedBody, signal }: { mcpRequest: Request; parsedBody: unknown; signal: AbortSignal },
): Promise<Response> {
  const isStream = context.acceptsStreams && wantsProgress(parsedBody, context.toolbox)
  const server = createServer(settings, context)
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: !isStream,
    keepAliveMs: settings.timeouts.keepAlive,
  })
  await server.connect(transport)
  const close = () => void server.close()
  // Older clients cancel with a notification, but closing the connection frees the server as well.
  signal.addEventListener('abort', close, { once: true })
  try {
    const response = await transport.handleRequest(mcpRequest, { parsedBody })
    // A server that has answered holds nothing; closing it would only make an error with a stack for nobody.
    return isStream && response.body ? await startAtFirstEvent(response, close) : response
  } catch (error) {
    close()
    throw error
  }
}

/**
 * Removes cancellations from batches. Without sessions they could only refer to a message of the same batch, and the
 * SDK would never respond to that message.
 */
function withoutCancellations(parsedBody: unknown): unknown {
  if (!Array.isArray(parsedBody)) return parsedBody
  const remaining = parsedBody.filter((message) => message?.method !== 'notifications/cancelled')
  return remaining.length > 0 ? remaining : parsedBody
}

function parse(body: Buffer | undefined): unknown {
  try {
    return parseJson(body ?? Buffer.alloc(0), forbidden)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const parseError = { code: -32700, message: `Parse error: ${error.message}` }
    return Response.json({ jsonrpc: '2.0', id: null, error: parseError }, { status: 400 })
  }
}

/** The SDK drops this field silently, so tools couldn't refuse it like other unknown fields. */
const forbidden = ['__proto__']

/** The protocol headers, but not the token or a session id, which the SDK doesn't need. */
function headersOf({ headers }: FastifyRequest): Headers {
  const forwarded = Object.entries(headers).filter(([name]) => protocolHeaders.has(name))
  return new Headers([
    ...forwarded.map(([name, value]): [string, string] => [name, String(value)]),
    ['accept', 'application/json, text/event-stream'],
    ['content-type', 'application/json'],
  ])
}

const protocolHeaders = new Set(['mcp-protocol-version', 'mcp-method', 'mcp-name'])

/** The SDK passes this through to `createServer` unchanged, so it carries the request context. */
function authInfoOf(context: McpRequestContext) {
  return { token: '', clientId: '', scopes: [], extra: { context } }
}

function contextFromAuthInfo(authInfo: { extra?: Record<string, unknown> } | undefined): McpRequestContext {
  const context = authInfo?.extra?.context as McpRequestContext | undefined
  if (!context) throw new Error('The SDK passed no request context.')
  return context
}
