import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../contract/caller.ts'
import type { Allowance } from '../../contract/request.ts'
import { acceptsEventStream } from '../accept.ts'
import { sendCompressed } from '../compression.ts'
import { registerCors } from '../cors.ts'
import { methodNotAllowed } from '../methods.ts'
import { rateLimitHeaders } from '../rate-limit-headers.ts'
import type { RequestLog } from '../request-log.ts'
import { extendSocketTimeout } from '../socket-timeout.ts'
import { createHostCheck } from './host-check.ts'
import { isReadonlyRequest, refuseUnknownQuery } from './readonly-query.ts'
import type { McpRegistry } from './registry.ts'
import { createMcpRequestContext, type McpDoors, type McpRequestContext } from './request-context.ts'
import type { McpTimeouts } from './timeouts.ts'
import type { Toolbox } from './tools.ts'
import type { McpTransport } from './transport.ts'

export type McpSettings = McpDoors & {
  toolbox: Toolbox
  /** The tools that only read, for `?readonly=1`. */
  readonlyToolbox: Toolbox
  registry: McpRegistry
  /** The address of this endpoint. */
  address: string
  /** Addresses of the service, which the Host header is compared with. */
  serviceUrls: readonly string[]
  /** Browser origins whose pages may call this endpoint. */
  allowedOrigins: readonly string[]
  version: string
  websiteUrl: string
  timeouts: McpTimeouts
  /** Authenticates the request's token. Throws the same failures as for REST. */
  authenticate: (request: FastifyRequest) => Promise<Caller>
  log: RequestLog
}

/** The MCP endpoint (Model Context Protocol, Streamable HTTP). Stateless: accepts POST only, and keeps no sessions. */
export async function registerMcp(app: FastifyInstance, settings: McpSettings): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const checkHost = createHostCheck(settings.serviceUrls, settings.allowedOrigins)
  app.addHook('onRequest', async (request) => checkHost(request))
  await registerCors(app, settings.allowedOrigins, { methods: ['POST'], allowedHeaders })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    request.caller = await settings.authenticate(request)
    refuseUnknownQuery(request)
  })
  const toolboxOf = (request: FastifyRequest) =>
    isReadonlyRequest(request) ? settings.readonlyToolbox : settings.toolbox
  let loading: Promise<McpTransport> | undefined
  app.post('/', async (request, reply) => {
    const context = createRequestContext(settings, request, reply, toolboxOf(request))
    const signal = abortOnClose(reply)
    loading ??= loadTransport(settings)
    const transport = await loading
    const response = await transport(request, context, signal).catch((error: unknown) => ({ error }))
    await context.finalize().catch((refusal: unknown) => {
      if (response instanceof Response) void response.body?.cancel()
      throw refusal
    })
    if (!(response instanceof Response)) throw response.error
    return sendResponse(reply, response, context.isCompressible())
  })
  const otherMethods = methodNotAllowed(['POST'])
  app.route({
    method: otherMethods.methods,
    url: '/',
    handler: async (request, reply) => {
      await createRequestContext(settings, request, reply, toolboxOf(request)).finalize()
      return otherMethods.handler(request, reply)
    },
  })
}

/** With the first request, because the SDK is large and many installations have no MCP client. */
async function loadTransport(settings: McpSettings): Promise<McpTransport> {
  const { createMcpTransport } = await import('./transport.ts')
  return createMcpTransport(settings, settings.address)
}

/** Headers that MCP clients send from browsers. Those for sessions and resumption are allowed, but ignored. */
const allowedHeaders = [
  'Authorization',
  'Content-Type',
  'Accept',
  'X-Request-Id',
  'Traceparent',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Session-Id',
  'Last-Event-ID',
]

function createRequestContext(
  settings: McpDoors,
  request: FastifyRequest,
  reply: FastifyReply,
  toolbox: Toolbox,
): McpRequestContext {
  if (!request.caller) throw new Error('A route was reached without authentication.')
  const metadata = {
    id: String(request.id),
    onRateLimit: (allowance: Allowance) => {
      // Later messages of a batch may be counted after its first responses have been sent.
      if (!reply.raw.headersSent) reply.headers(rateLimitHeaders(allowance))
    },
  }
  return createMcpRequestContext(settings, request.caller, metadata, {
    toolbox,
    acceptsStreams: acceptsEventStream(request.headers.accept),
    keepConnectionOpen: () => extendSocketTimeout(reply),
  })
}

/** Aborted when the client disconnects before the response: closing the stream is how clients cancel. */
function abortOnClose(reply: FastifyReply): AbortSignal {
  const disconnected = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) disconnected.abort()
  })
  return disconnected.signal
}

/** Streams are never compressed: an event must leave at once. */
async function sendResponse(
  reply: FastifyReply,
  response: Response,
  isCompressible: boolean,
): Promise<FastifyReply> {
  if (reply.raw.destroyed) {
    // The client canceled by disconnecting, which is not an error.
    await response.body?.cancel()
    return reply.hijack()
  }
  const type = response.headers.get('content-type')
  reply.code(response.status)
  if (type) reply.header('content-type', type)
  if (!response.body || !type?.startsWith('text/event-stream')) {
    const text = await response.text()
    return isCompressible && text ? sendCompressed(reply, text) : reply.send(text)
  }
  // Prevents proxies such as nginx from buffering the stream.
  reply.header('x-accel-buffering', 'no')
  return reply.send(Readable.fromWeb(response.body as never))
}
