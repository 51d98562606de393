import { connect, createServer, type Socket } from 'node:net'
import type { TestDatabase } from './database.ts'
import { afterFile } from './file-cleanup.ts'

/**
 * Moments of a change, as they are seen between the service and its database: its transaction begins, a row is inserted,
 * COMMIT is sent, COMMIT is answered, the disk is waited for, and the heads of the audit log are read for their anchors.
 */
export type Point =
  | 'before_tx'
  | 'after_insert'
  | 'before_commit'
  | 'after_commit'
  | 'before_flush'
  | 'before_anchor'

const marks: Record<Point, { from: 'service' | 'database'; text: string }> = {
  before_tx: { from: 'service', text: 'begin; set local role timbre_app' },
  after_insert: { from: 'database', text: 'INSERT 0 1\0' },
  before_commit: { from: 'service', text: 'commit\0' },
  after_commit: { from: 'database', text: 'COMMIT\0' },
  before_flush: { from: 'service', text: 'pg_logical_emit_message' },
  before_anchor: { from: 'service', text: 'from audit_head' },
}

export type PointProxy = {
  url: string
  /** Calls this at the next such moment, and carries nothing from then on. What was sent before has arrived. */
  at: (point: Point, act: () => void) => void
}

/** A connection to the database that a test can end at a certain moment of a change. */
export async function openPointProxy(db: TestDatabase): Promise<PointProxy> {
  const { host, port } = db.connection
  const sockets = new Set<Socket>()
  let armed: { from: 'service' | 'database'; text: string; act: () => void } | undefined

  /** Whether the chunk may pass. */
  function mayPass(from: 'service' | 'database', chunk: Buffer): boolean {
    if (armed?.from !== from || !chunk.includes(armed.text)) return true
    const { act } = armed
    armed = undefined
    act()
    for (const socket of sockets) socket.destroy()
    return false
  }

  const server = createServer((service) => {
    const database = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const [from, one, other] of [
      ['service', service, database],
      ['database', database, service],
    ] as const) {
      sockets.add(one)
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          sockets.delete(one)
          other.destroy()
        })
        .on('data', (chunk) => {
          if (mayPass(from, chunk) && other.writable) other.write(chunk)
        })
    }
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  afterFile(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { username, password, pathname } = new URL(db.url)
  const own = server.address() as { port: number }
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${own.port}${pathname}`,
    at(point, act) {
      armed = { ...marks[point], act }
    },
  }
}
