import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../contract/caller.ts'
import { Failure } from '../../contract/failure.ts'
import type { Operation, PageInfo, RestBinding, Result } from '../../contract/operation.ts'
import type { RequestMetadata } from '../../contract/request.ts'
import type { Gate } from '../../gate.ts'
import { refuseUnacceptable } from '../accept.ts'
import { readJsonBody, refuseEncodedBody } from '../body.ts'
import { methodNotAllowed } from '../methods.ts'
import { rateLimitHeaders } from '../rate-limit-headers.ts'
import { extendSocketTimeout } from '../socket-timeout.ts'
import { linkHeader } from './link-header.ts'
import { readQuery, refuseBrokenEncoding } from './query.ts'
import { asRawBodyFailure } from './raw-body.ts'
import { replyToResult } from './reply.ts'

export type RestSettings = {
  gate: Gate
  catalog: readonly Operation[]
  /** The absolute base address, such as `https://timbre.example.com/api/v4`. */
  baseUrl: string
}

/** Registers a route for every operation that has a REST door. The door translates and decides nothing. */
export function registerRest(app: FastifyInstance, prefix: string, settings: RestSettings): void {
  const methodsByPath = new Map<string, string[]>()
  for (const operation of settings.catalog) {
    if (!operation.rest) continue
    const [method, path] = operation.rest.route.split(' ') as [string, string]
    const url = prefix + path.replace(/\{(\w+)\}/g, ':$1')
    methodsByPath.set(url, [...(methodsByPath.get(url) ?? []), method])
    app.route({ method, url, handler: handlerOf(operation, operation.rest, settings) })
  }
  for (const [url, allowed] of methodsByPath) {
    const others = methodNotAllowed(allowed)
    app.route({ method: others.methods, url, handler: others.handler })
  }
}

function handlerOf(operation: Operation, binding: RestBinding, settings: RestSettings) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const metadata: RequestMetadata = {
      id: String(request.id),
      onRateLimit: (allowance) => reply.headers(rateLimitHeaders(allowance)),
      ...(request.method === 'POST' ? { idempotencyKey: keyOf(request) } : {}),
    }
    if (operation.takesLong) extendSocketTimeout(reply)
    const getInput = () => inputOf(operation, binding, request)
    const result = await settings.gate(operation, callerOf(request), getInput, metadata).catch((error) => {
      throw rawBodyReader(binding, request) ? asRawBodyFailure(error) : error
    })
    if (result.replayed) reply.header('idempotent-replayed', 'true')
    const { status, headers, body } = replyToResult(binding, result as Result<unknown>)
    const pagination = result.beside?.pagination as PageInfo | undefined
    if (pagination) reply.header('link', linkHeader(addressOf(request, settings.baseUrl), pagination))
    return reply.code(status).headers(headers).send(body)
  }
}

/** An empty header is a mistake that must not pass for no header at all. */
function keyOf(request: FastifyRequest): string | undefined {
  return request.raw.headersDistinct['idempotency-key']?.join(', ')
}

/** Path, query and body become one input; a name in the path cannot be given a second time elsewhere. */
function inputOf(
  operation: Operation,
  binding: RestBinding,
  request: FastifyRequest,
): Record<string, unknown> {
  refuseUnacceptable(request.headers.accept)
  const path = request.params as Record<string, string>
  refuseBrokenEncoding((request.raw.url ?? '').split('?').slice(1).join('?'))
  const search = addressOf(request, 'http://unused.invalid').searchParams
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead && search.size > 0) refuseQuery([...search.keys()][0] ?? '')
  const query = isRead ? readQuery(operation.input, search) : {}
  if (!isRead) refuseEncodedBody(request.headers['content-encoding'])
  const body = isRead ? {} : bodyOf(binding, request)
  const fields = { ...query, ...body }
  const twice = Object.keys(path).find((name) => name in fields)
  if (twice)
    throw new Failure('unknown_parameter', { message: `${twice} stands in the path already.`, param: twice })
  return { ...fields, ...path }
}

function bodyOf(binding: RestBinding, request: FastifyRequest): Record<string, unknown> {
  const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
  const read = rawBodyReader(binding, request)
  return read
    ? read(body)
    : readJsonBody(request.headers['content-type'], body, Object.keys(binding.bodies ?? {}))
}

/** The reader of a body that is sent as it is; none for JSON. */
function rawBodyReader({ bodies = {} }: RestBinding, request: FastifyRequest) {
  // RFC 9110 section 8.3.1: the media type ends where its parameters begin, and case means nothing in it.
  const mediaType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  return Object.hasOwn(bodies, mediaType) ? bodies[mediaType] : undefined
}

function refuseQuery(name: string): never {
  const param = name.slice(0, 60)
  throw new Failure('unknown_parameter', {
    message: `Unknown parameter "${param}" in the query. Send the fields in the JSON body.`,
    param,
  })
}

/** The hook in front of all routes has authenticated the request; one without a caller never gets here. */
function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('A route was reached without authentication.')
  return request.caller
}

/**
 * The address as the caller sees it, built from the configured base. Neither the Host header nor the host of
 * a request target in absolute form (RFC 9112 section 3.2.2) is used.
 */
function addressOf(request: FastifyRequest, baseUrl: string): URL {
  const target = (request.raw.url ?? '/').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  return new URL(`${new URL(baseUrl).origin}${target}`)
}
