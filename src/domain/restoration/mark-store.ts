import type { Sql } from '../../contract/ports.ts'
import type { RestoredDatabase } from './complete.ts'

/** What `restore` has noted in a database of one's own. All functions are for system transactions. */
export type RestoreNote = RestoredDatabase & { isCompleted: boolean }

/** Undefined if the database wasn't restored. */
export async function findRestoreNote(sql: Sql): Promise<RestoreNote | undefined> {
  // The schema exists in restored databases only.
  if (!(await sql.row(`select from pg_namespace where nspname = 'timbre_restore'`))) return undefined
  return sql.row<RestoreNote>(
    `select id, restored_at as "restoredAt", start_position as "start", end_position as "end",
        keep_sessions as "keepSessions", completed_at is not null as "isCompleted"
       from timbre_restore.restored`,
  )
}

/** Takes the completion for a minute, if no other instance has it. */
export async function claimCompletion(sql: Sql): Promise<'claimed' | 'taken' | 'completed'> {
  const claimed = await sql.run(
    `update timbre_restore.restored set claimed_until = clock_timestamp() + interval '60 s'
      where completed_at is null and (claimed_until is null or claimed_until < clock_timestamp())`,
  )
  if (claimed > 0) return 'claimed'
  return (await findRestoreNote(sql))?.isCompleted ? 'completed' : 'taken'
}

export async function renewClaim(sql: Sql): Promise<void> {
  await sql.run(`update timbre_restore.restored set claimed_until = clock_timestamp() + interval '60 s'`)
}

/** After a failure, so that the next start need not wait. */
export async function leaveClaim(sql: Sql): Promise<void> {
  await sql.run('update timbre_restore.restored set claimed_until = null where completed_at is null')
}

export async function noteCompletion(sql: Sql): Promise<void> {
  await sql.run('update timbre_restore.restored set completed_at = clock_timestamp(), claimed_until = null')
  await sql.run('delete from timbre_restore.erasure')
}

export async function listErasureLines(sql: Sql): Promise<string[]> {
  const rows = await sql.rows<{ line: string }>('select line from timbre_restore.erasure order by number')
  return rows.map(({ line }) => line)
}
