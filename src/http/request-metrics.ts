import type { FastifyInstance } from 'fastify'

export type RequestMetrics = {
  observeRequest: (request: { method: string; route: string; status: number; seconds: number }) => void
  /** Called once, with how to read the requests that were not answered yet and the open connections. */
  watchTraffic: (read: () => { requests: number; connections: number }) => void
}

/** Passes each response that was sent on to the metrics: with the route template, never the address itself. */
export function registerRequestMetrics(app: FastifyInstance, metrics: RequestMetrics): void {
  const traffic = { requests: 0, connections: 0 }
  metrics.watchTraffic(() => traffic)
  app.server.on('connection', (socket) => {
    traffic.connections += 1
    socket.once('close', () => {
      traffic.connections -= 1
    })
  })
  app.addHook('onRequest', (_request, reply, done) => {
    traffic.requests += 1
    reply.raw.once('close', () => {
      traffic.requests -= 1
    })
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    metrics.observeRequest({
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    })
    done()
  })
}
