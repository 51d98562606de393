import type { Clock, Database } from '../../contract/ports.ts'
import { removeExpired } from '../../identity/people/expired.ts'
import { removeStrangers } from '../../identity/people/person.ts'

/** Rows removed in one transaction: few, so that nobody who signs in meanwhile waits long. */
const atOnce = 1_000

/** Days after the last sign-in for which somebody is kept who is a member of nothing. */
const strangerDays = 30

/**
 * Removes codes, challenges and sessions that have had their day, sign-in letters of the day before, and people who are
 * members of nothing any more. Any number of processes may sweep at once. Ends early once the signal is given.
 */
export async function sweepPeople(
  { database, clock }: { database: Database; clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  for (let removed = atOnce; removed >= atOnce && !signal.aborted; ) {
    removed = await database.inSystem((sql) => removeExpired(sql, clock(), atOnce))
  }
  const since = new Date(clock().getTime() - strangerDays * 86_400_000)
  for (let removed = atOnce; removed >= atOnce && !signal.aborted; ) {
    removed = await database.inSystem((sql) => removeStrangers(sql, since, atOnce))
  }
}
