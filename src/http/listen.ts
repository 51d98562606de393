import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Listens at this address, and gives the port that was had. */
export async function listen(app: FastifyInstance, at: { port: number; host: string }): Promise<number> {
  await app.listen(at).catch(explain(at))
  return (app.server.address() as AddressInfo).port
}

/** A connection that was answering when the end began is idle afterwards, and would wait for its time-out. */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  await app.close().finally(() => clearInterval(sweep))
}

/** Says in one line what to change when the address cannot be had. */
function explain({ port, host }: { port: number; host: string }) {
  return (error: NodeJS.ErrnoException): never => {
    const reasons: Record<string, string> = {
      EADDRINUSE: `PORT: ${port} is in use by another program. Stop that one, or set PORT to another number.`,
      EACCES: `PORT: ${port} is refused to this user. Set PORT to a number above 1023.`,
      EADDRNOTAVAIL: `HOST: ${host} is no address of this machine.`,
    }
    throw new Error(reasons[error.code ?? ''] ?? error.message, { cause: error })
  }
}
