import type { Sql } from '../../contract/ports.ts'

/** A tag whose row the transaction has locked, as every change of its profiles does first. */
type LockedTag = { accountId: string; tagId: string }

/**
 * Notes who made the last change of whether these profiles have the tag. Locks the profiles, in the order of their ids,
 * before their tags are written: anyone who deletes one of them has it locked and waits for its tags. Profiles that are
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

/** Forgets the last changes, so that nothing made before can be undone for these profiles. Locks them as above. */
export async function forgetTagChanges(
  sql: Sql,
  { accountId, tagId }: LockedTag,
  profileIds: readonly string[],
): Promise<void> {
  await sql.run(
    `with locked as materialized (
       select id from profile where account_id = $1 and id = any($3::text[]) order by id for key share)
     delete from tag_change where account_id = $1 and tag_id = $2 and profile_id in (select id from locked)`,
    [accountId, tagId, profileIds],
  )
}

/** Locks and returns those of these profiles whose last change was this one, if it was made after `since`. */
export async function lockLastChangedBy(
  sql: Sql,
  { accountId, tagId }: LockedTag,
  { changeId, since, profileIds }: { changeId: string; since: Date; profileIds: readonly string[] },
): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    `select profile.id from tag_change change
       join profile on profile.account_id = change.account_id and profile.id = change.profile_id
      where change.account_id = $1 and change.tag_id = $2 and change.profile_id = any($3::text[])
        and change.change_id = $4 and change.changed_at > $5
      order by profile.id for key share of profile`,
    [accountId, tagId, profileIds, changeId, since],
  )
  return rows.map((row) => row.id)
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
       select tag_id, profile_id from tag_change where account_id = $1 and changed_at < $2
        limit $3 for update skip locked)`,
    [accountId, before, limit],
  )
}
