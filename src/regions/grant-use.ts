import { z } from 'zod'
import type { Clock } from '../contract/ports.ts'
import type { AppParts } from '../domain/app/model.ts'
import { touchGrants } from '../domain/app/store.ts'
import { createBufferedRecorder, type UsageRecorder } from '../domain/usage/buffered-recorder.ts'
import type { CallPrimary } from './directory-sync.ts'

/**
 * Tells the authorization server which apps were used here. While it is away that is forgotten: the next request of
 * the same app notes it again.
 */
export function createRemoteUseNotes(clock: Clock, ask: CallPrimary): UsageRecorder {
  return createBufferedRecorder(clock, (grantIds) =>
    ask('used', { grantIds: grantIds.slice(0, grantBatchSize) }).catch(() => undefined),
  )
}

const grantBatchSize = 5_000
const UsedGrants = z.strictObject({
  grantIds: z.array(z.string().regex(/^[0-9a-f]{24}$/)).max(grantBatchSize),
})

/** What the authorization server answers. A region speaks of the apps in its own accounts, and of no others. */
export function grantUseHandlers({ database, clock }: Pick<AppParts, 'database' | 'clock'>) {
  return {
    used: async (content: unknown, from: string) => {
      const { grantIds } = UsedGrants.parse(content)
      await database.inSystem((sql) => touchGrants(sql, grantIds, clock(), from))
    },
  }
}
