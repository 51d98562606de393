import type { RowRange } from '../../contract/pagination.ts'
import type { Sql } from '../../contract/ports.ts'
import { countProfilesByTag } from '../profile-index/tag-count-store.ts'
import { labelKey, maxToolProfiles, type ShownProfiles, type Tag } from './model.ts'

/** A tag as profiles show it. */
export type TagLabel = { id: string; label: string; color: string }

/** The tags of each of these profiles, ordered by label. */
export async function listTagsOfProfiles(
  sql: Sql,
  accountId: string,
  profileIds: readonly string[],
): Promise<Map<string, TagLabel[]>> {
  const rows = await sql.rows<TagLabel & { profile_id: string }>(
    `select link.profile_id, tag.id, tag.label, tag.color
       from profile_tag link join tag on tag.account_id = link.account_id and tag.id = link.tag_id
      where link.account_id = $1 and link.profile_id = any($2::text[])
      order by tag.label_key, tag.id`,
    [accountId, profileIds],
  )
  const tags = new Map<string, TagLabel[]>(profileIds.map((id) => [id, []]))
  for (const { profile_id, ...tag } of rows) tags.get(profile_id)?.push(tag)
  return tags
}

export async function countExistingTags(
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

/** The ids of the tags with these keys, by key. Of tags with equal labels, the oldest one. */
export async function findTagsByKey(
  sql: Sql,
  accountId: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const rows = await sql.rows<{ key: string; id: string }>(
    `select distinct on (label_key) label_key as key, id from tag
      where account_id = $1 and label_key = any($2::text[]) order by label_key, created_at, id`,
    [accountId, keys],
  )
  return new Map(rows.map(({ key, id }) => [key, id]))
}

export async function attachTags(
  sql: Sql,
  accountId: string,
  links: readonly { profileId: string; tagId: string }[],
): Promise<void> {
  await sql.run(
    `insert into profile_tag (account_id, tag_id, profile_id)
     select $1, tag_id, profile_id from unnest($2::text[], $3::text[]) as link (tag_id, profile_id) on conflict do nothing`,
    [accountId, links.map(({ tagId }) => tagId), links.map(({ profileId }) => profileId)],
  )
}

const tagFields = `tag.id, tag.created_at as "createdAt", tag.updated_at as "updatedAt", tag.label, tag.color`

const mostProfiles = { all: '', some: `limit ${maxToolProfiles}`, count: 'limit 0' }

/** A tag in the shape of the API, still without the number of its profiles. */
function columnsOf(shown: ShownProfiles): string {
  return `${tagFields}, ${idsOf(shown)} as profiles`
}

function idsOf(shown: ShownProfiles): string {
  return `array(select link.profile_id::text from profile_tag link
               where link.account_id = tag.account_id and link.tag_id = tag.id
               order by link.profile_id ${mostProfiles[shown]})`
}

async function withCounts<T extends Tag>(
  sql: Sql,
  accountId: string,
  tags: readonly T[],
  shown: ShownProfiles,
): Promise<T[]> {
  if (shown === 'all') return [...tags]
  // A tag that is shown whole needs no count.
  const counted = tags.filter(({ profiles }) => shown === 'count' || profiles.length === maxToolProfiles)
  const ids = counted.map(({ id }) => id)
  const counts = await countProfilesByTag(sql, accountId, ids)
  return tags.map((tag) => ({ ...tag, profileCount: counts.get(tag.id) ?? tag.profiles.length }))
}

/** The position of a tag in its list: the key of its label, and its id. */
export type TagKey = readonly [labelKey: string, id: string]

type TagRange = RowRange & { after?: TagKey | undefined }

/** One page of the tags whose labels contain all these parts, ordered by label, and their total number. */
export async function listTagRows(
  sql: Sql,
  accountId: string,
  parts: readonly string[],
  range: TagRange,
  shown: Exclude<ShownProfiles, 'all'>,
): Promise<{ rows: { tag: Tag; key: TagKey }[]; total: number }> {
  const { rows, total } = await selectTags<Tag>(sql, accountId, parts, range, columnsOf(shown))
  const tags = await withCounts(
    sql,
    accountId,
    rows.map(({ labelKey: _, ...tag }) => tag as unknown as Tag),
    shown,
  )
  return { rows: tags.map((tag, at) => ({ tag, key: keyOf(rows[at] as TagRow<Tag>) })), total }
}

/**
 * The same page with the ids of all profiles, each tag as JSON text in parts. The ids are one text as the database wrote
 * it: as strings of their own, those of 100,000 people would take a hundred times as many objects as all else.
 */
export async function listWholeTags(
  sql: Sql,
  accountId: string,
  parts: readonly string[],
  range: TagRange,
): Promise<{ rows: { json: readonly string[]; key: TagKey }[]; total: number }> {
  type Whole = Omit<Tag, 'profiles' | 'profileCount'> & { ids: string }
  const columns = `${tagFields}, array_to_json(${idsOf('all')})::text as ids`
  const { rows, total } = await selectTags<Whole>(sql, accountId, parts, range, columns)
  const jsonOf = ({ labelKey: _, ids, ...tag }: TagRow<Whole>) => [
    `${JSON.stringify(tag).slice(0, -1)},"profiles":`,
    ids,
    '}',
  ]
  return { rows: rows.map((row) => ({ json: jsonOf(row), key: keyOf(row) })), total }
}

/** A list of these tags as JSON text. */
export function jsonOfTags(tags: readonly { json: readonly string[] }[]): string[] {
  return ['[', ...tags.flatMap(({ json }, at) => (at === 0 ? json : [',', ...json])), ']']
}

type TagRow<T> = T & { id: string; labelKey: string }

function keyOf({ labelKey, id }: TagRow<unknown>): TagKey {
  return [labelKey, id]
}

async function selectTags<T>(
  sql: Sql,
  accountId: string,
  parts: readonly string[],
  { limit, offset, after }: TagRange,
  columns: string,
): Promise<{ rows: TagRow<T>[]; total: number }> {
  const found = `tag.account_id = $1
    and not exists (select from unnest($2::text[]) as part where strpos(tag.label_key, part) = 0)`
  const [rows, counted] = await Promise.all([
    sql.rows<TagRow<T>>(
      `select ${columns}, tag.label_key as "labelKey" from tag where ${found}${after ? ' and (tag.label_key, tag.id) > ($5, $6)' : ''}
        order by tag.label_key, tag.id limit $3 offset $4`,
      [accountId, parts, limit, offset, ...(after ?? [])],
    ),
    sql.row<{ total: number }>(`select count(*)::integer as total from tag where ${found}`, [
      accountId,
      parts,
    ]),
  ])
  return { rows, total: counted?.total ?? 0 }
}

export async function countTagsOfAccount(sql: Sql, accountId: string): Promise<number> {
  const text = 'select count(*)::integer as count from tag where account_id = $1'
  return (await sql.row<{ count: number }>(text, [accountId]))?.count ?? 0
}

export async function findTag(
  sql: Sql,
  accountId: string,
  tagId: string,
  shown: ShownProfiles,
): Promise<Tag | undefined> {
  const tags = await sql.rows<Tag>(
    `select ${columnsOf(shown)} from tag where tag.account_id = $1 and tag.id = $2`,
    [accountId, tagId],
  )
  return (await withCounts(sql, accountId, tags, shown))[0]
}

/**
 * Locks the tag until the transaction ends, so that of two calls that replace its profiles the second sees the result
 * of the first.
 */
export async function lockTag(sql: Sql, accountId: string, tagId: string): Promise<TagLabel | undefined> {
  return sql.row<TagLabel>(
    'select id, label, color from tag where account_id = $1 and id = $2 for no key update',
    [accountId, tagId],
  )
}

export async function insertTag(
  sql: Sql,
  tag: { accountId: string; id: string; label: string; color: string; now: Date },
): Promise<void> {
  await sql.run(
    `insert into tag (account_id, id, created_at, updated_at, label, label_key, color)
     values ($1, $2, $3, $3, $4, $5, $6)`,
    [tag.accountId, tag.id, tag.now, tag.label, labelKey(tag.label), tag.color],
  )
}

/** How many tags have each color. Colors that no tag has are missing. */
export async function countTagColors(sql: Sql, accountId: string): Promise<Map<string, number>> {
  const rows = await sql.rows<{ color: string; tags: number }>(
    'select color, count(*)::integer as tags from tag where account_id = $1 group by color',
    [accountId],
  )
  return new Map(rows.map(({ color, tags }) => [color, tags]))
}

/** Writes label and color, and the time of the change. */
export async function updateTagRow(sql: Sql, accountId: string, tag: TagLabel, now: Date): Promise<void> {
  await sql.run(
    `update tag set label = $3, label_key = $4, color = $5, updated_at = $6 where account_id = $1 and id = $2`,
    [accountId, tag.id, tag.label, labelKey(tag.label), tag.color, now],
  )
}

/** Removes a tag, also from every profile. False if it doesn't exist. */
export async function removeTag(sql: Sql, accountId: string, tagId: string): Promise<boolean> {
  return (await sql.run('delete from tag where account_id = $1 and id = $2', [accountId, tagId])) > 0
}

/** Ids of the profiles that have the tag; of `among`, if given. */
export async function listProfileIds(
  sql: Sql,
  accountId: string,
  tagId: string,
  among?: readonly string[],
): Promise<string[]> {
  const rows = await sql.rows<{ profile_id: string }>(
    `select profile_id from profile_tag
      where account_id = $1 and tag_id = $2${among ? ' and profile_id = any($3::text[])' : ''}`,
    [accountId, tagId, ...(among ? [among] : [])],
  )
  return rows.map((row) => row.profile_id)
}

export async function countExistingProfiles(
  sql: Sql,
  accountId: string,
  profileIds: readonly string[],
): Promise<number> {
  const row = await sql.row<{ count: number }>(
    'select count(*)::integer as count from profile where account_id = $1 and id = any($2::text[])',
    [accountId, profileIds],
  )
  return row?.count ?? 0
}

/** Adds the tag to these profiles in one statement. */
export async function linkProfiles(
  sql: Sql,
  accountId: string,
  tagId: string,
  profileIds: readonly string[],
): Promise<void> {
  await sql.run(
    `insert into profile_tag (account_id, tag_id, profile_id)
     select $1, $2, profile_id from unnest($3::text[]) as profile_id on conflict do nothing`,
    [accountId, tagId, profileIds],
  )
}

export async function unlinkProfiles(
  sql: Sql,
  accountId: string,
  tagId: string,
  profileIds: readonly string[],
): Promise<void> {
  await sql.run(
    'delete from profile_tag where account_id = $1 and tag_id = $2 and profile_id = any($3::text[])',
    [accountId, tagId, profileIds],
  )
}
