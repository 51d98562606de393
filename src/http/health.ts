import type { FastifyInstance } from 'fastify'

export type Health = {
  /** What requests depend on, by name; true if available. Must be quick: it is asked by every probe. */
  readiness: () => Readiness
  /** What is running, for upgrades of several instances. */
  version: { version: string; commit: string; migration: string | undefined }
}

export type Readiness = {
  /** A part may be false although the instance should get requests: reads work with a full disk. */
  ready: boolean
  parts: Record<string, boolean>
  /** One word for parts that are false, where it is known. */
  reasons: Record<string, string>
}

/**
 * `/healthz` reports liveness, `/readyz` readiness, `/startupz` whether the service has ever been ready, and `/version`
 * what is running.
 */
export function registerHealth(app: FastifyInstance, health: Health): void {
  let wasReady = false
  const readiness = () => {
    const found = health.readiness()
    wasReady ||= found.ready
    return found
  }
  app.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })
  app.get('/readyz', async (_request, reply) => {
    const { ready, parts, reasons } = readiness()
    reply.header('cache-control', 'no-store').code(ready ? 200 : 503)
    if (!ready) reply.header('retry-after', '2')
    const hasReasons = Object.keys(reasons).length > 0
    return { status: ready ? 'ok' : 'unavailable', ...parts, ...(hasReasons ? { reasons } : {}) }
  })
  app.get('/startupz', async (_request, reply) => {
    if (!wasReady) readiness()
    reply.header('cache-control', 'no-store').code(wasReady ? 200 : 503)
    if (!wasReady) reply.header('retry-after', '2')
    return { status: wasReady ? 'ok' : 'starting' }
  })
  app.get('/version', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return health.version
  })
}
