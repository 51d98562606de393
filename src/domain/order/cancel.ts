import type { Change, Context } from '../../contract/operation.ts'
import { recordEvent } from '../event/record.ts'
import { revokeUnopenedInvite } from '../invite/revoke-store.ts'
import { recordMoved } from '../order-progress/store.ts'
import { cancelOrderRow, hasOtherOrder, type OrderRow } from './store.ts'

/**
 * Cancels a locked order, and ends its link if nobody has started from it. No changes if it has ended before. The system
 * of the order hears of it, unless it asked for it.
 */
export async function cancel(
  { sql, account, now }: Context,
  order: OrderRow,
  { isReported = true }: { isReported?: boolean } = {},
): Promise<Change[]> {
  const { id, inviteId, profileId, packageId, provider } = order
  if (!(await cancelOrderRow(sql, account.id, id, now()))) return []
  if (inviteId !== null && !(await hasOtherOrder(sql, account.id, { id, inviteId })))
    await revokeUnopenedInvite(sql, account.id, inviteId, now())
  const moved = { orderId: id, profileId, packageId, provider }
  if (isReported) await recordMoved(sql, account.id, 'order.cancelled', [moved], now())
  else recordEvent(sql, { type: 'order.cancelled', data: moved })
  return [{ target: { type: 'order', id } }]
}
