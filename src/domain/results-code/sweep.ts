import type { Clock, Database } from '../../contract/ports.ts'
import { removeOldResultsCodes } from './store.ts'

/** Rows per transaction: few, so that requests don't wait long for their locks. */
const batchSize = 1_000

/** Removes codes after a day: until then they count against the limits. */
export async function sweepResultsCodes(
  { database, clock }: { database: Database; clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(clock().getTime() - 86_400_000)
  for (let removed = batchSize; removed >= batchSize && !signal.aborted; ) {
    removed = await database.inSystem((sql) => removeOldResultsCodes(sql, before, batchSize))
  }
}
