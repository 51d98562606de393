import type { Clock, Database } from '../../contract/ports.ts'
import { setEventOrigin, systemCause } from '../event/record.ts'
import { recordMoved } from '../order-progress/store.ts'
import { expireOrders, listAccountsWithDueOrders } from './store.ts'

export type OrderExpiry = {
  database: Database
  clock: Clock
  newId: () => string
  region: string
  /** Called after a transaction that recorded events of the account has committed. */
  noteEvents: (accountId: string) => void
}

/** Ends orders that were not completed in time, each with its event. */
export async function expireOldOrders(expiry: OrderExpiry, signal: AbortSignal): Promise<void> {
  const { database, clock, newId, region, noteEvents } = expiry
  const accountIds = await database.inSystem((sql) => listAccountsWithDueOrders(sql, clock()), {
    readOnly: true,
  })
  for (const accountId of accountIds) {
    if (signal.aborted) return
    await database.inAccount(accountId, async (sql) => {
      setEventOrigin(sql, { accountId, region, by: systemCause, requestId: null, now: clock, newId })
      const at = clock()
      await recordMoved(sql, accountId, 'order.expired', await expireOrders(sql, accountId, at), at)
    })
    noteEvents(accountId)
  }
}
