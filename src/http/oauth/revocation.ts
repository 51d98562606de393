import type { FastifyInstance } from 'fastify'
import type { PassOn } from './pass-on.ts'
import type { OAuthSettings } from './settings.ts'

/**
 * Apps give back what they hold (RFC 7009). The library takes no signed tokens here, and leaves those who send one
 * believing that it cannot be taken back. So a token of ours is verified first and put before the library under its
 * identifier; the library then authenticates the client, compares whose the token is, and has it refused from then
 * on. What is no token of ours is answered like an unknown one.
 */
export function registerRevocation(app: FastifyInstance, settings: OAuthSettings, passOn: PassOn): void {
  app.post('/oauth/revoke', async (request, reply) => {
    const form = formOf(request.body as Buffer | undefined)
    const [token, ...further] = form.getAll('token')
    if (token === undefined || further.length > 0 || !looksSigned(token)) return passOn(request, reply)
    const revoking = await settings.readOwnToken(token)
    form.set('token', revoking?.tokenId ?? 'unknown')
    return passOn(request, reply, { body: form.toString(), ...(revoking ? { revoking } : {}) })
  })
  app.options('/oauth/revoke', async (request, reply) => passOn(request, reply))
}

function formOf(body: Buffer | undefined): URLSearchParams {
  return new URLSearchParams(body?.toString('utf8') ?? '')
}

/** Three parts with dots between; nothing else of ours has a dot. */
function looksSigned(token: string): boolean {
  return token.includes('.')
}
