import type { Database } from '../../contract/ports.ts'
import { lockIndex } from './store.ts'
import { addNextWords, insertWords, markWordsCompared, removeNextStrays } from './words-store.ts'

/** Words per transaction. */
const wordsPerStep = 1_000

/**
 * Adds the words of all names of an account and removes those of nobody, in short transactions that hold the lock of its
 * index: `foldChanges` adds words as well, and both could miss what the other one does. Once finished, searches use the
 * words. They are compared again each day, because two people who alone had a word may be removed at the same moment,
 * and an earlier release, which knows nothing of words, may have folded changes during an upgrade. False if it was busy.
 */
export async function compareWords(
  database: Database,
  accountId: string,
  signal: AbortSignal,
): Promise<boolean> {
  await database.inAccount(accountId, (sql) => insertWords(sql, accountId))
  for (const next of [addNextWords, removeNextStrays]) {
    for (let last: string | undefined = ''; last !== undefined; ) {
      const from: string = last
      const step: string | undefined | false = await database.inAccount(accountId, async (sql) => {
        const index = await lockIndex(sql, accountId)
        return index && index !== 'busy' ? next(sql, accountId, from, wordsPerStep) : false
      })
      if (signal.aborted || step === false) return false
      last = step
    }
  }
  await database.inAccount(accountId, (sql) => markWordsCompared(sql, accountId))
  return true
}
