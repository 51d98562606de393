import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../../contract/payer.ts'
import { tooMany } from '../../contract/request.ts'
import { noteRefusal } from '../securityLog.ts'
import { sendOAuthError } from './answers.ts'
import { createCrossings } from './crossing.ts'
import { sendProblem } from './errors.ts'
import { withoutNeedless } from './needless.ts'
import { passTo } from './pass-on.ts'
import { registerRegistration } from './registration.ts'
import { registerRevocation } from './revocation.ts'
import type { OAuthSettings } from './settings.ts'

/** The endpoints of the protocol. Each address and method is named here; nothing else reaches the library. */
export function registerEndpoints(app: FastifyInstance, settings: OAuthSettings): void {
  const crossings = createCrossings()
  app.decorateRequest('arrivedAt', null as unknown as Date)
  app.decorateRequest('arrival', 0)
  app.addHook('onRequest', async (request) => {
    request.arrivedAt = settings.clock()
    request.arrival = crossings.arrive()
  })
  app.setErrorHandler((error: Error, request, reply) => sendOAuthError(settings, request, reply, error))
  const passOn = passTo(settings, crossings)
  const pass = async (request: FastifyRequest, reply: FastifyReply) => passOn(request, reply)
  app.get('/oauth/authorize', { exposeHeadRoute: false }, async (request, reply) => {
    const allowance = settings.limits.authorizations(networkOf(request.ip))
    // A person is looking, so they get a page.
    if (allowance && !allowance.isWithin) {
      const refusal = tooMany(allowance)
      noteRefusal(request, refusal)
      return sendProblem(settings, request, reply, refusal)
    }
    return passOn(request, reply, { address: withoutNeedless(request.raw.url ?? '/') })
  })
  app.get('/oauth/authorize/:uid', { exposeHeadRoute: false }, pass)
  app.post('/oauth/token', pass)
  app.options('/oauth/token', pass)
  registerRevocation(app, settings, passOn)
  registerRegistration(app, settings, passOn)
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
