import type { Sql } from '../../contract/ports.ts'
import type { AppParts } from './model.ts'
import { revokeGrants } from './revoke.ts'

/**
 * Ends what apps were let do that are gone. Deleting an app removes its row and then ends its grants; a crash in
 * between, or a consent that was on its way, leaves grants whose access tokens would be good for an hour yet.
 */
export async function endGrantsOfLostApps(parts: AppParts, signal: { aborted: boolean }): Promise<void> {
  const find = (sql: Sql) => listLostApps(sql, atOnce)
  while (!signal.aborted) {
    const clientIds = await parts.database.inSystem(find, { readOnly: true })
    for (const clientId of clientIds) {
      await revokeGrants(parts, { clientId }, { reason: 'client_deleted', requestId: parts.newId() })
    }
    if (clientIds.length < atOnce) return
  }
}

/** Apps with grants that have not ended and without a row; those that a document describes never have one. */
async function listLostApps(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql.rows<{ clientId: string }>(
    `select distinct client_id as "clientId" from app_grant
      where revoked_at is null and client_id not like 'https://%'
        and not exists (select 1 from oauth_client client where client.client_id = app_grant.client_id)
      limit $1`,
    [limit],
  )
  return rows.map(({ clientId }) => clientId)
}

const atOnce = 100
