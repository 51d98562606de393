import cors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Lets pages of these origins read the answers of the API (the CORS protocol of the Fetch standard). Tokens
 * travel in a header and never in a cookie, so credentials are not allowed; of other origins nothing is said.
 * A preflight is answered before the token is looked at, because a browser sends none with it.
 */
export async function registerCors(
  api: FastifyInstance,
  origins: readonly string[],
  taken: { methods: string[]; allowedHeaders: string[] } = takenByRest,
): Promise<void> {
  const allowed = new Set(origins)
  await api.register(cors, {
    hook: 'onRequest',
    delegator: (request, decide) => {
      const origin = request.headers.origin ?? ''
      decide(
        null,
        allowed.has(origin)
          ? { ...answer, ...taken, origin, preflight: isPreflight(request) }
          : { origin: false },
      )
    },
  })
}

/** `OPTIONS` without these headers is no preflight but a method that our addresses do not take. */
function isPreflight(request: FastifyRequest): boolean {
  return request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
}

/** The headers of requests that the API reads; a browser asks before it sends them. */
export const requestHeaders = ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Request-Id']

const takenByRest = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: requestHeaders,
}

const answer = {
  exposedHeaders: [
    ...['Allow', 'ETag', 'Idempotent-Replayed', 'Link', 'RateLimit', 'RateLimit-Policy', 'Retry-After'],
    ...['WWW-Authenticate', 'X-Request-Id', 'X-Service-Region', 'X-Service-Region-Url'],
  ],
  maxAge: 600,
}
