import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Listens at this address. Returns the port, which differs from `address.port` only if that is 0. */
export async function listen(app: FastifyInstance, address: { port: number; host: string }): Promise<number> {
  await app.listen(address).catch(explain(address))
  return (app.server.address() as AddressInfo).port
}

/**
 * Makes each response the last of its connection as soon as `isDraining`, so that clients and proxies go to another
 * instance before this one closes their connections.
 */
export function closeConnectionsWhile(app: FastifyInstance, isDraining: () => boolean): void {
  app.server.prependListener('request', (_request, response) => {
    if (isDraining()) response.shouldKeepAlive = false
  })
}

/** Closes idle connections repeatedly: one that is busy when closing starts would otherwise wait for its timeout. */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  await app.close().finally(() => clearInterval(sweep))
}

/** Explains in one line how to fix an address that can't be used. */
function explain({ port, host }: { port: number; host: string }) {
  return (error: NodeJS.ErrnoException): never => {
    const reasons: Record<string, string> = {
      EADDRINUSE: `PORT: ${port} is in use by another program. Stop that one, or set PORT to another number.`,
      EACCES: `PORT: this user may not use ${port}. Set PORT to a number above 1023.`,
      EADDRNOTAVAIL: `HOST: ${host} is not an address of this machine.`,
    }
    throw new Error(reasons[error.code ?? ''] ?? error.message, { cause: error })
  }
}
