import type { Clock, Database, Sql } from '../../contract/ports.ts'
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
  log: { warn(fields: object, message: string): void }
}

/**
 * Ends orders that were not completed in time, each with its event. Accounts take turns, some orders each. A failure concerns
 * one account and is retried in the next run.
 */
export async function expireOldOrders(expiry: OrderExpiry, signal: AbortSignal): Promise<void> {
  const { database, clock, log } = expiry
  // Their orders may still be the longest overdue: the next look would find no others.
  const finished: string[] = []
  while (!signal.aborted) {
    const list = (sql: Sql) => listAccountsWithDueOrders(sql, clock(), finished)
    const accountIds = await database.inSystem(list, { readOnly: true })
    if (accountIds.length === 0) return
    for (const accountId of accountIds) {
      if (signal.aborted) return
      try {
        if ((await expireInAccount(expiry, accountId)) === 0) finished.push(accountId)
      } catch (error) {
        finished.push(accountId)
        log.warn({ accountId, err: error }, 'order expiry: could not finish an account, will retry')
      }
    }
  }
}

/** Returns how many have ended. */
async function expireInAccount(
  { database, clock, newId, region, noteEvents }: OrderExpiry,
  accountId: string,
): Promise<number> {
  const expired = await database.inAccount(accountId, async (sql) => {
    setEventOrigin(sql, { accountId, region, by: systemCause, requestId: null, now: clock, newId })
    const at = clock()
    const orders = await expireOrders(sql, accountId, at)
    await recordMoved(sql, accountId, 'order.expired', orders, at)
    return orders.length
  })
  noteEvents(accountId)
  return expired
}
