import type { Clock, Database } from '../../contract/ports.ts'
import { removePeopleWithoutMemberships } from '../../identity/people/people.ts'
import { removeExpiredSignIns } from '../../identity/people/remove-expired.ts'

/** Rows per transaction: few, so that sign-ins don't wait long. */
const batchSize = 1_000

/** Days after the last sign-in for which a person without any membership is kept. */
const nonMemberDays = 30

/**
 * Removes expired codes, challenges and sessions, sign-in emails of the day before, and people without memberships. Any
 * number of processes may sweep at the same time. Stops early once the signal is aborted.
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
