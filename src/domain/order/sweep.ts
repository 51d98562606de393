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
  log: { warn(fields: object, message: string): void }
}

/** Ends orders that were not completed in time, each with its event. A failure concerns one account. */
export async function expireOldOrders(expiry: OrderExpiry, signal: AbortSignal): Promise<void> {
  const { database, clock, log } = expiry
  const accountIds = await database.inSystem((sql) => listAccountsWithDueOrders(sql, clock()), {
    readOnly: true,
  })
  for (const accountId of accountIds) {
    if (signal.aborted) return
    await expireInAccount(expiry, accountId).catch((error: unknown) =>
      log.warn({ accountId, err: error }, 'order expiry: could not finish an account, will retry'),
    )
  }
}

async function expireInAccount(
  { database, clock, newId, region, noteEvents }: OrderExpiry,
  accountId: string,
): Promise<void> {
  await database.inAccount(accountId, async (sql) => {
    setEventOrigin(sql, { accountId, region, by: systemCause, requestId: null, now: clock, newId })
    const at = clock()
    await recordMoved(sql, accountId, 'order.expired', await expireOrders(sql, accountId, at), at)
  })
  noteEvents(accountId)
}
