import type { Sql } from '../contract/ports.ts'

/** How the server archives its write-ahead log (pg_stat_archiver). Times are ISO instants. */
export type Archiver = {
  mode: 'off' | 'on' | 'always'
  archivedAt: string | null
  failedAt: string | null
  lastFailed: string | null
}

export async function readArchiver(sql: Sql): Promise<Archiver | undefined> {
  return sql.row<Archiver>(
    `select current_setting('archive_mode') as mode, last_archived_time as "archivedAt",
        last_failed_time as "failedAt", last_failed_wal as "lastFailed" from pg_stat_archiver`,
  )
}

/** What is wrong, in one line. Undefined if the log is archived. */
export function archiverProblem({ mode, archivedAt, failedAt, lastFailed }: Archiver): string | undefined {
  if (mode === 'off')
    return 'The server archives no write-ahead log (archive_mode is off): what changed since the last dump is lost with it.'
  if (failedAt !== null && (archivedAt === null || new Date(failedAt) > new Date(archivedAt)))
    return `The server fails to archive its write-ahead log since ${failedAt}: ${lastFailed}.`
  if (archivedAt === null) return 'The server has archived nothing yet.'
  return undefined
}
