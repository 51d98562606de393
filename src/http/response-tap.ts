import type { FastifyInstance } from 'fastify'

/** A response as it is sent, before it is compressed. */
export type SentResponse = {
  method: string
  /** The path of the request without its query. */
  path: string
  status: number
  headers: Readonly<Record<string, string>>
  /** Empty without a body; undefined for a stream. */
  body: Buffer | undefined
}

export type ResponseTap = (response: SentResponse) => void

/** Passes every response to a test before it is sent. Not registered in production. */
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
