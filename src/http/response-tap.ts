import type { FastifyInstance } from 'fastify'

/** An answer as it leaves the service. */
export type SentResponse = {
  method: string
  /** The path of the request without its query. */
  path: string
  status: number
  headers: Readonly<Record<string, string>>
  /** Empty where there is none; undefined where it is a stream. */
  body: Buffer | undefined
}

export type ResponseTap = (answer: SentResponse) => void

/** Shows every answer to a test before it leaves. A running service has no such hook. */
export function registerResponseTap(app: FastifyInstance, responseTap: ResponseTap): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const headers = Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)])
    responseTap({
      method: request.method,
      path: (request.raw.url ?? '').replace(/\?.*$/s, ''),
      status: reply.statusCode,
      headers: Object.fromEntries(headers),
      body: bytesOf(payload),
    })
  })
}

function bytesOf(payload: unknown): Buffer | undefined {
  if (payload === undefined || payload === null) return Buffer.alloc(0)
  if (typeof payload === 'string') return Buffer.from(payload)
  return Buffer.isBuffer(payload) ? payload : undefined
}
