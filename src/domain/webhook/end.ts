import { dashboardClientId } from '../../contract/authorization.ts'
import type { Sql } from '../../contract/ports.ts'
import { recordEvent } from '../event/record.ts'
import { disableEndpoint, listEndpointsOfGrants } from './store.ts'

/**
 * Disables the endpoints that apps added with these grants: otherwise an app could go on listening after its consent
 * has ended. Those of the dashboard belong to the account.
 */
export async function endWebhooksOfGrants(
  sql: Sql,
  accountId: string,
  { grantIds, now }: { grantIds: readonly string[]; now: Date },
): Promise<void> {
  for (const webhookId of await listEndpointsOfGrants(sql, accountId, grantIds, dashboardClientId)) {
    await disableEndpoint(sql, accountId, webhookId, { reason: 'grantEnded', now })
    recordEvent(sql, { type: 'webhook.disabled', data: { webhookId, reason: 'grantEnded' } })
  }
}
