import type { Sql } from '../../contract/ports.ts'
import { revokeMachineClient } from '../../identity/machine-clients.ts'
import { endConnectionsOfClient } from '../connection/end.ts'
import { endLinksOfClient } from '../link/store.ts'

/** Revokes a client with all its secrets, tokens, links and connections. */
export async function revokeClientAndLinks(
  sql: Sql,
  accountId: string,
  clientId: string,
  now: Date,
): Promise<void> {
  await revokeMachineClient(sql, accountId, clientId, now)
  await endLinksOfClient(sql, accountId, clientId, now)
  await endConnectionsOfClient(sql, accountId, clientId, now)
}
