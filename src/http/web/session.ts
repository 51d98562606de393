import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../contract/failure.ts'

/**
 * The cookie of a person's session. Over https it carries the `__Host-` prefix, which binds it to this host
 * and to TLS; plain http is only for a service on one's own machine.
 */
export function takeCookie(publicUrl: string): { name: string; attributes: string } {
  const { secure, attributes } = cookieRules(publicUrl)
  return { name: secure ? '__Host-take' : 'take', attributes: `; Path=/${attributes}` }
}

/** What every cookie of the pages carries: no script reads it, no other site's form sends it. */
export function cookieRules(publicUrl: string): { secure: boolean; attributes: string } {
  const secure = publicUrl.startsWith('https:')
  return { secure, attributes: `; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}` }
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

/**
 * Refuses a form or a script of another site; SameSite=Lax is the first wall, this is the second. Browsers that
 * send no Sec-Fetch-Site (Safari before 16.4, any over plain http) give our own forms the origin `null`, because
 * our pages tell no referrer; refusing that would refuse all of them, so there the first wall stands alone.
 */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string): void {
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return
  const { origin } = request.headers
  const isOwn = origin === undefined || origin === 'null' || origin === new URL(publicUrl).origin
  if (site === undefined && isOwn) return
  throw new Failure('forbidden', 'This request came from another site.')
}
