import type { Clock, Database } from '../../contract/ports.ts'
import { removeEndedCards } from './store.ts'

/** Rows per transaction: few, so that requests don't wait long for their locks. */
const batchSize = 1_000

/** Removes share cards that have ended. */
export async function sweepShareCards(
  { database, clock }: { database: Database; clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  for (let removed = batchSize; removed >= batchSize && !signal.aborted; ) {
    removed = await database.inSystem((sql) => removeEndedCards(sql, clock(), batchSize))
  }
}
