import type { Clock, Database } from '../../contract/ports.ts'
import { listAccountIds } from '../account/store.ts'
import { removeOldTagChanges } from './undo-store.ts'

/** Hours for which a change of a tag can be undone. */
export const undoHours = 24

const [accountsPerPage, changesAtOnce] = [100, 5_000]

export type TagChangeSweep = {
  database: Database
  clock: Clock
  log: { warn(fields: object, message: string): void }
}

/** Removes what can't be undone any more, of all accounts, in small transactions. */
export async function sweepTagChanges(
  { database, clock, log }: TagChangeSweep,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(clock().getTime() - undoHours * 3_600_000)
  let last = ''
  while (!signal.aborted) {
    const accounts = await database.inSystem((sql) => listAccountIds(sql, last, accountsPerPage), {
      readOnly: true,
    })
    for (const accountId of accounts) {
      try {
        for (let removed = changesAtOnce; removed >= changesAtOnce && !signal.aborted; ) {
          removed = await database.inAccount(accountId, (sql) =>
            removeOldTagChanges(sql, accountId, before, changesAtOnce),
          )
        }
      } catch (error) {
        log.warn({ accountId, err: error }, 'tags: could not remove all old changes, will retry')
      }
    }
    if (accounts.length < accountsPerPage) return
    last = accounts.at(-1) ?? last
  }
}
