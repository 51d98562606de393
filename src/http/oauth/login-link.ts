import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageBasics, sendPage } from '../page/answer.ts'
import { refuseForeignOrigin } from '../page/origin.ts'
import { noteSecurity, signInEvent } from '../securityLog.ts'
import { browserOf } from './browser.ts'
import { sessionSecret, setPersonCookie } from './person.ts'
import type { SignInSettings } from './sign-in.ts'

type Asked = FastifyRequest<{ Params: { secret: string } }>

/**
 * The one-time link of the demo. Reading its page, however often, spends nothing: the button does. A link that is
 * unknown, used or over has one answer. Without the demo there is no such page.
 */
export function registerLoginLink(pages: FastifyInstance, settings: SignInSettings): void {
  const { links } = settings.people
  if (!links) return

  pages.get('/login/:secret', async (request: Asked, reply) => {
    return show(settings, request, reply, links.read(request.params.secret))
  })

  pages.post('/login/:secret', async (request: Asked, reply) => {
    refuseForeignOrigin(request, settings.authUrl)
    const { secret } = request.params
    const entrance = await links.signIn({
      secret,
      formerSecret: sessionSecret(request, settings),
      agent: browserOf(request),
    })
    noteSecurity(request, signInEvent('link', entrance))
    if (!entrance) return show(settings, request, reply, undefined)
    setPersonCookie(request, reply, settings, entrance)
    return reply.redirect('/', 303)
  })
}

function show(
  { mountPath, pages }: SignInSettings,
  request: Asked,
  reply: FastifyReply,
  email: string | undefined,
): FastifyReply {
  const view = {
    ...pageBasics(request),
    action: `${mountPath}/login/${encodeURIComponent(request.params.secret)}`,
    ...(email === undefined ? {} : { email }),
    signIn: `${mountPath}/sign-in`,
  }
  return sendPage(reply, pages.renderLoginLink(view), email === undefined ? 404 : 200)
}
