import pg from 'pg'
import { overdue } from './look.ts'

export type ReadReplicaWatchOptions = {
  server: pg.ClientConfig
  patience: number
  /** `identityStatement`, answered by the primary. */
  identityOfPrimary: () => Promise<string | undefined>
  log: (message: string, cause?: unknown) => void
  /** Called when the replica can't be used any more. What waits for it should stop waiting. */
  onAway: () => void
}

export type ReadReplicaWatch = {
  isUsable(): boolean
  /** How far the replica is behind, at the last look; undefined while it can't be used. */
  lagSeconds(): number | undefined
  /** Looks now, because something failed. */
  suspect(): void
  close(): void
}

/** A physical copy has the identifier of its original; the name tells databases of one server apart. */
export const identityStatement =
  'select system_identifier || $$ $$ || current_database() as identity from pg_control_system()'

/** When everything that was received has been replayed, the last commit may be old although nothing is missing. */
const lookStatement = `select pg_is_in_recovery() as is_replica,
  case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
    else coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0) end::float8 as lag`

const secondsBetweenLooks = 1

/**
 * Looks at the replica each second over a connection of its own, so that no request waits for a replica that is away or
 * hangs. Writes one line when it can't be used, and one when it can again.
 */
export function watchReadReplica({
  server,
  patience,
  identityOfPrimary,
  log,
  onAway,
}: ReadReplicaWatchOptions): ReadReplicaWatch {
  let state: { usable: boolean; lag?: number } | undefined
  let kept: pg.Client | undefined
  let looking: Promise<void> | undefined
  let next: NodeJS.Timeout | undefined
  let isClosed = false
  /** Of the primary, and of every server that was promoted to one. */
  let identity: string | undefined

  function lookSoon(): void {
    if (isClosed || looking) return
    clearTimeout(next)
    looking = look().finally(() => {
      looking = undefined
      if (!isClosed) next = setTimeout(lookSoon, secondsBetweenLooks * 1_000).unref()
    })
  }

  async function look(): Promise<void> {
    const client = kept ?? newClient()
    const isNew = client !== kept
    const answered = new AbortController()
    try {
      const found = await Promise.race([lookBy(client, isNew), overdue(1_000 * patience, answered.signal)])
      if (found === 'overdue') throw new Error("It doesn't answer")
      if (isClosed) return drop(client)
      kept = client
      note({ usable: true, lag: found })
    } catch (error) {
      drop(client)
      note({ usable: false }, error)
    } finally {
      answered.abort()
    }
  }

  async function lookBy(client: pg.Client, isNew: boolean): Promise<number> {
    if (isNew) {
      await client.connect()
      const { rows } = await client.query<{ identity: string }>(identityStatement)
      identity ??= await identityOfPrimary()
      if (rows[0]?.identity !== identity) throw new Error('It is no copy of the database of DATABASE_URL')
    }
    const { rows } = await client.query<{ is_replica: boolean; lag: number }>(lookStatement)
    const [found] = rows
    if (!found?.is_replica) throw new Error('It is no replica: it accepts writes')
    return Math.max(0, found.lag)
  }

  function note(found: { usable: boolean; lag?: number }, cause?: unknown): void {
    if (isClosed) return
    const before = state
    state = found
    if (before?.usable === found.usable) return
    if (found.usable) {
      if (before) log('The read replica of DATABASE_READ_URL can be used again')
      return
    }
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause)
    log("The read replica of DATABASE_READ_URL can't be used. The primary answers all reads", reason)
    onAway()
  }

  function newClient(): pg.Client {
    const client = new pg.Client({ ...server, connectionTimeoutMillis: 1_000 * patience })
    client.on('error', () => {})
    client.once('end', () => {
      if (kept !== client) return
      kept = undefined
      lookSoon()
    })
    return client
  }

  /** Closes the socket, because a server that hangs answers no farewell. */
  function drop(client: pg.Client): void {
    if (kept === client) kept = undefined
    client.connection.stream.destroy()
  }

  lookSoon()
  return {
    isUsable: () => state?.usable === true,
    lagSeconds: () => state?.lag,
    suspect: lookSoon,
    close() {
      isClosed = true
      clearTimeout(next)
      if (kept) drop(kept)
    },
  }
}
