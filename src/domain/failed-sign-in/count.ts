import type { Clock, Database } from '../../contract/ports.ts'
import { addFailures, type FailureCount } from './store.ts'

export type FailedSignInCount = {
  /** Counts a failed sign-in with this address, whether or not it is a member's. No database access. */
  count: (email: string) => void
  /** Writes the counts in one statement, and only for addresses of members. */
  flush: () => Promise<void>
}

/** Maximum number of addresses counted between two flushes; further ones are dropped. */
const maxAddresses = 10_000

/**
 * Counts failed sign-ins in memory, so that a request neither waits for the database nor reveals by its timing
 * whether an address is a member's. Counts since the last flush are lost if the process is killed.
 */
export function countFailedSignIns({
  database,
  clock,
  region,
}: {
  database: Database
  clock: Clock
  /** The home region of the accounts in this database. */
  region: string
}): FailedSignInCount {
  let counts = new Map<string, FailureCount>()

  function add({ email, count, firstAt, lastAt }: FailureCount): void {
    const entry = counts.get(email)
    if (entry) {
      entry.count += count
      if (firstAt < entry.firstAt) entry.firstAt = firstAt
      if (lastAt > entry.lastAt) entry.lastAt = lastAt
    } else if (counts.size < maxAddresses) counts.set(email, { email, count, firstAt, lastAt })
  }

  return {
    count(email) {
      const now = clock()
      add({ email, count: 1, firstAt: now, lastAt: now })
    },
    async flush() {
      if (counts.size === 0) return
      const pending = [...counts.values()]
      counts = new Map()
      // Counted in the hour of the flush: rows of past hours never change, however late a process writes.
      const hour = hourOf(clock())
      try {
        await database.inSystem((sql) => addFailures(sql, pending, { region, hour }))
      } catch (error) {
        for (const entry of pending) add(entry)
        throw error
      }
    },
  }
}

/** The start of the hour that contains this time. */
export function hourOf(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 3_600_000) * 3_600_000)
}
