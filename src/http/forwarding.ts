import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Failure, forbidden } from '../contract/failure.ts'
import type { RequestLog } from './request-log.ts'

/** What proxies, tunnels and clouds add to the requests that they pass on. No browser sends any of these. */
const forwardingHeaders =
  /^(forwarded|via|x-forwarded-.*|x-real-ip|x-original-.*|x-client-ip|x-cluster-client-ip|x-proxyuser-ip|x-envoy-.*|x-azure-.*|x-appengine-.*|x-arr-.*|x-amzn-trace-id|x-cloud-trace-context|x-vercel-.*|x-nf-.*|cf-.*|cdn-.*|true-client-ip|client-ip|fastly-.*|fly-.*|ngrok-.*|tailscale-.*)$/

/** The pages of the demo show letters and sign people in, to whoever is at this machine. */
const demoPage = /\/(dev|login)\//

/**
 * Looks at what says that a request was passed on. The pages of the demo are closed to such a one: a service that
 * listens on loopback cannot see otherwise that a proxy has made it public. And once, it is logged that callers come
 * through a proxy that TRUSTED_PROXIES does not name, because then they all count as one network.
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
  'A request names an address in X-Forwarded-For or Forwarded, and TRUSTED_PROXIES does not name who passed it on. ' +
  'If that is your proxy, all people behind it count as one network: name it in TRUSTED_PROXIES, and let it send ' +
  'X-Forwarded-For. This is said once.'

function demoPageClosed(): Failure {
  return forbidden(
    'This page of the demo opens on the machine of the service only, and a proxy passed this request on.',
  )
}

function isForwarded({ headers }: FastifyRequest): boolean {
  return Object.keys(headers).some((name) => forwardingHeaders.test(name))
}

function isForwardedByUnnamedProxy({ headers, ips }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] === undefined) return headers.forwarded !== undefined
  // The address that is connected, and those before it that are believed.
  return (ips?.length ?? 1) < 2
}

/** An address of this machine or a private network is that of a proxy; any other may be that of a person. */
function proxyOf({ socket }: FastifyRequest): { proxy?: string } {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  const isPrivate = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd]|fe80:)/.test(address)
  return isPrivate ? { proxy: address } : {}
}
