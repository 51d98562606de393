import type { Clock } from '../../contract/ports.ts'
import { type Removal, removeOfEachAccount } from '../account/remove-of-each.ts'
import { dropContents, removeDone } from './store.ts'

/** Days for which failed messages keep their content. */
export const contentDays = 7

/** Days for which messages are kept that have no content any more. */
const keptDays = 30

export type MessageSweep = Pick<Removal, 'database' | 'log'> & { clock: Clock }

/** Removes the content of messages that failed a week ago, and old messages, of all accounts. */
export async function sweepMessages(
  { database, clock, log }: MessageSweep,
  signal: AbortSignal,
): Promise<void> {
  const daysAgo = (days: number) => new Date(clock().getTime() - days * 86_400_000)
  const contentBefore = daysAgo(contentDays)
  const before = { sentBefore: daysAgo(keptDays), failedBefore: daysAgo(contentDays + keptDays) }
  const removal: Removal = {
    ...{ database, log, atOnce: 1_000 },
    failure: 'messages: could not remove all old messages, will retry',
    async remove(sql, accountId, most) {
      const dropped = await dropContents(sql, accountId, contentBefore, most)
      return Math.max(dropped, await removeDone(sql, accountId, before, most))
    },
  }
  await removeOfEachAccount(removal, signal)
}
