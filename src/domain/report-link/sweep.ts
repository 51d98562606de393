import type { Clock, Database } from '../../contract/ports.ts'
import { removeEndedReportLinks } from './store.ts'

/** Days for which a link is kept after its end, so that what was open can still be looked up. */
const keptDays = 7

/** Rows removed in one transaction: few, so that no request waits long behind it. */
const batchSize = 1_000

/** Removes report links that ended some days ago. */
export async function sweepReportLinks(
  { database, clock }: { database: Database; clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(clock().getTime() - keptDays * 86_400_000)
  for (let removed = batchSize; removed >= batchSize && !signal.aborted; ) {
    removed = await database.inSystem((sql) => removeEndedReportLinks(sql, before, batchSize))
  }
}
