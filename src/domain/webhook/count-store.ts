import type { WebhookCounts } from '../../contract/observers.ts'
import type { Sql } from '../../contract/ports.ts'

/**
 * Deliveries of all accounts that wait, in a system transaction. The oldest is one of an endpoint whose last request
 * succeeded and that hasn't asked for a pause: otherwise the endpoint itself is what it waits for.
 */
export async function countWaitingDeliveries(sql: Sql, now: Date): Promise<WebhookCounts> {
  const counted = await sql.row<{ due: number; waiting: number; oldestDue: string | null }>(
    `select count(*) filter (where delivery.due_at <= $1)::integer as due,
        count(*) filter (where delivery.due_at > $1)::integer as waiting,
        min(delivery.due_at) filter (where delivery.due_at <= $1 and endpoint.failures = 0
          and (endpoint.held_until is null or endpoint.held_until <= $1)) as "oldestDue"
       from webhook_endpoint endpoint
       join webhook_delivery delivery on delivery.account_id = endpoint.account_id
        and delivery.webhook_id = endpoint.id and delivery.state = 'waiting'
      where endpoint.state = 'enabled'`,
    [now],
  )
  const { due = 0, waiting = 0, oldestDue = null } = counted ?? {}
  const oldestDueSeconds = oldestDue ? Math.max(0, (now.getTime() - Date.parse(oldestDue)) / 1_000) : 0
  return { due, waiting, oldestDueSeconds }
}
