import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../../contract/payer.ts'
import { rateLimited } from '../../contract/request.ts'
import { noteRefusal } from '../security-log.ts'
import { sendOAuthError } from './error-responses.ts'
import { createForwardToProvider } from './forward-to-provider.ts'
import { sendProblemPage } from './problem-page.ts'
import { registerRegistration } from './registration.ts'
import { registerRevocation } from './revocation.ts'
import type { OAuthSettings } from './settings.ts'
import { stripOidcParams } from './strip-oidc-params.ts'
import { createTokenRaces } from './token-race.ts'

/** The OAuth endpoints. Only the paths and methods listed here reach oidc-provider. */
export function registerEndpoints(app: FastifyInstance, settings: OAuthSettings): void {
  const tokenRaces = createTokenRaces()
  app.decorateRequest('arrivedAt', null as unknown as Date)
  app.decorateRequest('arrival', 0)
  app.addHook('onRequest', async (request) => {
    request.arrivedAt = settings.clock()
    request.arrival = tokenRaces.numberRequest()
  })
  app.setErrorHandler((error: Error, request, reply) => sendOAuthError(settings, request, reply, error))
  const forwardToProvider = createForwardToProvider(settings, tokenRaces)
  const forward = async (request: FastifyRequest, reply: FastifyReply) => forwardToProvider(request, reply)
  app.get('/oauth/authorize', { exposeHeadRoute: false }, async (request, reply) => {
    const allowance = await settings.limits.authorizations(networkOf(request.ip))
    // This endpoint is opened in a browser, so it responds with a page.
    if (allowance && !allowance.isWithin) {
      const refusal = rateLimited(allowance)
      noteRefusal(request, refusal)
      return sendProblemPage(settings, request, reply, refusal)
    }
    return forwardToProvider(request, reply, { address: stripOidcParams(request.raw.url ?? '/') })
  })
  app.get('/oauth/authorize/:uid', { exposeHeadRoute: false }, forward)
  app.post('/oauth/token', forward)
  app.options('/oauth/token', forward)
  registerRevocation(app, settings, forwardToProvider)
  registerRegistration(app, settings, forwardToProvider)
  for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/register']) {
    app.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE'],
      url: path,
      handler: async (_request, reply) =>
        reply
          .code(405)
          .header('allow', 'POST, OPTIONS')
          .send({ error: 'invalid_request', error_description: 'Send a POST request.' }),
    })
  }
}
