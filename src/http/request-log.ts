import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { statementName } from '../contract/statement-name.ts'
import { newWorkRecord, type WorkRecord, withWorkRecord } from '../contract/work-record.ts'
import { parseTraceparent } from './traceparent.ts'

export type RequestLog = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>

export type RequestLogOptions = {
  /** Which requests have a line; a number is one in so many. Errors have one in any case. */
  logRequests: 'all' | 'errors' | 'slow' | number
  /** From this time on a request is slow. */
  slowMilliseconds: number
}

declare module 'fastify' {
  interface FastifyRequest {
    work: WorkRecord
  }
}

/**
 * Logs one line per request: the route template, never the address itself, which may contain a link or a search for a
 * person; the caller's ids; the traceparent; status and duration. A client that disconnects before the end of the
 * response is logged with `left`, because the request may have changed something. Slow requests have another line with
 * their statements, by name and never with values.
 */
export function registerRequestLog(app: FastifyInstance, log: RequestLog, options: RequestLogOptions): void {
  const isLogged = createFilter(options)
  app.decorateRequest('work')
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) log.info({ ...lineOf(request, reply), left: true }, 'request')
    })
    request.work = newWorkRecord()
    withWorkRecord(request.work, done)
  })
  // Reading a body leaves the context of the hook before.
  app.addHook('preValidation', (request, _reply, done) => withWorkRecord(request.work, done))
  app.addHook('onResponse', (request, reply, done) => {
    // An address that can't be decoded runs no other hook.
    request.work ??= newWorkRecord()
    const isSlow = isSlowRequest(request, reply, options.slowMilliseconds)
    if (isSlow) log.warn(slowLineOf(request, reply), 'slow')
    if (reply.raw.writableFinished && isLogged(reply.statusCode, isSlow))
      log.info(lineOf(request, reply), 'request')
    done()
  })
}

/** Of one in so many, the first is logged. */
function createFilter({ logRequests }: RequestLogOptions): (status: number, isSlow: boolean) => boolean {
  let count = 0
  return (status, isSlow) => {
    if (logRequests === 'all' || status >= 500) return true
    if (logRequests === 'errors') return false
    if (isSlow || logRequests === 'slow') return isSlow
    count = (count + 1) % logRequests
    return count === 1 % logRequests
  }
}

/** What waits on purpose is slow if the database is. */
function isSlowRequest({ work }: FastifyRequest, reply: FastifyReply, slowMilliseconds: number): boolean {
  return (work.isPatient ? work.waitMs + work.dbMs : reply.elapsedTime) >= slowMilliseconds
}

/** Without a status if no response was started. Fields without a value are not part of the line. */
function lineOf(request: FastifyRequest, reply: FastifyReply) {
  const length = Number(reply.getHeader('content-length'))
  const trace = request.trace ?? parseTraceparent(request.headers.traceparent)
  const { caller, work } = request
  return {
    reqId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'unknown',
    operation: work.operation,
    status: reply.raw.headersSent ? reply.statusCode : undefined,
    ...timesOf(request, reply),
    bytes: Number.isFinite(length) ? length : undefined,
    traceparent: trace,
    traceId: request.span?.traceId ?? trace?.split('-')[1],
    actorType: caller?.kind,
    accountId: caller?.accountId,
    clientId: caller && 'clientId' in caller ? caller.clientId : undefined,
    memberId: caller && 'memberId' in caller ? caller.memberId : undefined,
  }
}

function slowLineOf(request: FastifyRequest, reply: FastifyReply) {
  const { work } = request
  const slowest = work.statements.toSorted((a, b) => b.ms - a.ms).slice(0, 10)
  return {
    reqId: request.id,
    route: request.routeOptions.url ?? 'unknown',
    operation: work.operation,
    ...timesOf(request, reply),
    statements: slowest.map(({ text, ms }) => ({ statement: statementName(text), ms: tenths(ms) })),
  }
}

function timesOf({ work }: FastifyRequest, reply: FastifyReply) {
  return {
    ms: tenths(reply.elapsedTime),
    dbMs: work.dbMs > 0 ? tenths(work.dbMs) : undefined,
    waitMs: work.waitMs >= 0.05 ? tenths(work.waitMs) : undefined,
  }
}

function tenths(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10
}

/** The client's request id, if it is safe to log. */
export function validRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(header) ? header : undefined
}
