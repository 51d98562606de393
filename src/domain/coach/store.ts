import type { Sql } from '../../contract/ports.ts'

/** The row of a coach. Tags are ordered by label. */
export type CoachRow = {
  memberId: string
  email: string
  acceptedAt: string | null
  invitationExpiresAt: string | null
  tags: { id: string; label: string; color: string }[]
  profileCount: number
}

const selectCoaches = `select member.id as "memberId", member.email, member.accepted_at as "acceptedAt",
    member.invitation_expires_at as "invitationExpiresAt",
    coalesce((select json_agg(json_build_object('id', tag.id, 'label', tag.label, 'color', tag.color)
                       order by tag.label_key, tag.id)
       from member_team team join tag on tag.account_id = team.account_id and tag.id = team.tag_id
      where team.account_id = member.account_id and team.member_id = member.id), '[]') as tags,
    (select count(distinct link.profile_id)::integer
       from member_team team join profile_tag link on link.account_id = team.account_id and link.tag_id = team.tag_id
      where team.account_id = member.account_id and team.member_id = member.id) as "profileCount"
  from member where member.account_id = $1 and member.role = 'coach'`

/** All coaches of the account, invited ones included, by email. */
export function listCoachRows(sql: Sql, accountId: string): Promise<CoachRow[]> {
  return sql.rows(`${selectCoaches} order by member.email, member.id`, [accountId])
}

export function findCoach(sql: Sql, accountId: string, memberId: string): Promise<CoachRow | undefined> {
  return sql.row(`${selectCoaches} and member.id = $2`, [accountId, memberId])
}

/** Locks the member until the transaction ends, so that a concurrent change of role or teams waits. */
export async function lockCoach(sql: Sql, accountId: string, memberId: string): Promise<boolean> {
  const text = `select 1 from member where account_id = $1 and id = $2 and role = 'coach' for no key update`
  return (await sql.row(text, [accountId, memberId])) !== undefined
}

export async function listTeamIds(sql: Sql, accountId: string, memberId: string): Promise<string[]> {
  const rows = await sql.rows<{ tag_id: string }>(
    'select tag_id from member_team where account_id = $1 and member_id = $2 order by tag_id',
    [accountId, memberId],
  )
  return rows.map((row) => row.tag_id)
}

/** Those of the tags that don't exist. Locks the others, so that none is deleted before the teams are written. */
export async function findMissingTags(
  sql: Sql,
  accountId: string,
  tagIds: readonly string[],
): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    'select id from tag where account_id = $1 and id = any($2::text[]) order by id for key share',
    [accountId, tagIds],
  )
  const found = new Set(rows.map(({ id }) => id))
  return tagIds.filter((id) => !found.has(id))
}

export async function addTeams(
  sql: Sql,
  { accountId, memberId, now }: { accountId: string; memberId: string; now: Date },
  tagIds: readonly string[],
): Promise<void> {
  await sql.run(
    `insert into member_team (account_id, member_id, tag_id, given_at)
     select $1, $2, tag_id, $4 from unnest($3::text[]) as tag_id on conflict do nothing`,
    [accountId, memberId, tagIds, now],
  )
}

export async function removeTeams(
  sql: Sql,
  { accountId, memberId }: { accountId: string; memberId: string },
  tagIds: readonly string[],
): Promise<void> {
  await sql.run(
    'delete from member_team where account_id = $1 and member_id = $2 and tag_id = any($3::text[])',
    [accountId, memberId, tagIds],
  )
}

/** For members who are no longer coaches: one who becomes a coach again begins without teams. */
export async function clearTeams(sql: Sql, accountId: string, memberId: string): Promise<void> {
  await sql.run('delete from member_team where account_id = $1 and member_id = $2', [accountId, memberId])
}
