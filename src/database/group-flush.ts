import type pg from 'pg'
import { DatabaseUnavailable } from './errors.ts'

export type GroupFlush = {
  /**
   * Opens the connection for the flush, or shares the open one. Must be called before COMMIT is sent: a connection that
   * has outlasted the commit proves that the server hasn't restarted since and lost it. Call `flush` or `leave` in the
   * end.
   */
  join(): Promise<PendingFlush>
}

export type PendingFlush = {
  /** Resolves once everything committed before the call is on disk. Fails as unavailable if that is unknown. */
  flush(): Promise<void>
  leave(): void
}

/**
 * Flushes what transactions have committed without waiting for the disk. All transactions that wait at the same time
 * share a flush: while one is running, those that come later wait for the next. Has one connection while any are
 * pending.
 */
export function createGroupFlush(connect: () => Promise<pg.PoolClient>): GroupFlush {
  let current: FlushConnection | undefined

  return {
    async join() {
      current ??= openFlushConnection(connect, (ended) => {
        if (current === ended) current = undefined
      })
      return current.join()
    },
  }
}

type FlushConnection = GroupFlush

function openFlushConnection(
  connect: () => Promise<pg.PoolClient>,
  onEnd: (ended: FlushConnection) => void,
): FlushConnection {
  const opening = connect()
  let pendingCount = 0
  let isBroken = false
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  function flush(): Promise<void> {
    if (running) {
      // What is running may have begun before the commit that this one is for.
      next ??= running.then(startNext, startNext)
      return next
    }
    running = sendFlush().finally(() => {
      running = undefined
    })
    return running
  }

  function startNext(): Promise<void> {
    next = undefined
    return flush()
  }

  async function sendFlush(): Promise<void> {
    const client = await opening
    await client.query(flushStatement)
  }

  function end(): void {
    onEnd(connection)
    opening.then(
      (client) => client.release(isBroken),
      () => {},
    )
  }

  function leave(): void {
    pendingCount -= 1
    if (pendingCount === 0) end()
  }

  function fail(cause: unknown): never {
    isBroken = true
    onEnd(connection)
    throw new DatabaseUnavailable(cause)
  }

  const pending: PendingFlush = {
    flush: () => flush().catch(fail).finally(leave),
    leave,
  }
  const connection: FlushConnection = {
    async join() {
      pendingCount += 1
      try {
        await opening
        return pending
      } catch (cause) {
        leave()
        return fail(cause)
      }
    },
  }
  return connection
}

/**
 * An empty message in the write-ahead log. Because it is transactional, its COMMIT waits for the disk and for
 * synchronous standbys, as `synchronous_commit` says.
 */
const flushStatement = "select pg_logical_emit_message(true, 'timbre', '')"
