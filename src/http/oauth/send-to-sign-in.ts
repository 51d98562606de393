import type { FastifyReply } from 'fastify'
import type { OAuthSettings } from './settings.ts'

/** To the sign-in, which then leads on to a page by its name, or to a pending request by its uid. */
export function sendToSignIn(
  { mountPath }: Pick<OAuthSettings, 'mountPath'>,
  reply: FastifyReply,
  next: string,
): FastifyReply {
  return reply.redirect(`${mountPath}/sign-in?continue=${encodeURIComponent(next)}`, 303)
}
