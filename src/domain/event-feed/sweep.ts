import type { Clock } from '../../contract/ports.ts'
import { type Removal, removeOfEachAccount } from '../account/remove-of-each.ts'
import { removeEvents } from './store.ts'

/** Days for which events are kept. The newest event of an account stays, because readers continue after it. */
const keptDays = 30

export type EventSweep = Pick<Removal, 'database' | 'log'> & { clock: Clock }

/** Removes old events of all accounts. */
export async function sweepEvents({ database, clock, log }: EventSweep, signal: AbortSignal): Promise<void> {
  const before = new Date(clock().getTime() - keptDays * 86_400_000)
  const removal: Removal = {
    ...{ database, log, atOnce: 1_000 },
    failure: 'events: could not remove all old events, will retry',
    remove: (sql, accountId, most) => removeEvents(sql, accountId, before, most),
  }
  await removeOfEachAccount(removal, signal)
}
