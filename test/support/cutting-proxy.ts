import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import type { TestDatabase } from './database.ts'
import { afterFile } from './file-cleanup.ts'

export type CuttingProxy = {
  url: string
  /** Ends every connection without a farewell, and each new one, until it is mended. */
  cut: () => void
  /**
   * Carries nothing anymore and says nothing about it. With `forGood`, connections of that time stay silent even when
   * the network is mended, as if each end had been forgotten; otherwise what was held arrives then.
   */
  silence: (how: { forGood: boolean }) => void
  mend: () => void
}

/** A network that can be cut or silenced, in front of a server on this machine. Closed after the test file. */
export async function openCuttingProxy(url: string | { path: string }): Promise<CuttingProxy> {
  const reach = () =>
    typeof url === 'string' ? connect(Number(new URL(url).port), '127.0.0.1') : connect(url)
  const sockets = new Set<Socket>()
  let state: 'carries' | 'cut' | 'silent' = 'carries'
  let isForGood = false
  /** What continues when the network is mended. */
  let held: (() => void)[] = []
  const hold = (carry: () => void) => {
    if (!isForGood) held.push(carry)
  }

  function carry(near: Socket): void {
    const far = reach()
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
        .on('pause', () => state === 'silent' && hold(() => one.pipe(other)))
      one.pipe(other)
    }
  }

  const server = createServer((near) => {
    if (state === 'cut') return void near.resetAndDestroy()
    if (state === 'carries') return carry(near)
    sockets.add(near)
    near.on('error', () => {})
    hold(() => carry(near))
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
      state = 'cut'
      reset()
    },
    silence: ({ forGood }) => {
      state = 'silent'
      isForGood = forGood
      for (const socket of sockets) socket.unpipe().pause()
    },
    mend: () => {
      state = 'carries'
      for (const carryOn of held) carryOn()
      held = []
    },
  }
}

/** Such a network between a service and its database. */
export async function openCuttingDatabase(db: TestDatabase): Promise<CuttingProxy & { db: TestDatabase }> {
  const { host, port } = db.connection
  const socket = { path: `${host}/.s.PGSQL.${port}` }
  const proxy = await openCuttingProxy(host.startsWith('/') ? socket : `http://${host}:${port}`)
  const { username, password, pathname } = new URL(db.url)
  const url = `postgres://${username}:${password}@${new URL(proxy.url).host}${pathname}`
  return { ...proxy, db: { ...db, url } }
}
