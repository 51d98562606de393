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

/** Answers one POST. Messages of the protocol are answered in it; what is no message is a `Failure`. */
export type McpTransport = (
  request: FastifyRequest,
  context: McpRequestContext,
  signal: AbortSignal,
) => Promise<Response>

/**
 * Serves both generations at one address: the revision 2026-07-28, whose requests carry all they need, and those
 * before it, whose clients begin with a handshake. Neither leaves anything behind for the next request.
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
    const asked = new Request(address, { method: 'POST', headers: headersOf(request), signal })
    if (await isLegacyRequest(asked, parsedBody)) {
      return serveLegacy(settings, context, {
        asked,
        parsedBody: withoutCancellations(parsedBody),
        gone: signal,
      })
    }
    return modern.fetch(asked, { parsedBody, authInfo: authInfoOf(context) })
  }
}

/**
 * The library would answer every older client with a stream, and refuse those that take JSON alone. A stream is only
 * for those who asked to hear how work goes on, where it can take long enough to tell.
 */
async function serveLegacy(
  settings: ServerSettings,
  context: McpRequestContext,
  { asked, parsedBody, gone }: { asked: Request; parsedBody: unknown; gone: AbortSignal },
): Promise<Response> {
  const isStream = context.acceptsStreams && wantsProgress(parsedBody, context.toolbox)
  const server = createServer(settings, context)
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: !isStream,
    keepAliveMs: settings.timeouts.keepAlive,
  })
  await server.connect(transport)
  const close = () => void server.close()
  // Older clients cancel by a message of its own; whoever leaves leaves nothing behind either.
  gone.addEventListener('abort', close, { once: true })
  try {
    const answer = await transport.handleRequest(asked, { parsedBody })
    if (isStream && answer.body) return await startAtFirstEvent(answer, close)
    close()
    return answer
  } catch (error) {
    close()
    throw error
  }
}

/**
 * No earlier request is known here, so that a cancellation could only mean one of its own batch; the library would
 * give that one no answer, and its client would wait for it in vain.
 */
function withoutCancellations(parsedBody: unknown): unknown {
  if (!Array.isArray(parsedBody)) return parsedBody
  const others = parsedBody.filter((message) => message?.method !== 'notifications/cancelled')
  return others.length > 0 ? others : parsedBody
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

/** The library drops this one unseen, so that a tool could not refuse it as it refuses all it does not know. */
const forbidden = ['__proto__']

/** The headers that belong to the protocol, and no others: neither the token nor a session is any of its business. */
function headersOf({ headers }: FastifyRequest): Headers {
  const own = Object.entries(headers).filter(([name]) => protocolHeaders.has(name))
  return new Headers([
    ...own.map(([name, value]): [string, string] => [name, String(value)]),
    ['accept', 'application/json, text/event-stream'],
    ['content-type', 'application/json'],
  ])
}

const protocolHeaders = new Set(['mcp-protocol-version', 'mcp-method', 'mcp-name'])

/** The library hands this on unseen; the visit rides in it, and says all there is to know of the caller. */
function authInfoOf(context: McpRequestContext) {
  return { token: '', clientId: '', scopes: [], extra: { context } }
}

function contextFromAuthInfo(authInfo: { extra?: Record<string, unknown> } | undefined): McpRequestContext {
  const context = authInfo?.extra?.context as McpRequestContext | undefined
  if (!context) throw new Error('A server was asked for without a caller.')
  return context
}
