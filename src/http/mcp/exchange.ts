import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import { Failure } from '../../contract/failure.ts'
import { refuseUnacceptable } from '../accept.ts'
import { parseJson, refuseEncodedBody, refuseOtherTypes } from '../body.ts'
import { asksToHear, traceIn } from './message.ts'
import { createServer, type ServerSettings } from './server.ts'
import { scopesOfMessage } from './shelves.ts'
import { fromFirstWord } from './stream.ts'
import type { Visit } from './visit.ts'

/** Answers one POST. Messages of the protocol are answered in it; what is no message is a `Failure`. */
export type Exchange = (request: FastifyRequest, visit: Visit, signal: AbortSignal) => Promise<Response>

/**
 * Serves both generations at one address: the revision 2026-07-28, whose requests carry all they need, and those
 * before it, whose clients begin with a handshake. Neither leaves anything behind for the next request.
 */
export function createExchange(settings: ServerSettings, address: string): Exchange {
  const modern = createMcpHandler(({ authInfo }) => createServer(settings, visitOf(authInfo)), {
    legacy: 'reject',
    keepAliveMs: settings.waiting.keepAlive,
  })
  return async (request, visit, signal) => {
    refuseUnacceptable(request.headers.accept)
    refuseEncodedBody(request.headers['content-encoding'])
    refuseOtherTypes(request.headers['content-type'])
    const parsedBody = parse(request.body as Buffer | undefined)
    if (parsedBody instanceof Response) return parsedBody
    request.trace = traceIn(parsedBody) ?? request.trace
    if (Array.isArray(parsedBody)) {
      const needed = parsedBody.flatMap((message) => scopesOfMessage(message, visit, settings.library))
      await visit.askForMany([...new Set(needed)])
    }
    const asked = new Request(address, { method: 'POST', headers: headersOf(request), signal })
    if (await isLegacyRequest(asked, parsedBody)) {
      return serveLegacy(settings, visit, {
        asked,
        parsedBody: withoutCancellations(parsedBody),
        gone: signal,
      })
    }
    return modern.fetch(asked, { parsedBody, authInfo: authInfoOf(visit) })
  }
}

/**
 * The library would answer every older client with a stream, and refuse those that take JSON alone. A stream is only
 * for those who asked to hear how work goes on, where it can take long enough to tell.
 */
async function serveLegacy(
  settings: ServerSettings,
  visit: Visit,
  { asked, parsedBody, gone }: { asked: Request; parsedBody: unknown; gone: AbortSignal },
): Promise<Response> {
  const isStream = visit.takesStreams && asksToHear(parsedBody, visit.toolbox)
  const server = createServer(settings, visit)
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: !isStream,
    keepAliveMs: settings.waiting.keepAlive,
  })
  await server.connect(transport)
  const close = () => void server.close()
  // Older clients cancel by a message of its own; whoever leaves leaves nothing behind either.
  gone.addEventListener('abort', close, { once: true })
  try {
    const answer = await transport.handleRequest(asked, { parsedBody })
    if (isStream && answer.body) return await fromFirstWord(answer, close)
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
function authInfoOf(visit: Visit) {
  return { token: '', clientId: '', scopes: [], extra: { visit } }
}

function visitOf(authInfo: { extra?: Record<string, unknown> } | undefined): Visit {
  const visit = authInfo?.extra?.visit as Visit | undefined
  if (!visit) throw new Error('A server was asked for without a caller.')
  return visit
}
