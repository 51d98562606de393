import type { Clock } from '../../contract/ports.ts'
import { type Removal, removeOfEachAccount } from '../account/remove-of-each.ts'
import { removeOldTagChanges } from './undo-store.ts'

/** Hours for which a change of a tag can be undone. */
export const undoHours = 24

export type TagChangeSweep = Pick<Removal, 'database' | 'log'> & { clock: Clock }

/** Removes what can't be undone any more, of all accounts. */
export async function sweepTagChanges(
  { database, clock, log }: TagChangeSweep,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(clock().getTime() - undoHours * 3_600_000)
  const removal: Removal = {
    ...{ database, log, atOnce: 5_000 },
    failure: 'tags: could not remove all old changes, will retry',
    remove: (sql, accountId, most) => removeOldTagChanges(sql, accountId, before, most),
  }
  await removeOfEachAccount(removal, signal)
}
