import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../contract/caller.ts'
import type { Allowance } from '../../contract/request.ts'
import type { Gate } from '../../gate.ts'
import { takesStreams } from '../accept.ts'
import { registerCors } from '../cors.ts'
import { methodRefusal } from '../methods.ts'
import { holdOn } from '../patience.ts'
import { rateHeaders } from '../rates.ts'
import type { RequestLog } from '../requestLog.ts'
import { readsOnly, refuseOtherQueries } from './address.ts'
import { createExchange } from './exchange.ts'
import { foreignRefusal } from './host.ts'
import type { Library } from './library.ts'
import type { Toolbox } from './tools.ts'
import { openVisit, type Visit } from './visit.ts'
import type { Waiting } from './waiting.ts'

export type McpSettings = {
  gate: Gate
  toolbox: Toolbox
  /** What is left of it for who asked for no more than reading. */
  reading: Toolbox
  library: Library
  /** The address of this endpoint. */
  address: string
  /** Addresses by which the service may be called; nothing is derived from the Host header, it is only compared. */
  serviceUrls: readonly string[]
  /** Browser origins whose pages may call. */
  allowedOrigins: readonly string[]
  version: string
  websiteUrl: string
  waiting: Waiting
  /** Whoever the token of a request stands for; refuses as the other doors do. */
  callerOf: (request: FastifyRequest) => Promise<Caller>
  log: RequestLog
}

/** The door for models (Model Context Protocol, streamable HTTP). It takes POST and keeps no session. */
export async function registerMcp(app: FastifyInstance, settings: McpSettings): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const refuseForeign = foreignRefusal(settings.serviceUrls, settings.allowedOrigins)
  app.addHook('onRequest', async (request) => refuseForeign(request))
  await registerCors(app, settings.allowedOrigins, { methods: ['POST'], allowedHeaders })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    request.caller = await settings.callerOf(request)
    refuseOtherQueries(request)
  })
  const toolboxOf = (request: FastifyRequest) => (readsOnly(request) ? settings.reading : settings.toolbox)
  const exchange = createExchange(settings, settings.address)
  app.post('/', async (request, reply) => {
    const visit = visitOf(settings.gate, request, reply, toolboxOf(request))
    const answered = await exchange(request, visit, untilGone(reply)).catch((error: unknown) => ({ error }))
    await visit.settle().catch((refusal: unknown) => {
      if (answered instanceof Response) void answered.body?.cancel()
      throw refusal
    })
    if (!(answered instanceof Response)) throw answered.error
    return send(reply, answered)
  })
  const others = methodRefusal(['POST'])
  app.route({
    method: others.methods,
    url: '/',
    handler: async (request, reply) => {
      await visitOf(settings.gate, request, reply, toolboxOf(request)).settle()
      return others.handler(request, reply)
    },
  })
}

/** What the protocol's own clients send from a page; sessions and resumption are ignored, and not refused. */
const allowedHeaders = [
  ...['Authorization', 'Content-Type', 'Accept', 'X-Request-Id', 'Traceparent'],
  ...['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name', 'Mcp-Session-Id', 'Last-Event-ID'],
]

function visitOf(gate: Gate, request: FastifyRequest, reply: FastifyReply, toolbox: Toolbox): Visit {
  if (!request.caller) throw new Error('A route was reached without authentication.')
  const facts = {
    id: String(request.id),
    told: (allowance: Allowance) => {
      // A batch may still be counted when its first answers are on their way.
      if (!reply.raw.headersSent) reply.headers(rateHeaders(allowance))
    },
  }
  const streams = takesStreams(request.headers.accept)
  return openVisit(gate, request.caller, facts, {
    toolbox,
    takesStreams: streams,
    holdOn: () => holdOn(reply),
  })
}

/** Aborted when the client leaves before its answer: closing the stream is how it cancels. */
function untilGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone.signal
}

async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
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
