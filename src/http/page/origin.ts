import type { FastifyRequest } from 'fastify'
import { forbidden } from '../../contract/failure.ts'

/**
 * Refuses a form or a script of another site; SameSite=Lax is the first wall, this is the second. Browsers that
 * send no Sec-Fetch-Site (Safari before 16.4, any over plain http) give our own forms the origin `null`, because
 * our pages tell no referrer; refusing that would refuse all of them, so there the first wall stands alone.
 */
export function refuseCrossOrigin(request: FastifyRequest, publicUrl: string): void {
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return
  const { origin } = request.headers
  const isOwn = origin === undefined || origin === 'null' || origin === new URL(publicUrl).origin
  if (site === undefined && isOwn) return
  throw forbidden('This request came from another site.')
}
