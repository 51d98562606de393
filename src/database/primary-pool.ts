import type pg from 'pg'
import { endsEpoch, ReadOnlyServer } from './errors.ts'
import { createGroupFlush, type GroupFlush } from './group-flush.ts'
import { connectOutsideTransaction } from './open-reads.ts'

export type PooledConnection = {
  client: pg.PoolClient
  /** Of the same server as the connection: only that one can tell whether a commit is on its disk. */
  flushes: GroupFlush
  /** Reports why a transaction failed. If the server is no longer the primary, all idle connections to it are closed. */
  failed(cause: unknown): void
}

export type PrimaryPool = {
  connect(): Promise<PooledConnection>
  flushes(): GroupFlush
  counts(): { idle: number; total: number }
  end(): Promise<void>
}

/**
 * An epoch is the time in which a server is the primary, as far as we know: a pool of connections to it, which ends with
 * the first sign that it isn't any more. Otherwise readers would stay on an old primary for as long as its connections last.
 */
type Epoch = { place: number; pool: pg.Pool; flushes: GroupFlush; beganAt: number }

type PrimaryPoolOptions = {
  /** Opens a pool to a server. `onIdleLost` is called when one of its idle connections breaks. */
  open: (server: pg.ClientConfig, onIdleLost: (cause: unknown) => void) => pg.Pool
  now: () => number
}

/** Connections to the first of these servers that can be reached and accepts writes. */
export function openPrimaryPool(
  servers: readonly pg.ClientConfig[],
  { open, now }: PrimaryPoolOptions,
): PrimaryPool {
  const ending = new Set<Promise<void>>()
  let isEnding = false
  let current = begin(0)

  function begin(place: number): Epoch {
    const onIdleLost = (cause: unknown) => {
      if (current.place === place && endsEpoch(cause)) replace(current)
    }
    const pool = open(servers[place] as pg.ClientConfig, onIdleLost)
    const flushes = createGroupFlush(() => connectOutsideTransaction(pool))
    return { place, pool, flushes, beganAt: now() }
  }

  /** Others may have noticed at the same time. */
  function replace(epoch: Epoch): void {
    if (epoch !== current || isEnding) return
    // With a single server that is away each attempt fails; new pools wouldn't help.
    if (servers.length === 1 && now() - epoch.beganAt < shortestMilliseconds) return
    current = begin((epoch.place + 1) % servers.length)
    // Connections in use are closed when they are given back.
    const ended = epoch.pool.end().catch(() => {})
    ending.add(ended)
    ended.finally(() => ending.delete(ended))
  }

  return {
    async connect() {
      for (let tried = 1; ; tried++) {
        const epoch = current
        try {
          const client = await epoch.pool.connect()
          const failed = (cause: unknown) => {
            if (endsEpoch(cause)) replace(epoch)
          }
          return { client, flushes: epoch.flushes, failed }
        } catch (cause) {
          if (cause instanceof ReadOnlyServer || endsEpoch(cause)) replace(epoch)
          // Another request may have ended the epoch meanwhile.
          if (isEnding || tried > servers.length || current === epoch) throw cause
        }
      }
    },
    flushes: () => current.flushes,
    counts: () => ({ idle: current.pool.idleCount, total: current.pool.totalCount }),
    async end() {
      isEnding = true
      await Promise.all([current.pool.end(), ...ending])
    },
  }
}

const shortestMilliseconds = 1_000
