import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../../contract/payer.ts'
import { rateLimited } from '../../contract/request.ts'
import { parseClientMetadata } from '../../identity/authorization/client-metadata.ts'
import { hashSecret } from '../../identity/secret.ts'
import { markStoredSecret } from './client-adapter.ts'
import { isAllowedOrigin } from './cors.ts'
import type { ForwardToProvider } from './forward-to-provider.ts'
import type { OAuthSettings } from './settings.ts'

/**
 * Apps register themselves (RFC 7591) and manage their registration (RFC 7592). Their metadata is parsed, cleaned and
 * validated here. The library stores it and creates the identifier, secret and registration token.
 */
export function registerRegistration(
  app: FastifyInstance,
  settings: OAuthSettings,
  forwardToProvider: ForwardToProvider,
): void {
  app.post('/oauth/register', { bodyLimit }, async (request, reply) => {
    const allowance = await settings.limits.registrations(networkOf(request.ip))
    if (allowance && !allowance.isWithin) throw rateLimited(allowance)
    const input = parseJsonObject(request)
    if (!input) return sendMetadataError(reply, notAnObject)
    const metadata = parseClientMetadata(input)
    setCorsHeaders(request, reply, input.redirect_uris)
    if ('error' in metadata) return sendMetadataError(reply, metadata)
    return forwardToProvider(request, reply, { body: JSON.stringify(metadata) })
  })
  app.put('/oauth/register/:clientId', { bodyLimit }, async (request, reply) => {
    const input = parseJsonObject(request)
    if (!input) return sendMetadataError(reply, notAnObject)
    const metadata = parseClientMetadata(input)
    if ('error' in metadata) return sendMetadataError(reply, metadata)
    return forwardToProvider(request, reply, { body: JSON.stringify({ ...metadata, ...identityOf(input) }) })
  })
  const forward = async (request: FastifyRequest, reply: FastifyReply) => forwardToProvider(request, reply)
  app.get('/oauth/register/:clientId', { exposeHeadRoute: false }, forward)
  app.delete('/oauth/register/:clientId', forward)
  // A preflight doesn't name the app. The request that follows it decides what its page may read.
  app.options('/oauth/register', async (request, reply) => {
    if (request.headers.origin) {
      reply
        .header('access-control-allow-origin', request.headers.origin)
        .header('access-control-allow-methods', 'POST')
        .header('access-control-allow-headers', 'content-type, mcp-protocol-version')
        .header('access-control-max-age', '3600')
    }
    return reply.code(204).header('vary', 'Origin').send()
  })
}

const bodyLimit = 64 * 1024

/** Fields that a client must repeat or must not send (RFC 7592 section 2.2). The library compares them. */
function identityOf(input: Record<string, unknown>): Record<string, unknown> {
  const fields = ['client_id', ...forbiddenFields].filter((field) => input[field] !== undefined)
  const identity = Object.fromEntries(fields.map((field) => [field, input[field]]))
  if (typeof input.client_secret !== 'string') return identity
  return { ...identity, client_secret: markStoredSecret(hashSecret(input.client_secret)) }
}

const forbiddenFields = [
  'registration_access_token',
  'registration_client_uri',
  'client_secret_expires_at',
  'client_id_issued_at',
]

/** A page may read the response if its origin is that of one of the app's redirect URIs. */
function setCorsHeaders(request: FastifyRequest, reply: FastifyReply, redirectUris: unknown): void {
  const { origin } = request.headers
  reply.header('vary', 'Origin')
  const uris = Array.isArray(redirectUris) ? redirectUris.filter((uri) => typeof uri === 'string') : []
  if (origin && isAllowedOrigin(origin, uris)) reply.header('access-control-allow-origin', origin)
}

function parseJsonObject(request: FastifyRequest): Record<string, unknown> | undefined {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return undefined
  try {
    const parsed: unknown = JSON.parse((request.body as Buffer | undefined)?.toString('utf8') ?? '')
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    return isObject ? (parsed as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const notAnObject = {
  error: 'invalid_client_metadata',
  error_description: 'Send a JSON object with Content-Type: application/json.',
}

function sendMetadataError(
  reply: FastifyReply,
  fault: { error: string; error_description: string },
): FastifyReply {
  const { error, error_description } = fault
  return reply.code(400).header('cache-control', 'no-store').send({ error, error_description })
}
