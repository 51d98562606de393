import type { FastifyReply } from 'fastify'

/** How long the connection of a slow operation may be idle. */
const slowOperationMilliseconds = 90_000

/**
 * Extends the socket timeout for a slow operation: the server closes connections that are idle for a few seconds.
 * Node restores the usual timeout after the response.
 */
export function extendSocketTimeout({ raw }: FastifyReply, milliseconds = slowOperationMilliseconds): void {
  raw.socket?.setTimeout(milliseconds)
}
