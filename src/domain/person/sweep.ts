import type { Clock, Database } from '../../contract/ports.ts'
import { removePeopleWithoutMemberships } from '../../identity/people/people.ts'
import { removeExpiredSignIns } from '../../identity/people/remove-expired.ts'

/** Rows removed in one transaction: few, so that nobody who signs in meanwhile waits long. */
const batchSize = 1_000

/** Days after the last sign-in for which somebody is kept who is a member of nothing. */
const nonMemberDays = 30

/**
 * Removes codes, challenges and sessions that have had their day, sign-in letters of the day before, and people who are
 * members of nothing any more. Any number of processes may sweep at once. Ends early once the signal is given.
 */
export async function sweepPeople(
  { database, clock }: { database: Database; clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  for (let removed = batchSize; removed >= batchSize && !signal.aborted; ) {
    removed = await database.inSystem((sql) => removeExpiredSignIns(sql, clock(), batchSize))
  }
  const since = new Date(clock().getTime() - nonMemberDays * 86_400_000)
  for (let removed = batchSize; removed >= batchSize && !signal.aborted; ) {
    removed = await database.inSystem((sql) => removePeopleWithoutMemberships(sql, since, batchSize))
  }
}
