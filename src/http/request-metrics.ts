import type { FastifyInstance } from 'fastify'

export type ObserveRequest = (request: {
  method: string
  route: string
  status: number
  seconds: number
}) => void

/** Passes each response that was sent on to the metrics: with the route template, never the address itself. */
export function registerRequestMetrics(app: FastifyInstance, observe: ObserveRequest): void {
  app.addHook('onResponse', async (request, reply) => {
    observe({
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    })
  })
}
