import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterFile } from './file-cleanup.ts'

/**
 * A proxy to the MCP endpoint that adds this token to each request and changes nothing else, including the client's
 * Host, for programs that cannot send a token.
 */
export async function openTokenProxy(url: string, token: string): Promise<{ url: string }> {
  const { hostname, port } = new URL(url)
  const server = createServer((incoming, answer) => {
    const { method, url: path, headers } = incoming
    const passed = request(
      {
        hostname,
        port,
        method,
        path,
        headers: { ...headers, authorization: `Bearer ${token}` },
        setHost: false,
      },
      (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(answer)
      },
    )
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/mcp` }
}
