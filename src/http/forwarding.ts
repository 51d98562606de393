import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Failure, forbidden } from '../contract/failure.ts'
import type { RequestLog } from './request-log.ts'

/** Headers that proxies, tunnels and cloud platforms add to forwarded requests. Browsers send none of them. */
const forwardingHeaders =
  /^(forwarded|via|x-forwarded-.*|x-real-ip|x-original-.*|x-client-ip|x-cluster-client-ip|x-proxyuser-ip|x-envoy-.*|x-azure-.*|x-appengine-.*|x-arr-.*|x-amzn-trace-id|x-cloud-trace-context|x-vercel-.*|x-nf-.*|cf-.*|cdn-.*|true-client-ip|client-ip|fastly-.*|fly-.*|ngrok-.*|tailscale-.*)$/

/** The demo's pages show emails and sign people in without a code, for anyone on this machine. */
const demoPage = /\/(dev|login)\//

/**
 * Detects forwarded requests. The demo's pages refuse them: a service on loopback has no other way to notice that a
 * proxy has made it public. Requests through a proxy that is not in TRUSTED_PROXIES are logged once, because all people
 * behind it count as one network for rate limits.
 */
export function registerForwarding(app: FastifyInstance, log: Pick<RequestLog, 'warn'>): void {
  let isWarned = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (demoPage.test(request.routeOptions.url ?? '') && isForwarded(request)) return done(demoPageClosed())
    if (!isWarned && isForwardedByUnnamedProxy(request)) {
      isWarned = true
      log.warn(proxyOf(request), unnamedProxy)
    }
    done()
  })
}

const unnamedProxy =
  'A request with X-Forwarded-For or Forwarded came from a proxy that is not in TRUSTED_PROXIES. If it is your proxy, ' +
  'add it there and let it send X-Forwarded-For: otherwise everyone behind it shares one rate limit. ' +
  'This warning is logged once.'

function demoPageClosed(): Failure {
  return forbidden(
    'This demo page can only be opened on the machine of the service, and this request came through a ' +
      'proxy.',
  )
}

function isForwarded({ headers }: FastifyRequest): boolean {
  return Object.keys(headers).some((name) => forwardingHeaders.test(name))
}

function isForwardedByUnnamedProxy({ headers, ips }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] === undefined) return headers.forwarded !== undefined
  // `ips` has the address of the connection and, if it is a trusted proxy, the addresses before it.
  return (ips?.length ?? 1) < 2
}

/** Logs only loopback and private addresses, which belong to proxies. Others may be a person's address. */
function proxyOf({ socket }: FastifyRequest): { proxy?: string } {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  const isPrivate = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd]|fe80:)/.test(address)
  return isPrivate ? { proxy: address } : {}
}
