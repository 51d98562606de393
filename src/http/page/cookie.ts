import type { FastifyRequest } from 'fastify'

/** What every cookie of the pages carries: no script reads it, no other site's form sends it. */
export function cookieRules(publicUrl: string): { secure: boolean; attributes: string } {
  const secure = publicUrl.startsWith('https:')
  return { secure, attributes: `; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}` }
}

export function readCookie(request: FastifyRequest, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}
