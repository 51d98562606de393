import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { afterFile } from './file-cleanup.ts'

/** A database whose answers can be delayed, like those of a remote one, and that can be disconnected. */
export type SlowDatabase = {
  db: TestDatabase
  /** Delays every answer from now on. */
  delay: (milliseconds: number) => void
  /** Closes every connection and refuses new ones. */
  cut: () => void
}

/**
 * A proxy between the service and its database. With a local database, work is done before a concurrent request starts,
 * which hides every race; 25 ms per answer reveal them.
 */
export async function createSlowDatabase(): Promise<SlowDatabase> {
  const db = await createTestDatabase()
  const { host, port } = db.connection
  let milliseconds = 0
  const sockets = new Set<Socket>()
  const server = createServer((service) => {
    const database = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const socket of [service, database]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        service.destroy()
        database.destroy()
      })
    }
    service.pipe(database)
    // Each answer also waits for the previous one, so they keep their order when the delay changes.
    let before = Promise.resolve()
    database.on('data', (chunk) => {
      const late = milliseconds > 0 ? sleep(milliseconds) : undefined
      before = before.then(async () => {
        await late
        if (service.writable) service.write(chunk)
      })
    })
  })
  await listening(server)
  const cut = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  afterFile(cut)
  const address = new URL(db.url)
  const own = server.address() as { port: number }
  const url = `postgres://${address.username}:${address.password}@127.0.0.1:${own.port}${address.pathname}`
  return {
    db: { ...db, url },
    delay: (value) => {
      milliseconds = value
    },
    cut,
  }
}

function listening(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
}
