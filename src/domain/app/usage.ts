import type { Clock, Database } from '../../contract/ports.ts'
import { createBufferedRecorder, type UsageRecorder } from '../usage/buffered-recorder.ts'
import { touchGrants } from './store.ts'

/** Updates the last use of a grant when a token is issued. */
export async function touchGrant(
  { database, clock }: { database: Database; clock: Clock },
  grantId: string,
): Promise<void> {
  await database.inSystem((sql) => touchGrants(sql, [grantId], clock()))
}

/** Buffers the last use of grants by requests. */
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
