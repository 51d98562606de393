import { z } from 'zod'
import type { Clock } from '../contract/ports.ts'
import type { AppParts } from '../domain/app/model.ts'
import { touchGrants } from '../domain/app/store.ts'
import { createBufferedRecorder, type UsageRecorder } from '../domain/usage/buffered-recorder.ts'
import type { CallPrimary } from './directory-sync.ts'

/**
 * Reports to the authorization server which apps were used here. Reports are dropped while it can't be reached; the
 * next request of the same app reports its use again.
 */
export function createRemoteUsageRecorder(clock: Clock, callPrimary: CallPrimary): UsageRecorder {
  return createBufferedRecorder(clock, (grantIds) =>
    callPrimary('used', { grantIds: grantIds.slice(0, grantBatchSize) }).catch(() => undefined),
  )
}

const grantBatchSize = 5_000
const UsedGrants = z.strictObject({
  grantIds: z.array(z.string().regex(/^[0-9a-f]{24}$/)).max(grantBatchSize),
})

/** The handlers on the authorization server. A region can only report apps in its own accounts. */
export function grantUseHandlers({ database, clock }: Pick<AppParts, 'database' | 'clock'>) {
  return {
    used: async (content: unknown, from: string) => {
      const { grantIds } = UsedGrants.parse(content)
      await database.inSystem((sql) => touchGrants(sql, grantIds, clock(), from))
    },
  }
}
