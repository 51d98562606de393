import type { FastifyInstance } from 'fastify'

export type Health = {
  /** Dependencies of requests by name; true if available. */
  readiness: () => Promise<Record<string, boolean>>
  /** What is running, for upgrades of several instances. */
  version: { version: string; migration: string | undefined }
}

/**
 * `/healthz` reports liveness, `/readyz` readiness, `/startupz` whether the service has ever been ready, and `/version`
 * what is running.
 */
export function registerHealth(app: FastifyInstance, health: Health): void {
  let wasReady = false
  const readiness = async () => {
    const parts = await health.readiness()
    const ready = Object.values(parts).every(Boolean)
    wasReady ||= ready
    return { ready, parts }
  }
  app.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })
  app.get('/readyz', async (_request, reply) => {
    const { ready, parts } = await readiness()
    reply.header('cache-control', 'no-store').code(ready ? 200 : 503)
    if (!ready) reply.header('retry-after', '2')
    return { status: ready ? 'ok' : 'unavailable', ...parts }
  })
  app.get('/startupz', async (_request, reply) => {
    if (!wasReady) await readiness()
    reply.header('cache-control', 'no-store').code(wasReady ? 200 : 503)
    if (!wasReady) reply.header('retry-after', '2')
    return { status: wasReady ? 'ok' : 'starting' }
  })
  app.get('/version', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return health.version
  })
}
