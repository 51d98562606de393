import type { EventType } from '../../contract/event-types.ts'
import type { OrderProvider } from '../../contract/order-provider.ts'
import type { Sql } from '../../contract/ports.ts'
import { recordEvent } from '../event/record.ts'

/** An order whose state has just changed. */
export type MovedOrder = { orderId: string; profileId: string; packageId: string; provider: OrderProvider }

export type OrderEvent = Extract<EventType, `order.${string}`>

const returned = `id as "orderId", profile_id as "profileId", package_id as "packageId", provider`

/** The events of whatever answers questions. */
export const progressEvents = ['order.started', 'order.completed'] as const

/** The person has begun one of these assessments. An order whose message was not delivered may still be taken up. */
export async function startOrders(
  sql: Sql,
  { accountId, profileId }: { accountId: string; profileId: string },
  assessmentIds: readonly string[],
  now: Date,
): Promise<void> {
  const moved = await sql.rows<MovedOrder>(
    `update assessment_order set state = 'started', started_at = $4, updated_at = $4
      where account_id = $1 and profile_id = $2 and state in ('open', 'failed') and assessment_ids && $3
     returning ${returned}`,
    [accountId, profileId, assessmentIds, now],
  )
  await recordMoved(sql, accountId, 'order.started', moved, now)
}

/** The person has completed these assessments in the current attempt. */
export async function completeOrders(
  sql: Sql,
  { accountId, profileId }: { accountId: string; profileId: string },
  completedAssessments: readonly string[],
  now: Date,
): Promise<void> {
  const moved = await sql.rows<MovedOrder>(
    `update assessment_order
        set state = 'completed', completed_at = $4, updated_at = $4, started_at = coalesce(started_at, $4)
      where account_id = $1 and profile_id = $2 and state in ('open', 'started', 'failed')
        and assessment_ids <@ $3
     returning ${returned}`,
    [accountId, profileId, completedAssessments, now],
  )
  await recordMoved(sql, accountId, 'order.completed', moved, now)
}

/** Where this person's newest completed order leads on to, if one says so. Orders of earlier attempts are over. */
export async function findRedirectUrl(
  sql: Sql,
  { accountId, profileId }: { accountId: string; profileId: string },
  openedAgainAt: string | null,
): Promise<string | undefined> {
  const row = await sql.row<{ url: string }>(
    `select redirect_url as url from assessment_order
      where account_id = $1 and profile_id = $2 and state = 'completed' and redirect_url is not null
        and ($3::timestamptz is null or completed_at >= $3)
      order by completed_at desc, id desc limit 1`,
    [accountId, profileId, openedAgainAt],
  )
  return row?.url
}

/** The message with the link could not be delivered, and nobody has begun. */
export async function failOrdersOf(sql: Sql, accountId: string, inviteId: string, now: Date): Promise<void> {
  const moved = await sql.rows<MovedOrder>(
    `update assessment_order set state = 'failed', updated_at = $3
      where account_id = $1 and invite_id = $2 and state = 'open'
     returning ${returned}`,
    [accountId, inviteId, now],
  )
  await recordMoved(sql, accountId, 'order.failed', moved, now)
}

/** What is reported to the system of an order. Greenhouse hears of completions only, and asks for the rest itself. */
const reported: Partial<Record<OrderProvider, readonly OrderEvent[]>> = {
  greenhouse: ['order.completed'],
  ashby: ['order.started', 'order.completed', 'order.cancelled', 'order.expired', 'order.failed'],
}

/** Records the event of these orders, and queues the reports to their systems, in the transaction that moved them. */
export async function recordMoved(
  sql: Sql,
  accountId: string,
  type: OrderEvent,
  moved: readonly MovedOrder[],
  now: Date,
): Promise<void> {
  for (const data of moved) recordEvent(sql, { type, data })
  const ids = moved.filter(({ provider }) => reported[provider]?.includes(type)).map(({ orderId }) => orderId)
  if (ids.length > 0) await queueCallbacks(sql, accountId, type.slice('order.'.length), ids, now)
}

/** Numbers for one order rise strictly, also within a millisecond and if the clock is set back. */
async function queueCallbacks(
  sql: Sql,
  accountId: string,
  kind: string,
  orderIds: readonly string[],
  now: Date,
): Promise<void> {
  await sql.run(
    `insert into order_callback (account_id, id, order_id, connection_id, kind, stamp, created_at, due_at)
     select $1::text, substr(placed.id, 1, 8) || substr(replace(gen_random_uuid()::text, '-', ''), 17), placed.id,
            placed.connection_id, $2, greatest($4::bigint, 1 + coalesce((
              select max(stamp) from order_callback where account_id = $1::text and order_id = placed.id), 0)),
            $5::timestamptz, $5::timestamptz
       from assessment_order placed
       join connection on connection.account_id = placed.account_id and connection.id = placed.connection_id
        and connection.revoked_at is null
      where placed.account_id = $1::text and placed.id = any($3::text[])`,
    [accountId, kind, orderIds, now.getTime(), now],
  )
}
