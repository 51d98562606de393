import type { Clock, Database } from '../../contract/ports.ts'
import { touchGrants } from './store.ts'

/** Notes that a grant was used, when a token is issued for it. */
export async function touchGrant(
  { database, clock }: { database: Database; clock: Clock },
  grantId: string,
): Promise<void> {
  await database.inSystem((sql) => touchGrants(sql, [grantId], clock()))
}

export type UsageRecorder = {
  /** Remembers that a request came in under the grant; touches no database. */
  record: (grantId: string) => void
  /** Writes down what was noted: one statement, for each grant at most once a minute. */
  flush: () => Promise<void>
}

/**
 * Notes of use by requests. They are kept in memory and written together every few seconds, because nobody needs
 * to know the second in which an app was last used, and no request should wait for that.
 */
export function createUsageRecorder({
  database,
  clock,
}: {
  database: Database
  clock: Clock
}): UsageRecorder {
  return createBufferedRecorder(clock, (grantIds, now) =>
    database.inSystem((sql) => touchGrants(sql, grantIds, now)),
  )
}

/** The same where the grants are kept elsewhere, or for other things than grants; each is written once in `every` ms. */
export function createBufferedRecorder(
  clock: Clock,
  write: (grantIds: readonly string[], now: Date) => Promise<unknown>,
  every = minute,
): UsageRecorder {
  let waiting = new Set<string>()
  const written = new Map<string, number>()
  return {
    record(grantId) {
      const last = written.get(grantId)
      if (last === undefined || clock().getTime() - last >= every) waiting.add(grantId)
    },
    async flush() {
      if (waiting.size === 0) return
      const [noted, now] = [[...waiting], clock()]
      waiting = new Set()
      for (const [grantId, at] of written) if (now.getTime() - at >= every) written.delete(grantId)
      // What cannot be written is forgotten: the next request of the same app notes it again.
      await write(noted, now)
      for (const grantId of noted) written.set(grantId, now.getTime())
    },
  }
}

const minute = 60_000
