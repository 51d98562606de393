import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuseCrossOrigin } from '../page/origin.ts'
import { pageBasics, sendPage } from '../page/send-page.ts'
import { recordSecurityEvent, signInEvent } from '../security-log.ts'
import { readSessionSecret, setSessionCookie } from './session-cookie.ts'
import type { SignInSettings } from './sign-in.ts'
import { describeUserAgent } from './user-agent.ts'

type LoginLinkRequest = FastifyRequest<{ Params: { secret: string } }>

/**
 * The demo's one-time sign-in link. Opening its page doesn't use it up; pressing the button does. Unknown, used and
 * expired links get the same response. Without the demo the page doesn't exist.
 */
export function registerLoginLink(pages: FastifyInstance, settings: SignInSettings): void {
  const { links } = settings.people
  if (!links) return

  pages.get('/login/:secret', async (request: LoginLinkRequest, reply) => {
    return sendLoginLinkPage(settings, request, reply, links.read(request.params.secret))
  })

  pages.post('/login/:secret', async (request: LoginLinkRequest, reply) => {
    refuseCrossOrigin(request, settings.authUrl)
    const { secret } = request.params
    const session = await links.signIn({
      secret,
      formerSecret: readSessionSecret(request, settings),
      agent: describeUserAgent(request),
    })
    recordSecurityEvent(request, signInEvent('link', session))
    if (!session) return sendLoginLinkPage(settings, request, reply, undefined)
    setSessionCookie(request, reply, settings, session)
    return reply.redirect('/', 303)
  })
}

function sendLoginLinkPage(
  { mountPath, pages }: SignInSettings,
  request: LoginLinkRequest,
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
