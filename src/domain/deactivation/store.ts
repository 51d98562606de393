import type { Sql } from '../../contract/ports.ts'

/** False if the person was deactivated before. */
export async function insertDeactivation(
  sql: Sql,
  accountId: string,
  profileId: string,
  now: Date,
): Promise<boolean> {
  const inserted = await sql.run(
    'insert into deactivation (account_id, profile_id, at) values ($1, $2, $3) on conflict do nothing',
    [accountId, profileId, now],
  )
  return inserted > 0
}

/** False if the person was not deactivated. */
export async function removeDeactivation(sql: Sql, accountId: string, profileId: string): Promise<boolean> {
  const removed = await sql.run('delete from deactivation where account_id = $1 and profile_id = $2', [
    accountId,
    profileId,
  ])
  return removed > 0
}

/** Those of these people who are deactivated. */
export async function listDeactivated(
  sql: Sql,
  accountId: string,
  profileIds: readonly string[],
): Promise<Set<string>> {
  const rows = await sql.rows<{ id: string }>(
    'select profile_id as id from deactivation where account_id = $1 and profile_id = any($2::text[])',
    [accountId, profileIds],
  )
  return new Set(rows.map(({ id }) => id))
}
