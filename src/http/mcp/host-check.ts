import type { FastifyRequest } from 'fastify'
import { forbidden } from '../../contract/failure.ts'

/**
 * Refuses requests from foreign web pages. A page that uses DNS rebinding has a foreign Host, any other a foreign
 * Origin. Programs other than browsers send no Origin.
 */
export function createHostCheck(
  serviceUrls: readonly string[],
  origins: readonly string[],
): (request: FastifyRequest) => void {
  const hosts = new Set([...serviceUrls, ...origins].flatMap((url) => namesOf(new URL(url).hostname)))
  const allowedOrigins = new Set(origins)
  // A service on loopback is called by pages of this machine, which may be on any port.
  const isLocal = serviceUrls.every((url) => loopback.includes(new URL(url).hostname))
  return (request) => {
    const { host, origin } = request.headers
    // RFC 9112 section 3.2.2: a request target in absolute form has a host of its own.
    const targetHost = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(request.raw.url ?? '')?.[1]
    const requestedHosts = [host, targetHost].filter((authority) => authority !== undefined)
    if (
      requestedHosts.length === 0 ||
      !requestedHosts.every((authority) => hosts.has(hostnameOf(authority)))
    ) {
      throw forbidden("The Host header doesn't match this service. Use its public address.")
    }
    if (origin === undefined || allowedOrigins.has(origin)) return
    if (isLocal && loopback.includes(hostnameOf(origin.replace(/^https?:\/\//, '')))) return
    throw forbidden('Requests from this origin are not allowed. Add it to ALLOWED_ORIGINS to allow it.')
  }
}

/** All loopback names are equivalent, and none of them can reach another machine. */
function namesOf(hostname: string): string[] {
  return loopback.includes(hostname) ? loopback : [hostname]
}

const loopback = ['localhost', '127.0.0.1', '[::1]']

function hostnameOf(authority: string): string {
  const isPlain = !/[@/?#\\]/.test(authority) && URL.canParse(`http://${authority}`)
  return isPlain ? new URL(`http://${authority}`).hostname : ''
}
