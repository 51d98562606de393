import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieRules, readCookie } from '../page/cookie.ts'

/**
 * The cookie of a test taker's session. Over https it has the `__Host-` prefix, which binds it to this host and to TLS;
 * plain http is only for a service on one's own machine.
 */
export function takerCookie(publicUrl: string): { name: string; attributes: string } {
  const { secure, attributes } = cookieRules(publicUrl)
  return { name: secure ? '__Host-take' : 'take', attributes: `; Path=/${attributes}` }
}

export function readTakerCookie(request: FastifyRequest, publicUrl: string): string | undefined {
  return readCookie(request, takerCookie(publicUrl).name)
}

export function setTakerCookie(
  reply: FastifyReply,
  publicUrl: string,
  secret: string,
  expiresAt: string,
): void {
  const { name, attributes } = takerCookie(publicUrl)
  reply.header('set-cookie', `${name}=${secret}${attributes}; Expires=${new Date(expiresAt).toUTCString()}`)
}

export function clearTakerCookie(reply: FastifyReply, publicUrl: string): void {
  const { name, attributes } = takerCookie(publicUrl)
  reply.header('set-cookie', `${name}=${attributes}; Max-Age=0`)
}
