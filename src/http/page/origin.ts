import type { FastifyRequest } from 'fastify'
import { forbidden } from '../../contract/failure.ts'

/**
 * Refuses forms and scripts of other sites. This is the second defense, after SameSite=Lax. Browsers without
 * Sec-Fetch-Site (Safari before 16.4, and all of them over plain http) send our own forms with the origin `null`,
 * because our pages send no referrer. Refusing `null` would refuse all of these, so for them only the first defense
 * applies.
 */
export function refuseCrossOrigin(request: FastifyRequest, publicUrl: string): void {
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return
  const { origin } = request.headers
  const isOwn = origin === undefined || origin === 'null' || origin === new URL(publicUrl).origin
  if (site === undefined && isOwn) return
  throw forbidden('This request came from another site.')
}

/** Whether a page of another site led here (Fetch Metadata; redirects keep the value). */
export function isCrossSite(request: FastifyRequest): boolean {
  return request.headers['sec-fetch-site'] === 'cross-site'
}
