import cors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Allows pages of these origins to read API responses (CORS, Fetch standard). Tokens are sent in a header and never in
 * a cookie, so credentials are not allowed. Other origins get no CORS headers. Preflights are answered before
 * authentication, because browsers send no token with them.
 */
export async function registerCors(
  api: FastifyInstance,
  origins: readonly string[],
  accepted: { methods: string[]; allowedHeaders: string[] } = acceptedByRest,
): Promise<void> {
  const allowed = new Set(origins)
  await api.register(cors, {
    hook: 'onRequest',
    delegator: (request, decide) => {
      const origin = request.headers.origin ?? ''
      decide(
        null,
        allowed.has(origin)
          ? { ...responseOptions, ...accepted, origin, preflight: isPreflight(request) }
          : { origin: false },
      )
    },
  })
}

/** `OPTIONS` without this header is no preflight, and gets 405 like other unsupported methods. */
function isPreflight(request: FastifyRequest): boolean {
  return request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
}

/** Request headers that the API reads, for preflights. */
export const requestHeaders = ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Request-Id']

const acceptedByRest = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: requestHeaders,
}

const responseOptions = {
  exposedHeaders: [
    'Allow',
    'ETag',
    'Idempotent-Replayed',
    'Link',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'WWW-Authenticate',
    'X-Request-Id',
    'X-Service-Region',
    'X-Service-Region-Url',
  ],
  maxAge: 600,
}
