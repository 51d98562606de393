import type { FastifyReply } from 'fastify'

/** Milliseconds for which an operation that takes long may leave its connection silent. */
const longWorkMilliseconds = 90_000

/**
 * Keeps the connection open while the work for its answer takes long: the server closes one on which nothing moves
 * for a few seconds. The usual time comes back by itself once the answer has gone out.
 */
export function extendSocketTimeout({ raw }: FastifyReply, milliseconds = longWorkMilliseconds): void {
  raw.socket?.setTimeout(milliseconds)
}
