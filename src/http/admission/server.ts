import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { FastifyServerOptions } from 'fastify'
import type { Admission } from './admission.ts'

/** A server like Fastify's own, in front of which requests are admitted. */
export function createAdmittingServer({ admit }: Admission) {
  const maxConnections = readMaxConnections()
  return (handler: RequestListener, options: FastifyServerOptions): Server => {
    const { http = {} } = options as { http?: object }
    const server = createServer(http, (request, response) => admit(request, response, handler))
    server.keepAliveTimeout = options.keepAliveTimeout ?? 72_000
    server.requestTimeout = options.requestTimeout ?? 0
    server.setTimeout(options.connectionTimeout)
    if (maxConnections !== undefined) server.maxConnections = maxConnections
    return server
  }
}

/**
 * 80% of the files that the process may have open: with all of them in use it could not open its logs or a connection
 * to its database. Undefined where the system doesn't say.
 */
function readMaxConnections(): number | undefined {
  try {
    const soft = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === undefined ? undefined : Math.floor(Number(soft) * 0.8)
  } catch {
    return undefined
  }
}
