import type { FastifyInstance } from 'fastify'
import type { ForwardToProvider } from './forward-to-provider.ts'
import type { OAuthSettings } from './settings.ts'

/**
 * Apps give back what they hold (RFC 7009). The library takes no signed tokens here, and leaves those who send one
 * believing that it cannot be taken back. So a token of ours is verified first and put before the library under its
 * identifier; the library then authenticates the client, compares whose the token is, and has it refused from then
 * on. What is no token of ours is answered like an unknown one.
 */
export function registerRevocation(
  app: FastifyInstance,
  settings: OAuthSettings,
  forwardToProvider: ForwardToProvider,
): void {
  app.post('/oauth/revoke', async (request, reply) => {
    const form = formOf(request.body as Buffer | undefined)
    const [token, ...further] = form.getAll('token')
    if (token === undefined || further.length > 0 || !looksLikeJwt(token))
      return forwardToProvider(request, reply)
    const revoking = await settings.verifyAccessToken(token)
    form.set('token', revoking?.tokenId ?? 'unknown')
    return forwardToProvider(request, reply, { body: form.toString(), ...(revoking ? { revoking } : {}) })
  })
  app.options('/oauth/revoke', async (request, reply) => forwardToProvider(request, reply))
}

function formOf(body: Buffer | undefined): URLSearchParams {
  return new URLSearchParams(body?.toString('utf8') ?? '')
}

/** Three parts with dots between; nothing else of ours has a dot. */
function looksLikeJwt(token: string): boolean {
  return token.includes('.')
}
