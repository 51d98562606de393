import type { FastifyInstance } from 'fastify'

export type Health = {
  /** What a request would need: each part by name, true when it is there. */
  readiness: () => Promise<Record<string, boolean>>
}

/** `/healthz` says that the process answers; `/readyz` says that it can do its work. */
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
