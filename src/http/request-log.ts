import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pickDefined } from '../contract/pick-defined.ts'
import { parseTraceparent } from './traceparent.ts'

export type RequestLog = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>

/**
 * Logs one line per request: the route template, never the address itself, which may contain a link or a search for a
 * person; the caller's ids; the traceparent; status and duration. A client that disconnects before the end of the
 * response is logged with `left`, because the request may have changed something.
 */
export function registerRequestLog(app: FastifyInstance, log: RequestLog): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) log.info({ ...lineOf(request, reply), left: true }, 'request')
    })
  })
  app.addHook('onResponse', async (request, reply) => {
    if (reply.raw.writableFinished) log.info(lineOf(request, reply), 'request')
  })
}

/** Without a status if no response was started. */
function lineOf(request: FastifyRequest, reply: FastifyReply) {
  const length = Number(reply.getHeader('content-length'))
  const trace = request.trace ?? parseTraceparent(request.headers.traceparent)
  const { caller } = request
  return pickDefined({
    reqId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'unknown',
    status: reply.raw.headersSent ? reply.statusCode : undefined,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    bytes: Number.isFinite(length) ? length : undefined,
    traceparent: trace,
    actorType: caller?.kind,
    accountId: caller?.accountId,
    clientId: caller && 'clientId' in caller ? caller.clientId : undefined,
    memberId: caller && 'memberId' in caller ? caller.memberId : undefined,
  })
}

/** The client's request id, if it is safe to log. */
export function validRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(header) ? header : undefined
}
