import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.ts'

/** A database whose answers can be held up, as those of one on another machine are. */
export type SlowDatabase = { db: TestDatabase; delay: (milliseconds: number) => void }

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
        service.destroy()
        database.destroy()
      })
    }
    service.pipe(database)
    // Timers of one length run in the order in which they were set, so the answers keep theirs.
    database.on('data', (chunk) => {
      if (milliseconds === 0) service.write(chunk)
      else setTimeout(() => service.write(chunk), milliseconds)
    })
  })
  await listening(server)
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = new URL(db.url)
  const own = server.address() as { port: number }
  const url = `postgres://${address.username}:${address.password}@127.0.0.1:${own.port}${address.pathname}`
  return {
    db: { ...db, url },
    delay: (value) => {
      milliseconds = value
    },
  }
}

function listening(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
}
