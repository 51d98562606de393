import type { Sql } from '../../contract/ports.ts'
import type { GrantParts } from './model.ts'
import { revokeGrants } from './revoke.ts'
import { listOrphanedClientIds } from './store.ts'

/**
 * Revokes grants of deleted apps. Deleting an app removes its row and then revokes its grants; a crash in between, or
 * a concurrent consent, leaves grants whose access tokens would stay valid for up to an hour.
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
