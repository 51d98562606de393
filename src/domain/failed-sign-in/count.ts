import type { Clock, Database } from '../../contract/ports.ts'
import { addFailures, type Noted } from './store.ts'

export type FailedSignInCount = {
  /** Counts a failed sign-in with this address, whether or not it is a member's; touches no database. */
  note: (email: string) => void
  /** Writes down what was counted: one statement, for addresses of members alone. */
  flush: () => Promise<void>
}

/** Addresses that are counted between two writings; further ones are left out. */
const mostAddresses = 10_000

/**
 * Counts failed sign-ins in memory. A request neither waits for the database nor tells by its time whether an address
 * is a member's. What was counted since the last writing is lost if the process is killed.
 */
export function countFailedSignIns({
  database,
  clock,
  region,
}: {
  database: Database
  clock: Clock
  /** Where the accounts of this database are at home. */
  region: string
}): FailedSignInCount {
  let counted = new Map<string, Noted>()

  function add({ email, count, firstAt, lastAt }: Noted): void {
    const known = counted.get(email)
    if (known) {
      known.count += count
      if (firstAt < known.firstAt) known.firstAt = firstAt
      if (lastAt > known.lastAt) known.lastAt = lastAt
    } else if (counted.size < mostAddresses) counted.set(email, { email, count, firstAt, lastAt })
  }

  return {
    note(email) {
      const now = clock()
      add({ email, count: 1, firstAt: now, lastAt: now })
    },
    async flush() {
      if (counted.size === 0) return
      const taken = [...counted.values()]
      counted = new Map()
      // The hour of the writing: an hour that is over gets no more rows, whichever process was late.
      const hour = hourOf(clock())
      try {
        await database.inSystem((sql) => addFailures(sql, taken, { region, hour }))
      } catch (error) {
        for (const one of taken) add(one)
        throw error
      }
    },
  }
}

/** When the hour of this time began. */
export function hourOf(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 3_600_000) * 3_600_000)
}
