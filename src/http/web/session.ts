import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../contract/failure.ts'

/**
 * The cookie of a person's session. Over https it carries the `__Host-` prefix, which binds it to this host
 * and to TLS; plain http is only for a service on one's own machine.
 */
export function takeCookie(publicUrl: string): { name: string; attributes: string } {
  const secure = publicUrl.startsWith('https:')
  return {
    name: secure ? '__Host-take' : 'take',
    attributes: `; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  }
}

export function readTakeCookie(request: FastifyRequest, publicUrl: string): string | undefined {
  const { name } = takeCookie(publicUrl)
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
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

/** Refuses a form or a script of another site; SameSite=Lax is the first wall, this is the second. */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string): void {
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return
  const { origin } = request.headers
  if (site === undefined && (origin === undefined || origin === new URL(publicUrl).origin)) return
  throw new Failure('forbidden', 'This request came from another site.')
}
