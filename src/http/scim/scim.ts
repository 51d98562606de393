import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { scimOperations } from '../../catalog.ts'
import type { MachineCaller } from '../../contract/caller.ts'
import { Failure } from '../../contract/failure.ts'
import type { Operation } from '../../contract/operation.ts'
import type { Gate } from '../../gate/gate.ts'
import { parseJson, refuseEncodedBody } from '../body.ts'
import { type ConnectionKeySettings, callerOfConnection, requireConnection } from '../connection-key.ts'
import { failureFromError } from '../failure-from-error.ts'
import { rateLimitHeaders } from '../rate-limit-headers.ts'
import { serviceProviderConfig, userResourceType, userSchemaResource } from './discovery.ts'
import { ScimError, scimErrorOf } from './errors.ts'
import { readFilter } from './filter.ts'
import { readPatch } from './patch-body.ts'
import {
  listResponse,
  type ProvisionedUser,
  projected,
  requireSchema,
  searchSchema,
  userResource,
  userSchema,
} from './resources.ts'

export type ScimSettings = ConnectionKeySettings & {
  gate: Gate
  publicUrl: string
  logUnexpected: (request: FastifyRequest, failure: Failure) => void
}

type OperationName = keyof typeof scimOperations
type ResourceOf<Name extends OperationName> = Awaited<
  ReturnType<(typeof scimOperations)[Name]['run']>
>['resource']

/**
 * SCIM 2.0 (RFC 7643, 7644) for people who are assessed, at `/scim/v2`. The key says which directory calls. It sees the
 * people that it has reported, as it has reported them.
 */
export function registerScim(scim: FastifyInstance, settings: ScimSettings): void {
  const base = `${settings.publicUrl}/scim/v2`
  scim.removeAllContentTypeParsers()
  scim.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  scim.setErrorHandler((error, request, reply) => refuse(settings, request, reply, error as Error))
  scim.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const connection = await requireConnection(
      request,
      reply,
      settings,
      ({ provider }) => provider === 'scim',
    )
    request.caller = { ...callerOfConnection(connection, settings, ['profiles:write']), via: 'scim' }
  })

  const run = async <Name extends OperationName>(
    request: FastifyRequest,
    reply: FastifyReply,
    name: Name,
    input: Record<string, unknown>,
  ): Promise<ResourceOf<Name>> => {
    const operation = scimOperations[name] as unknown as Operation
    const onRateLimit = (allowance: Parameters<typeof rateLimitHeaders>[0]) =>
      void reply.headers(rateLimitHeaders(allowance))
    const metadata = { id: String(request.id), onRateLimit }
    const { resource } = await settings.gate(operation, request.caller as MachineCaller, input, metadata)
    return resource as never
  }

  const sendUser = (reply: FastifyReply, user: ProvisionedUser, query: Query, status = 200) =>
    send(reply, projected(userResource(user, base), query), status)

  const list = async (request: FastifyRequest, reply: FastifyReply, query: Query) => {
    const startIndex = Math.max(1, wholeNumber(query.startIndex, 1))
    const limit = Math.min(200, Math.max(0, wholeNumber(query.count, 100)))
    const filter = query.filter === undefined ? undefined : readFilter(query.filter)
    const input = { ...(filter && { filter }), offset: Math.min(startIndex - 1, 100_000_000), limit }
    const { users, total } = await run(request, reply, 'listProvisionedPeople', input)
    const resources = users.map((user) => projected(userResource(user, base), query))
    return send(reply, listResponse(resources, total, startIndex))
  }

  scim.get('/Users', (request, reply) => list(request, reply, queryOf(request)))
  scim.post('/Users/.search', (request, reply) => {
    const body = bodyOf(request)
    requireSchema(body, searchSchema)
    return list(request, reply, searchOf(body))
  })
  scim.post('/Users', async (request, reply) => {
    const resource = bodyOf(request)
    requireSchema(resource, userSchema)
    const user = await run(request, reply, 'provisionPerson', { resource })
    return sendUser(reply.header('location', `${base}/Users/${user.id}`), user, queryOf(request), 201)
  })
  scim.get<OneUser>('/Users/:id', async (request, reply) =>
    sendUser(reply, await run(request, reply, 'getProvisionedPerson', request.params), queryOf(request)),
  )
  scim.put<OneUser>('/Users/:id', async (request, reply) => {
    const resource = bodyOf(request)
    requireSchema(resource, userSchema)
    const user = await run(request, reply, 'replaceProvisionedPerson', { ...request.params, resource })
    return sendUser(reply, user, queryOf(request))
  })
  scim.patch<OneUser>('/Users/:id', async (request, reply) => {
    const operations = readPatch(bodyOf(request))
    const user = await run(request, reply, 'patchProvisionedPerson', { ...request.params, operations })
    return sendUser(reply, user, queryOf(request))
  })
  scim.delete<OneUser>('/Users/:id', async (request, reply) => {
    await run(request, reply, 'deprovisionPerson', request.params)
    return reply.code(204).send()
  })
  registerDiscovery(scim, base, `${settings.publicUrl}/docs/orders`)
  for (const url of ['/Bulk', '/Me'])
    scim.all(url, async () => {
      throw new ScimError(501, 'This service does not support it.')
    })
  scim.setNotFoundHandler(() => {
    throw new Failure('not_found', { message: 'There is nothing at this address.' })
  })
}

type OneUser = { Params: { id: string } }

function registerDiscovery(scim: FastifyInstance, base: string, documentation: string): void {
  const [type, schema] = [userResourceType(base), userSchemaResource(base)]
  const documents: Record<string, object> = {
    '/ServiceProviderConfig': serviceProviderConfig(base, documentation),
    '/ResourceTypes': listResponse([type], 1, 1),
    '/ResourceTypes/User': type,
    '/Schemas': listResponse([schema], 1, 1),
    [`/Schemas/${userSchema.replaceAll(':', '::')}`]: schema,
  }
  for (const [url, document] of Object.entries(documents))
    scim.get(url, async (request, reply) => {
      // RFC 7644 section 4: a filter here is refused.
      if (queryOf(request).filter !== undefined) throw new ScimError(403, 'This list has no filter.')
      return send(reply, document)
    })
}

type Query = Partial<
  Record<'filter' | 'startIndex' | 'count' | 'attributes' | 'excludedAttributes', string | undefined>
> & { attributes: string | undefined; excludedAttributes: string | undefined }

function queryOf(request: FastifyRequest): Query {
  const { searchParams } = new URL(request.raw.url ?? '/', 'http://unused.invalid')
  const first = (name: string) => searchParams.get(name) ?? undefined
  return {
    filter: first('filter'),
    startIndex: first('startIndex'),
    count: first('count'),
    attributes: first('attributes'),
    excludedAttributes: first('excludedAttributes'),
  }
}

/** A search in a body (RFC 7644 section 3.4.3). */
function searchOf(body: Record<string, unknown>): Query {
  const text = (name: string) => {
    const value = body[name]
    if (value === undefined || value === null) return undefined
    return Array.isArray(value) ? value.join(',') : String(value)
  }
  return {
    filter: text('filter'),
    startIndex: text('startIndex'),
    count: text('count'),
    attributes: text('attributes'),
    excludedAttributes: text('excludedAttributes'),
  }
}

function wholeNumber(text: string | undefined, otherwise: number): number {
  if (text === undefined || text === '') return otherwise
  if (!/^-?\d{1,9}$/.test(text))
    throw new ScimError(400, 'startIndex and count must be whole numbers.', 'invalidValue')
  return Number(text)
}

/** `application/scim+json` (RFC 7644 section 3.1) or plain JSON. */
function bodyOf(request: FastifyRequest): Record<string, unknown> {
  refuseEncodedBody(request.headers['content-encoding'])
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/scim+json' && type !== 'application/json')
    throw new Failure('unsupported_media_type', { message: 'Send the body as application/scim+json.' })
  const value = parseJson((request.body as Buffer | undefined) ?? Buffer.alloc(0))
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw new ScimError(400, 'The body must be a JSON object.', 'invalidSyntax')
}

function send(reply: FastifyReply, body: object, status = 200): FastifyReply {
  return reply.code(status).type('application/scim+json; charset=utf-8').send(JSON.stringify(body))
}

function refuse(
  settings: ScimSettings,
  request: FastifyRequest,
  reply: FastifyReply,
  error: Error,
): FastifyReply {
  const known = error instanceof ScimError ? error : failureFromError(error)
  if (known instanceof Failure && known.kind === 'unexpected') settings.logUnexpected(request, known)
  const { status, body } = scimErrorOf(known)
  if (known instanceof Failure && known.retryAfterSeconds)
    reply.header('retry-after', String(known.retryAfterSeconds))
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="Timbre"')
  return send(reply, body, status)
}
