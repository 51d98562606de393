import type { Sql } from './ports.ts'

/**
 * For transactions that read what others have just written: a commit is visible a moment before it is on disk, and the
 * answer must not say what a crash would undo. A transaction with a last step is acknowledged only once everything that
 * it saw is on disk, even if it writes nothing.
 */
export function answerOnceOnDisk(sql: Sql): void {
  sql.beforeCommit(async () => {})
}
