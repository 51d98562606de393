import type { FastifyInstance } from 'fastify'

export type Health = {
  /** Dependencies of requests by name; true if available. */
  readiness: () => Promise<Record<string, boolean>>
}

/** `/healthz` reports liveness, `/readyz` readiness. */
export function registerHealth(app: FastifyInstance, health: Health): void {
  app.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })
  app.get('/readyz', async (_request, reply) => {
    const parts = await health.readiness()
    const ready = Object.values(parts).every(Boolean)
    reply.header('cache-control', 'no-store').code(ready ? 200 : 503)
    if (!ready) reply.header('retry-after', '2')
    return { status: ready ? 'ok' : 'unavailable', ...parts }
  })
}
