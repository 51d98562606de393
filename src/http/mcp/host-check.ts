import type { FastifyRequest } from 'fastify'
import { forbidden } from '../../contract/failure.ts'

/**
 * Refuses what a page of elsewhere makes a browser send. A page that has its own name point to this machine (DNS
 * rebinding) is known by its Host, any other by its Origin; programs that are no browser send no Origin.
 */
export function createHostCheck(
  serviceUrls: readonly string[],
  origins: readonly string[],
): (request: FastifyRequest) => void {
  const hosts = new Set([...serviceUrls, ...origins].flatMap((url) => namesOf(new URL(url).hostname)))
  const allowed = new Set(origins)
  // A service that is only reached from its own machine is called by other programs of that machine, from any port.
  const isLocal = serviceUrls.every((url) => loopback.includes(new URL(url).hostname))
  return (request) => {
    const { host, origin } = request.headers
    // RFC 9112 section 3.2.2: a target in absolute form names the host itself.
    const inTarget = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(request.raw.url ?? '')?.[1]
    const named = [host, inTarget].filter((one) => one !== undefined)
    if (named.length === 0 || !named.every((one) => hosts.has(hostnameOf(one)))) {
      throw forbidden('This service has another name than the Host header says. Use its public address.')
    }
    if (origin === undefined || allowed.has(origin)) return
    if (isLocal && loopback.includes(hostnameOf(origin.replace(/^https?:\/\//, '')))) return
    throw forbidden('Pages of this origin may not call this service. ALLOWED_ORIGINS names those that may.')
  }
}

/** A machine has three names for itself, and no other machine can be reached by them. */
function namesOf(hostname: string): string[] {
  return loopback.includes(hostname) ? loopback : [hostname]
}

const loopback = ['localhost', '127.0.0.1', '[::1]']

function hostnameOf(authority: string): string {
  const isPlain = !/[@/?#\\]/.test(authority) && URL.canParse(`http://${authority}`)
  return isPlain ? new URL(`http://${authority}`).hostname : ''
}
