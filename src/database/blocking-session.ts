import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

/** A session whose lock another one waits for. What it runs isn't read: statements may have personal data. */
export type BlockingSession = {
  pid: number
  /** Such as `idle in transaction`, or the kind of a process of the server. */
  state: string
  /** Seconds since its transaction began. Undefined if this login may not see it. */
  seconds: number | undefined
}

/** Looks from a connection of its own for who blocks the session `pid` while `work` is under way. */
export async function watchBlocking<T>(
  {
    connection,
    pid,
    everyMilliseconds,
  }: { connection: pg.ClientConfig; pid: number; everyMilliseconds: number },
  onBlocked: (session: BlockingSession) => void,
  work: () => Promise<T>,
): Promise<T> {
  const over = new AbortController()
  const watching = watch(over.signal).catch(() => {})
  try {
    return await work()
  } finally {
    over.abort()
    await watching
  }

  async function watch(signal: AbortSignal): Promise<void> {
    await setTimeout(everyMilliseconds, undefined, { signal })
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      while (!signal.aborted) {
        const session = await findBlocking(client, pid)
        if (session) onBlocked(session)
        await setTimeout(everyMilliseconds, undefined, { signal })
      }
    } finally {
      await client.end()
    }
  }
}

/** The one with the oldest transaction. */
async function findBlocking(client: pg.Client, pid: number): Promise<BlockingSession | undefined> {
  const { rows } = await client.query(
    `select pid, coalesce(state, backend_type, 'state not visible') as state,
       floor(extract(epoch from clock_timestamp() - xact_start))::int as seconds
     from pg_stat_activity where pid = any (pg_blocking_pids($1)) order by xact_start nulls last limit 1`,
    [pid],
  )
  return rows[0] && { ...rows[0], seconds: rows[0].seconds ?? undefined }
}

export function describeSession({ pid, state, seconds }: BlockingSession): string {
  return seconds === undefined
    ? `session ${pid} (${state})`
    : `session ${pid} (${state}, its transaction began ${seconds} s ago)`
}
