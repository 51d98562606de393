import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../contract/caller.ts'
import type { Allowance } from '../../contract/request.ts'
import type { Gate } from '../../gate.ts'
import { acceptsEventStream } from '../accept.ts'
import { registerCors } from '../cors.ts'
import { methodNotAllowed } from '../methods.ts'
import { rateLimitHeaders } from '../rate-limit-headers.ts'
import type { RequestLog } from '../request-log.ts'
import { extendSocketTimeout } from '../socket-timeout.ts'
import { createHostCheck } from './host-check.ts'
import { isReadonlyRequest, refuseUnknownQuery } from './readonly-query.ts'
import type { McpRegistry } from './registry.ts'
import { createMcpRequestContext, type McpRequestContext } from './request-context.ts'
import type { McpTimeouts } from './timeouts.ts'
import type { Toolbox } from './tools.ts'
import { createMcpTransport } from './transport.ts'

export type McpSettings = {
  gate: Gate
  toolbox: Toolbox
  /** What is left of it for who asked for no more than reading. */
  readonlyToolbox: Toolbox
  registry: McpRegistry
  /** The address of this endpoint. */
  address: string
  /** Addresses by which the service may be called; nothing is derived from the Host header, it is only compared. */
  serviceUrls: readonly string[]
  /** Browser origins whose pages may call. */
  allowedOrigins: readonly string[]
  version: string
  websiteUrl: string
  timeouts: McpTimeouts
  /** Whoever the token of a request stands for; refuses as the other doors do. */
  authenticate: (request: FastifyRequest) => Promise<Caller>
  log: RequestLog
}

/** The door for models (Model Context Protocol, streamable HTTP). It takes POST and keeps no session. */
export async function registerMcp(app: FastifyInstance, settings: McpSettings): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const refuseForeign = createHostCheck(settings.serviceUrls, settings.allowedOrigins)
  app.addHook('onRequest', async (request) => refuseForeign(request))
  await registerCors(app, settings.allowedOrigins, { methods: ['POST'], allowedHeaders })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    request.caller = await settings.authenticate(request)
    refuseUnknownQuery(request)
  })
  const toolboxOf = (request: FastifyRequest) =>
    isReadonlyRequest(request) ? settings.readonlyToolbox : settings.toolbox
  const transport = createMcpTransport(settings, settings.address)
  app.post('/', async (request, reply) => {
    const context = createRequestContext(settings.gate, request, reply, toolboxOf(request))
    const response = await transport(request, context, abortOnClose(reply)).catch((error: unknown) => ({
      error,
    }))
    await context.finalize().catch((refusal: unknown) => {
      if (response instanceof Response) void response.body?.cancel()
      throw refusal
    })
    if (!(response instanceof Response)) throw response.error
    return sendResponse(reply, response)
  })
  const others = methodNotAllowed(['POST'])
  app.route({
    method: others.methods,
    url: '/',
    handler: async (request, reply) => {
      await createRequestContext(settings.gate, request, reply, toolboxOf(request)).finalize()
      return others.handler(request, reply)
    },
  })
}

/** What the protocol's own clients send from a page; sessions and resumption are ignored, and not refused. */
const allowedHeaders = [
  ...['Authorization', 'Content-Type', 'Accept', 'X-Request-Id', 'Traceparent'],
  ...['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name', 'Mcp-Session-Id', 'Last-Event-ID'],
]

function createRequestContext(
  gate: Gate,
  request: FastifyRequest,
  reply: FastifyReply,
  toolbox: Toolbox,
): McpRequestContext {
  if (!request.caller) throw new Error('A route was reached without authentication.')
  const metadata = {
    id: String(request.id),
    onRateLimit: (allowance: Allowance) => {
      // A batch may still be counted when its first answers are on their way.
      if (!reply.raw.headersSent) reply.headers(rateLimitHeaders(allowance))
    },
  }
  const streams = acceptsEventStream(request.headers.accept)
  return createMcpRequestContext(gate, request.caller, metadata, {
    toolbox,
    acceptsStreams: streams,
    keepConnectionOpen: () => extendSocketTimeout(reply),
  })
}

/** Aborted when the client leaves before its answer: closing the stream is how it cancels. */
function abortOnClose(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone.signal
}

async function sendResponse(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  if (reply.raw.destroyed) {
    // The client left before its first word, which is how it cancels, and no fault that anybody should look into.
    await answer.body?.cancel()
    return reply.hijack()
  }
  const type = answer.headers.get('content-type')
  reply.code(answer.status)
  if (type) reply.header('content-type', type)
  if (!answer.body || !type?.startsWith('text/event-stream')) return reply.send(await answer.text())
  // A proxy that collects what it passes on would hold back every word of a stream.
  reply.header('x-accel-buffering', 'no')
  return reply.send(Readable.fromWeb(answer.body as never))
}
