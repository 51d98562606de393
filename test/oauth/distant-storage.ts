import { connect, createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { openStage, type Stage } from './stage.ts'

export type Distant = Stage & { delay: (milliseconds: number) => void; cut: () => void }

/**
 * A stage whose database is behind a line of its own. From `delay` on, everything that goes to it and comes back
 * takes so much longer together: what happens at once then does so with the waits of a storage that is far away.
 */
export async function openDistantStage(environment: Record<string, string> = {}): Promise<Distant> {
  const { connection } = await createTestDatabase()
  const { host, port, user, password, database } = connection
  const sockets = new Set<Socket>()
  let wait = 0
  const line = createServer((near) => {
    near.setNoDelay(true)
    const far = connect(`${host}/.s.PGSQL.${port}`)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk) => {
        if (wait === 0) to.write(chunk)
        else setTimeout(() => to.writable && to.write(chunk), wait / 2)
      })
      from.on('error', () => to.destroy())
      from.on('close', () => setTimeout(() => to.end(), wait))
    }
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    line.close()
    for (const socket of sockets) socket.destroy()
  })
  const address = line.address() as { port: number }
  const url = `postgres://${user}:${password}@127.0.0.1:${address.port}/${database}`
  const stage = await openStage({ ...environment, DATABASE_URL: url })
  return Object.assign(stage, {
    delay: (milliseconds: number) => {
      wait = milliseconds
    },
    cut: () => {
      line.close()
      for (const socket of sockets) socket.destroy()
    },
  })
}
