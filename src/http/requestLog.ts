import type { FastifyInstance } from 'fastify'
import { wellFormedTrace } from './trace.ts'

export type RequestLog = Record<'info' | 'error', (fields: object, message: string) => void>

/**
 * One line a request: the template of the route, never the address itself, which may hold a link or a search
 * for a person; who asked by identifier; the trace of theirs that it belongs to; how it went and how long it took.
 */
export function registerRequestLog(app: FastifyInstance, log: RequestLog): void {
  app.addHook('onResponse', async (request, reply) => {
    const length = Number(reply.getHeader('content-length'))
    const trace = request.trace ?? wellFormedTrace(request.headers.traceparent)
    log.info(
      {
        reqId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(Number.isFinite(length) ? { bytes: length } : {}),
        ...(trace ? { traceparent: trace } : {}),
        ...(request.caller
          ? {
              actorType: request.caller.kind,
              accountId: request.caller.accountId,
              ...('clientId' in request.caller ? { clientId: request.caller.clientId } : {}),
              ...('memberId' in request.caller ? { memberId: request.caller.memberId } : {}),
            }
          : {}),
      },
      'request',
    )
  })
}
