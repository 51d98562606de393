import type { Sql } from '../../contract/ports.ts'

/** A tag as a profile shows it. */
export type TagLabel = { id: string; label: string; color: string }

/** The tags of each of these profiles, in the order of their labels. */
export async function listTagsOfProfiles(
  sql: Sql,
  accountId: string,
  profileIds: readonly string[],
): Promise<Map<string, TagLabel[]>> {
  const rows = await sql.rows<TagLabel & { profile_id: string }>(
    `select link.profile_id, tag.id, tag.label, tag.color
       from profile_tag link join tag on tag.account_id = link.account_id and tag.id = link.tag_id
      where link.account_id = $1 and link.profile_id = any($2::text[])
      order by tag.label, tag.id`,
    [accountId, profileIds],
  )
  const tags = new Map<string, TagLabel[]>(profileIds.map((id) => [id, []]))
  for (const { profile_id, ...tag } of rows) tags.get(profile_id)?.push(tag)
  return tags
}

export async function countKnownTags(
  sql: Sql,
  accountId: string,
  tagIds: readonly string[],
): Promise<number> {
  const row = await sql.row<{ count: number }>(
    'select count(*)::integer as count from tag where account_id = $1 and id = any($2::text[])',
    [accountId, tagIds],
  )
  return row?.count ?? 0
}

export async function attachTags(
  sql: Sql,
  accountId: string,
  profileId: string,
  tagIds: readonly string[],
): Promise<void> {
  await sql.run(
    `insert into profile_tag (account_id, tag_id, profile_id)
     select $1, tag_id, $2 from unnest($3::text[]) as tag_id on conflict do nothing`,
    [accountId, profileId, tagIds],
  )
}

export async function insertTag(
  sql: Sql,
  tag: { accountId: string; id: string; label: string; color: string; now: Date },
): Promise<void> {
  await sql.run(
    `insert into tag (account_id, id, created_at, updated_at, label, color) values ($1, $2, $3, $3, $4, $5)`,
    [tag.accountId, tag.id, tag.now, tag.label, tag.color],
  )
}
