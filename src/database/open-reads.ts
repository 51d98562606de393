import type pg from 'pg'

const commitDelayMilliseconds = 2

/** Of a connection. Its timer is started again instead of being made for each transaction. */
type OpenRead = { isOpen: boolean; timer: NodeJS.Timeout }
const openReads = new WeakMap<pg.PoolClient, OpenRead>()

/**
 * Leaves a read-only transaction open that the caller has finished with. Its COMMIT changes nothing and nobody waits
 * for it, so it is sent in one message with the next opening on the connection, or alone after a moment. That saves a
 * write to the socket and an answer. Until then the connection may be in the pool: whoever takes it next must call
 * `endOpenRead` before anything else.
 */
export function commitLater(client: pg.PoolClient): void {
  const existing = openReads.get(client)
  if (existing) {
    existing.isOpen = true
    existing.timer.refresh()
    return
  }
  const timer = setTimeout(() => {
    if (endOpenRead(client)) sendCommit(client)
  }, commitDelayMilliseconds)
  openReads.set(client, { isOpen: true, timer: timer.unref() })
}

/** Whether the connection still has a read-only transaction. The caller must send its COMMIT first. */
export function endOpenRead(client: pg.PoolClient): boolean {
  const read = openReads.get(client)
  const isOpen = read?.isOpen ?? false
  if (read) read.isOpen = false
  return isOpen
}

/** Takes a connection that is in no transaction, for statements that are not sent by `inTransaction`. */
export async function connectOutsideTransaction(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect()
  if (endOpenRead(client)) sendCommit(client)
  return client
}

/** Its answer needn't be awaited: what is sent after it is run after it, and the pool replaces a connection that broke. */
function sendCommit(client: pg.PoolClient): void {
  client.query('commit').catch(() => {})
}
