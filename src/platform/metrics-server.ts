import { createServer, type Server } from 'node:http'
import type { Metrics } from './metrics.ts'

/**
 * Serves `GET /metrics` on a port of its own, so that it is never public by accident. Returns how to close it. Throws a
 * one-sentence error if the address can't be used.
 */
export async function listenForMetrics(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<() => void> {
  const server = createServer(async (request, response) => {
    const isMetrics = request.method === 'GET' && request.url === '/metrics'
    if (!isMetrics) return void response.writeHead(404).end()
    try {
      const text = await metrics.text()
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text)
    } catch {
      response.writeHead(500).end()
    }
  })
  await listening(server, host, port)
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new Error(`METRICS_LISTEN: ${host}:${port} can't be used (${error.code}). Set another address.`, {
          cause: error,
        }),
      ),
    )
    server.listen(port, host, resolve)
  })
}
