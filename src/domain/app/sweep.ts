import type { Clock, Database } from '../../contract/ports.ts'
import { removeEndedGrants } from './store.ts'

/** Rows deleted per transaction: few, so that requests don't wait long for its locks. */
const batchSize = 1_000

/** Deletes expired revocations, and grants that ended more than a week ago. */
export async function sweepApps(
  { database, clock }: { database: Database; clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  for (let removed = batchSize; removed >= batchSize && !signal.aborted; ) {
    removed = await database.inSystem((sql) => removeEndedGrants(sql, clock(), batchSize))
  }
}
