import type { Sql } from '../../contract/ports.ts'
import type { GrantParts } from './model.ts'
import { revokeGrants } from './revoke.ts'
import { listOrphanedClientIds } from './store.ts'

/**
 * Ends what apps were let do that are gone. Deleting an app removes its row and then ends its grants; a crash in
 * between, or a consent that was on its way, leaves grants whose access tokens would be good for an hour yet.
 */
export async function revokeOrphanedGrants(parts: GrantParts, signal: { aborted: boolean }): Promise<void> {
  const find = (sql: Sql) => listOrphanedClientIds(sql, batchSize)
  while (!signal.aborted) {
    const clientIds = await parts.database.inSystem(find, { readOnly: true })
    for (const clientId of clientIds) {
      await revokeGrants(parts, { clientId }, { reason: 'client_deleted', requestId: parts.newId() })
    }
    if (clientIds.length < batchSize) return
  }
}

const batchSize = 100
