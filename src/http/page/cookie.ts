import type { FastifyRequest } from 'fastify'

/** Attributes of all cookies of the pages: no script can read them, and forms of other sites don't send them. */
export function cookieRules(publicUrl: string): { secure: boolean; attributes: string } {
  const secure = publicUrl.startsWith('https:')
  return { secure, attributes: `; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}` }
}

/** Over https, cookies have the `__Host-` prefix, which binds them to this host and to TLS. */
export function cookieNameOf(name: string, url: string): string {
  return cookieRules(url).secure ? `__Host-${name}` : name
}

export function readCookie(request: FastifyRequest, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}
