import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterFile } from './file-cleanup.ts'

/**
 * A proxy that passes every request on and loses some of the answers: the service has done its work, and the client
 * sees a closed connection.
 */
export async function openDroppingProxy(
  url: string,
  isLost: () => boolean,
): Promise<{ url: string; answers: () => number; lost: () => number }> {
  const { hostname, port } = new URL(url)
  let [answers, lost] = [0, 0]
  const server = createServer((incoming, response) => {
    const { method, url: path, headers } = incoming
    const passed = request({ hostname, port, method, path, headers, setHost: false }, (answer) => {
      answers += 1
      if (isLost()) {
        lost += 1
        // Read to its end, so that the service has finished.
        answer.resume().on('end', () => incoming.socket.destroy())
        return
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  afterFile(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: own, answers: () => answers, lost: () => lost }
}
