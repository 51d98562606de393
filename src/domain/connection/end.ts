import { dashboardClientId } from '../../contract/authorization.ts'
import type { Sql } from '../../contract/ports.ts'
import { revokeMachineClient } from '../../identity/machine-clients.ts'
import { endLinksOfClient } from '../link/store.ts'
import { endConnectionRows, listConnectionsOfClient, listConnectionsOfGrants } from './store.ts'

/** Ends connections with their machine clients, so that no key and no token of theirs works any more. */
export async function endConnections(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return
  for (const clientId of await endConnectionRows(sql, accountId, ids, now)) {
    await revokeMachineClient(sql, accountId, clientId, now)
    await endLinksOfClient(sql, accountId, clientId, now)
  }
}

/** No app may make a credential that outlasts it. Connections made in the dashboard belong to the account. */
export async function endConnectionsOfGrants(
  sql: Sql,
  accountId: string,
  { grantIds, now }: { grantIds: readonly string[]; now: Date },
): Promise<void> {
  const ids = await listConnectionsOfGrants(sql, accountId, grantIds, dashboardClientId)
  await endConnections(sql, accountId, ids, now)
}

/** The same for a machine client: its own connection, and those that it made. */
export async function endConnectionsOfClient(
  sql: Sql,
  accountId: string,
  clientId: string,
  now: Date,
): Promise<void> {
  await endConnections(sql, accountId, await listConnectionsOfClient(sql, accountId, clientId), now)
}
