import type { Clock, Database } from '../../contract/ports.ts'
import { listAccountIds } from '../account/store.ts'
import { removeEvents } from './store.ts'

/** Days for which events are kept. The newest event of an account stays, because readers continue after it. */
const keptDays = 30

const [accountsPerPage, eventsPerDeletion] = [100, 1_000]

export type EventSweep = {
  database: Database
  clock: Clock
  log: { warn(fields: object, message: string): void }
}

/** Removes old events of all accounts, in small transactions. Stops early once the signal is aborted. */
export async function sweepEvents({ database, clock, log }: EventSweep, signal: AbortSignal): Promise<void> {
  const before = new Date(clock().getTime() - keptDays * 86_400_000)
  let last = ''
  while (!signal.aborted) {
    const accounts = await database.inSystem((sql) => listAccountIds(sql, last, accountsPerPage), {
      readOnly: true,
    })
    for (const accountId of accounts) {
      try {
        for (let removed = eventsPerDeletion; removed >= eventsPerDeletion && !signal.aborted; ) {
          removed = await database.inAccount(accountId, (sql) =>
            removeEvents(sql, accountId, before, eventsPerDeletion),
          )
        }
      } catch (error) {
        log.warn({ accountId, err: error }, 'events: could not remove all old events, will retry')
      }
    }
    if (accounts.length < accountsPerPage) return
    last = accounts.at(-1) ?? last
  }
}
