import type { Clock, Database } from '../../contract/ports.ts'
import { listAccountIds } from '../account/store.ts'
import { dropContents, removeDone } from './store.ts'

/** Days for which failed messages keep their content. */
export const contentDays = 7

/** Days for which messages are kept that have no content any more. */
const keptDays = 30

const [accountsPerPage, messagesAtOnce] = [100, 1_000]

export type MessageSweep = {
  database: Database
  clock: Clock
  log: { warn(fields: object, message: string): void }
}

/**
 * Removes the content of messages that failed a week ago, and old messages, of all accounts, in small transactions. Stops
 * early once the signal is aborted.
 */
export async function sweepMessages(
  { database, clock, log }: MessageSweep,
  signal: AbortSignal,
): Promise<void> {
  const daysAgo = (days: number) => new Date(clock().getTime() - days * 86_400_000)
  const contentBefore = daysAgo(contentDays)
  const before = { sentBefore: daysAgo(keptDays), failedBefore: daysAgo(contentDays + keptDays) }
  let last = ''
  while (!signal.aborted) {
    const accounts = await database.inSystem((sql) => listAccountIds(sql, last, accountsPerPage), {
      readOnly: true,
    })
    for (const accountId of accounts) {
      try {
        for (let most = messagesAtOnce; most >= messagesAtOnce && !signal.aborted; ) {
          most = await database.inAccount(accountId, async (sql) => {
            const dropped = await dropContents(sql, accountId, contentBefore, messagesAtOnce)
            return Math.max(dropped, await removeDone(sql, accountId, before, messagesAtOnce))
          })
        }
      } catch (error) {
        log.warn({ accountId, err: error }, 'messages: could not remove all old messages, will retry')
      }
    }
    if (accounts.length < accountsPerPage) return
    last = accounts.at(-1) ?? last
  }
}
