import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { afterFile } from './file-cleanup.ts'

/** A database whose answers can be held up, as those of one on another machine are, and that can be lost. */
export type SlowDatabase = {
  db: TestDatabase
  /** From now on every answer takes so much longer. */
  delay: (milliseconds: number) => void
  /** Ends every connection and lets none begin. */
  cut: () => void
}

/**
 * Puts a wire between the service and its database. Work on a database beside it is done before a twin has begun,
 * which hides every race; 25 ms on each answer show them.
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
    // Each answer waits for the one before it too, so they keep their order when the delay changes.
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
