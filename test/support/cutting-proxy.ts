import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { afterFile } from './file-cleanup.ts'

export type CuttingProxy = {
  url: string
  /** Ends every connection without a farewell, and each new one, until it is mended. */
  cut: () => void
  mend: () => void
}

/** A network that can be cut, in front of a server on this machine. Closed after the test file. */
export async function openCuttingProxy(url: string): Promise<CuttingProxy> {
  const port = Number(new URL(url).port)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return void near.resetAndDestroy()
    const far = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          sockets.delete(one)
          other.destroy()
        })
      one.pipe(other)
    }
  })
  const reset = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  afterFile(async () => {
    reset()
    await new Promise((done) => server.close(done))
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true
      reset()
    },
    mend: () => {
      isCut = false
    },
  }
}
