import type { FastifyRequest } from 'fastify'
import { forbidden } from '../../contract/failure.ts'

/**
 * Pages below `/dev/` require no sign-in. They are protected by being reachable only from this machine. A site whose
 * name resolves to this machine (DNS rebinding) would get around that, and so would a tunnel from outside; both use
 * another hostname.
 */
export function refuseForeignHost(request: FastifyRequest, publicUrl: string): void {
  const own = [new URL(publicUrl).hostname, 'localhost', '127.0.0.1', '[::1]']
  // Reads the header itself: behind a trusted proxy the framework would use X-Forwarded-Host instead.
  if (own.includes((request.headers.host ?? '').replace(/:\d*$/, '').toLowerCase())) return
  throw forbidden('This page opens under the address of the service only.')
}
