import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Span, type StartSpan, withSpan } from '../contract/trace.ts'
import { allMethods } from './methods.ts'
import { parseTraceparent } from './traceparent.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined without tracing. */
    span?: Span
  }
}

/**
 * One span for each request but the looks at the service's health, named after the route template and never after the
 * address (OpenTelemetry semantic conventions for HTTP servers). It goes on with the trace of the client, if it sent a
 * well-formed traceparent.
 */
export function registerRequestTrace(app: FastifyInstance, startSpan: StartSpan): void {
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    if (unwatched.has(route)) return done()
    const method = allMethods.includes(request.method) ? request.method : '_OTHER'
    const span = startSpan(`${method} ${route}`, 'serves', {
      traceparent: parseTraceparent(request.headers.traceparent),
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'timbre.request_id': request.id,
      },
    })
    request.span = span
    reply.raw.once('close', () => end(span, request, reply))
    withSpan(span, done)
  })
  // Reading a body leaves the context of the hook before.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) withSpan(request.span, done)
    else done()
  })
}

const unwatched = new Set(['/healthz', '/readyz', '/startupz', '/version'])

function end(span: Span, { caller }: FastifyRequest, reply: FastifyReply): void {
  if (caller) span.set({ 'timbre.account_id': caller.accountId, 'timbre.caller': caller.kind })
  if (reply.raw.headersSent) span.set({ 'http.response.status_code': reply.statusCode })
  if (!reply.raw.writableFinished) span.end('left')
  else span.end(reply.statusCode >= 500 ? String(reply.statusCode) : undefined)
}
