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
 * Apps register themselves (RFC 7591) and look after their registration (RFC 7592). What they say of themselves is
 * read, cleaned and judged here; the library then keeps it and makes identifier, secret and registration token.
 */
export function registerRegistration(
  app: FastifyInstance,
  settings: OAuthSettings,
  forwardToProvider: ForwardToProvider,
): void {
  app.post('/oauth/register', { bodyLimit }, async (request, reply) => {
    const allowance = settings.limits.registrations(networkOf(request.ip))
    if (allowance && !allowance.isWithin) throw rateLimited(allowance)
    const given = parseJsonObject(request)
    if (!given) return sendMetadataError(reply, notAnObject)
    const metadata = parseClientMetadata(given)
    setCorsHeaders(request, reply, given.redirect_uris)
    if ('error' in metadata) return sendMetadataError(reply, metadata)
    return forwardToProvider(request, reply, { body: JSON.stringify(metadata) })
  })
  app.put('/oauth/register/:clientId', { bodyLimit }, async (request, reply) => {
    const given = parseJsonObject(request)
    if (!given) return sendMetadataError(reply, notAnObject)
    const metadata = parseClientMetadata(given)
    if ('error' in metadata) return sendMetadataError(reply, metadata)
    return forwardToProvider(request, reply, { body: JSON.stringify({ ...metadata, ...identityOf(given) }) })
  })
  const forward = async (request: FastifyRequest, reply: FastifyReply) => forwardToProvider(request, reply)
  app.get('/oauth/register/:clientId', { exposeHeadRoute: false }, forward)
  app.delete('/oauth/register/:clientId', forward)
  // Who asks is not known before the request itself, which tells what its page may read.
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

/** What a client must repeat, and what it must not send (RFC 7592 section 2.2), for the library to compare. */
function identityOf(given: Record<string, unknown>): Record<string, unknown> {
  const fields = ['client_id', ...forbiddenFields].filter((field) => given[field] !== undefined)
  const identity = Object.fromEntries(fields.map((field) => [field, given[field]]))
  if (typeof given.client_secret !== 'string') return identity
  return { ...identity, client_secret: markStoredSecret(hashSecret(given.client_secret)) }
}

const forbiddenFields = [
  'registration_access_token',
  'registration_client_uri',
  'client_secret_expires_at',
  'client_id_issued_at',
]

/** A page may read the answer where it is one of those that the app is sent back to. */
function setCorsHeaders(request: FastifyRequest, reply: FastifyReply, redirectUris: unknown): void {
  const { origin } = request.headers
  reply.header('vary', 'Origin')
  const uris = Array.isArray(redirectUris) ? redirectUris.filter((uri) => typeof uri === 'string') : []
  if (origin && isAllowedOrigin(origin, uris)) reply.header('access-control-allow-origin', origin)
}

function parseJsonObject(request: FastifyRequest): Record<string, unknown> | undefined {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return undefined
  try {
    const read: unknown = JSON.parse((request.body as Buffer | undefined)?.toString('utf8') ?? '')
    const isObject = typeof read === 'object' && read !== null && !Array.isArray(read)
    return isObject ? (read as Record<string, unknown>) : undefined
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
