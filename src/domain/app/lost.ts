import type { Sql } from '../../contract/ports.ts'
import type { GrantParts } from './model.ts'
import { revokeGrants } from './revoke.ts'
import { listLostApps } from './store.ts'

/**
 * Ends what apps were let do that are gone. Deleting an app removes its row and then ends its grants; a crash in
 * between, or a consent that was on its way, leaves grants whose access tokens would be good for an hour yet.
 */
export async function endGrantsOfLostApps(parts: GrantParts, signal: { aborted: boolean }): Promise<void> {
  const find = (sql: Sql) => listLostApps(sql, atOnce)
  while (!signal.aborted) {
    const clientIds = await parts.database.inSystem(find, { readOnly: true })
    for (const clientId of clientIds) {
      await revokeGrants(parts, { clientId }, { reason: 'client_deleted', requestId: parts.newId() })
    }
    if (clientIds.length < atOnce) return
  }
}

const atOnce = 100
