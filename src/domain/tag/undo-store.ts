import type { Sql } from '../../contract/ports.ts'

/** A tag whose row the transaction has locked, as every change of its profiles does first. */
type LockedTag = { accountId: string; tagId: string }

/**
 * Notes who made the last change of whether these profiles have the tag. Locks the profiles, in the order of their ids,
 * before their tags are written: whoever deletes one of them has it locked and waits for its tags. Profiles that are
 * gone are left out.
 */
export async function noteTagChange(
  sql: Sql,
  { accountId, tagId }: LockedTag,
  { id, at, profileIds }: { id: string; at: Date; profileIds: readonly string[] },
): Promise<void> {
  await sql.run(
    `insert into tag_change (account_id, tag_id, profile_id, change_id, changed_at)
     select profile.account_id, $2::text, profile.id, $4::text, $5::timestamptz from profile
      where account_id = $1 and id = any($3::text[]) order by id for key share
     on conflict (account_id, tag_id, profile_id)
     do update set change_id = excluded.change_id, changed_at = excluded.changed_at`,
    [accountId, tagId, profileIds, id, at],
  )
}

/** Forgets the last changes, so that nothing made before can be undone for these profiles. */
export async function forgetTagChanges(
  sql: Sql,
  { accountId, tagId }: LockedTag,
  profileIds: readonly string[],
): Promise<void> {
  await sql.run(
    'delete from tag_change where account_id = $1 and tag_id = $2 and profile_id = any($3::text[])',
    [accountId, tagId, profileIds],
  )
}

/** Those of these profiles whose last change was this one, if it was made after `since`. */
export async function listLastChangedBy(
  sql: Sql,
  { accountId, tagId }: LockedTag,
  { changeId, since, profileIds }: { changeId: string; since: Date; profileIds: readonly string[] },
): Promise<string[]> {
  const rows = await sql.rows<{ profile_id: string }>(
    `select profile_id from tag_change
      where account_id = $1 and tag_id = $2 and profile_id = any($3::text[]) and change_id = $4 and changed_at > $5`,
    [accountId, tagId, profileIds, changeId, since],
  )
  return rows.map((row) => row.profile_id)
}

/** Removes up to `limit` notes from before this time. Returns how many. */
export function removeOldTagChanges(
  sql: Sql,
  accountId: string,
  before: Date,
  limit: number,
): Promise<number> {
  return sql.run(
    `delete from tag_change where account_id = $1 and (tag_id, profile_id) in (
       select tag_id, profile_id from tag_change where account_id = $1 and changed_at < $2 limit $3)`,
    [accountId, before, limit],
  )
}
