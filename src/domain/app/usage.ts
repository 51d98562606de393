import type { Clock, Database } from '../../contract/ports.ts'
import { createBufferedRecorder, type UsageRecorder } from '../usage/buffered-recorder.ts'
import { touchGrants } from './store.ts'

/** Notes that a grant was used, when a token is issued for it. */
export async function touchGrant(
  { database, clock }: { database: Database; clock: Clock },
  grantId: string,
): Promise<void> {
  await database.inSystem((sql) => touchGrants(sql, [grantId], clock()))
}

/**
 * Notes of use by requests. They are kept in memory and written together every few seconds, because nobody needs
 * to know the second in which an app was last used, and no request should wait for that.
 */
export function createUsageRecorder({
  database,
  clock,
}: {
  database: Database
  clock: Clock
}): UsageRecorder {
  return createBufferedRecorder(clock, (grantIds, now) =>
    database.inSystem((sql) => touchGrants(sql, grantIds, now)),
  )
}
