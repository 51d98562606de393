import type { Clock, Database } from '../../contract/ports.ts'
import { removeEndedReportLinks } from './store.ts'

/** Days for which an ended link is kept, so that it can still be looked up. */
const keptDays = 7

/** Rows per transaction: few, so that requests don't wait long for their locks. */
const batchSize = 1_000

/** Removes report links some days after they ended. */
export async function sweepReportLinks(
  { database, clock }: { database: Database; clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(clock().getTime() - keptDays * 86_400_000)
  for (let removed = batchSize; removed >= batchSize && !signal.aborted; ) {
    removed = await database.inSystem((sql) => removeEndedReportLinks(sql, before, batchSize))
  }
}
