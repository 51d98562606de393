import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseTraceparent } from './traceparent.ts'

export type RequestLog = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>

/**
 * One line a request: the template of the route, never the address itself, which may hold a link or a search
 * for a person; who asked by identifier; the trace of theirs that it belongs to; how it went and how long it took.
 * Whoever leaves before the end of the answer (`left`) has asked for it all the same, and may have changed something.
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

/** Without a status where no answer was begun. */
function lineOf(request: FastifyRequest, reply: FastifyReply) {
  const length = Number(reply.getHeader('content-length'))
  const trace = request.trace ?? parseTraceparent(request.headers.traceparent)
  const { caller } = request
  return {
    reqId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'unknown',
    ...(reply.raw.headersSent ? { status: reply.statusCode } : {}),
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ...(Number.isFinite(length) ? { bytes: length } : {}),
    ...(trace ? { traceparent: trace } : {}),
    ...(caller
      ? {
          actorType: caller.kind,
          accountId: caller.accountId,
          ...('clientId' in caller ? { clientId: caller.clientId } : {}),
          ...('memberId' in caller ? { memberId: caller.memberId } : {}),
        }
      : {}),
  }
}

/** The id that a program gives its request, when it is one that may be logged. */
export function validRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(header) ? header : undefined
}
