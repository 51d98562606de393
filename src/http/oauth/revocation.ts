import type { FastifyInstance } from 'fastify'
import type { ForwardToProvider } from './forward-to-provider.ts'
import type { OAuthSettings } from './settings.ts'

/**
 * Apps revoke their tokens (RFC 7009). The library doesn't accept signed tokens here and would answer that they can't
 * be revoked. So an access token of ours is verified first and passed to the library under its token ID. The library
 * then authenticates the client, checks that the token is the client's, and has it revoked. Anything else is treated
 * like an unknown token.
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
    const tokenToRevoke = await settings.verifyAccessToken(token)
    form.set('token', tokenToRevoke?.tokenId ?? 'unknown')
    return forwardToProvider(request, reply, {
      body: form.toString(),
      ...(tokenToRevoke ? { tokenToRevoke } : {}),
    })
  })
  app.options('/oauth/revoke', async (request, reply) => forwardToProvider(request, reply))
}

function formOf(body: Buffer | undefined): URLSearchParams {
  return new URLSearchParams(body?.toString('utf8') ?? '')
}

/** Three parts separated by dots. None of our other tokens contains a dot. */
function looksLikeJwt(token: string): boolean {
  return token.includes('.')
}
