import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieRules, readCookie } from '../page/cookie.ts'

/**
 * The cookie of a person's session. Over https it carries the `__Host-` prefix, which binds it to this host
 * and to TLS; plain http is only for a service on one's own machine.
 */
export function takeCookie(publicUrl: string): { name: string; attributes: string } {
  const { secure, attributes } = cookieRules(publicUrl)
  return { name: secure ? '__Host-take' : 'take', attributes: `; Path=/${attributes}` }
}

export function readTakeCookie(request: FastifyRequest, publicUrl: string): string | undefined {
  return readCookie(request, takeCookie(publicUrl).name)
}

export function setTakeCookie(
  reply: FastifyReply,
  publicUrl: string,
  secret: string,
  expiresAt: string,
): void {
  const { name, attributes } = takeCookie(publicUrl)
  reply.header('set-cookie', `${name}=${secret}${attributes}; Expires=${new Date(expiresAt).toUTCString()}`)
}

export function clearTakeCookie(reply: FastifyReply, publicUrl: string): void {
  const { name, attributes } = takeCookie(publicUrl)
  reply.header('set-cookie', `${name}=${attributes}; Max-Age=0`)
}
