import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../contract/caller.ts'
import { Failure } from '../../contract/failure.ts'
import type { Operation, PageInfo, RestBinding, Result } from '../../contract/operation.ts'
import type { RequestMetadata } from '../../contract/request.ts'
import type { Gate } from '../../gate/gate.ts'
import { refuseUnacceptable } from '../accept.ts'
import { readJsonBody, refuseEncodedBody } from '../body.ts'
import { isCompressible, sendCompressed } from '../compression.ts'
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
  /** The absolute base URL, such as `https://timbre.example.com/api/v4`. */
  baseUrl: string
}

/** Registers a route for every operation with a REST binding. Routes only translate; the gate decides. */
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
    const otherMethods = methodNotAllowed(allowed)
    app.route({ method: otherMethods.methods, url, handler: otherMethods.handler })
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
    const pagination = result.siblings?.pagination as PageInfo | undefined
    if (pagination)
      reply.header('link', linkHeader(addressOf(request, settings.baseUrl), pagination, result.cursor))
    reply.code(status).headers(headers)
    return body && isCompressible(operation) ? sendCompressed(reply, body) : reply.send(body)
  }
}

/** Keeps an empty header, so that the gate refuses it instead of treating it as missing. */
function keyOf(request: FastifyRequest): string | undefined {
  return request.raw.headersDistinct['idempotency-key']?.join(', ')
}

/** Merges path, query and body. Path parameters can't be repeated in the query or body. */
function inputOf(
  operation: Operation,
  binding: RestBinding,
  request: FastifyRequest,
): Record<string, unknown> {
  refuseUnacceptable(request.headers.accept)
  const path = request.params as Record<string, string>
  const search = queryOf(request)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead && search.size > 0) refuseQuery([...search.keys()][0] ?? '')
  const query = isRead ? readQuery(operation.input, search) : {}
  if (!isRead) refuseEncodedBody(request.headers['content-encoding'])
  const body = isRead ? {} : bodyOf(binding, request)
  const fields = { ...query, ...body }
  const duplicate = Object.keys(path).find((name) => name in fields)
  if (duplicate)
    throw new Failure('unknown_parameter', {
      message: `${duplicate} stands in the path already.`,
      param: duplicate,
    })
  return { ...fields, ...path }
}

/** The parameters behind the `?`. An address without one, like most, needs no parser. */
function queryOf(request: FastifyRequest): URLSearchParams {
  const { url = '' } = request.raw
  if (!url.includes('?')) return new URLSearchParams()
  refuseBrokenEncoding(url.slice(url.indexOf('?') + 1))
  return addressOf(request, 'http://unused.invalid').searchParams
}

function bodyOf(binding: RestBinding, request: FastifyRequest): Record<string, unknown> {
  const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
  const readRawBody = rawBodyReader(binding, request)
  return readRawBody
    ? readRawBody(body)
    : readJsonBody(request.headers['content-type'], body, Object.keys(binding.bodies ?? {}))
}

/** The reader of a raw body, such as an image; undefined for JSON. */
function rawBodyReader({ bodies = {} }: RestBinding, request: FastifyRequest) {
  // RFC 9110 section 8.3.1: media types are case-insensitive, and parameters follow after a semicolon.
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

/** The onRequest hook has authenticated the request. */
function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('A route was reached without authentication.')
  return request.caller
}

/**
 * The public URL of the request, from the configured base. Neither the Host header nor the host of a request target in
 * absolute form (RFC 9112 section 3.2.2) is trusted.
 */
function addressOf(request: FastifyRequest, baseUrl: string): URL {
  const target = (request.raw.url ?? '/').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  return new URL(`${new URL(baseUrl).origin}${target}`)
}
