import type { Clock, Database } from '../../contract/ports.ts'
import { removeExpired } from '../../identity/people/expired.ts'

/** Rows removed in one transaction: few, so that nobody who signs in meanwhile waits long. */
const atOnce = 1_000

/**
 * Removes codes, challenges and sessions that have had their day, and sign-in letters of the day before. Any number
 * of processes may sweep at once. Ends early once the signal is given.
 */
export async function sweepPeople(
  { database, clock }: { database: Database; clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  for (let removed = atOnce; removed >= atOnce && !signal.aborted; ) {
    removed = await database.inSystem((sql) => removeExpired(sql, clock(), atOnce))
  }
}
