import type { Clock, Database } from '../../contract/ports.ts'
import { removeEndedGrants } from './store.ts'

/** Rows removed in one transaction: few, so that no request waits long behind it. */
const batchSize = 1_000

/** Removes what need not be refused any more because it has expired, and grants that ended a week ago. */
export async function sweepApps(
  { database, clock }: { database: Database; clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  for (let removed = batchSize; removed >= batchSize && !signal.aborted; ) {
    removed = await database.inSystem((sql) => removeEndedGrants(sql, clock(), batchSize))
  }
}
