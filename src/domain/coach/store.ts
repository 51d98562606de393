import type { Sql } from '../../contract/ports.ts'

/** The row of a coach. Tags are ordered by label, saved teams by name. */
export type CoachRow = {
  memberId: string
  email: string
  acceptedAt: string | null
  invitationExpiresAt: string | null
  tags: { id: string; label: string; color: string }[]
  savedTeams: { id: string; name: string; color: string }[]
  profileCount: number
}

const selectCoaches = `select member.id as "memberId", member.email, member.accepted_at as "acceptedAt",
    member.invitation_expires_at as "invitationExpiresAt",
    coalesce((select json_agg(json_build_object('id', tag.id, 'label', tag.label, 'color', tag.color)
                       order by tag.label_key, tag.id)
       from member_team team join tag on tag.account_id = team.account_id and tag.id = team.tag_id
      where team.account_id = member.account_id and team.member_id = member.id), '[]') as tags,
    coalesce((select json_agg(json_build_object('id', saved.id, 'name', saved.name, 'color', saved.color)
                       order by saved.name_key, saved.id)
       from member_saved_team team join saved_team saved on saved.account_id = team.account_id and saved.id = team.team_id
      where team.account_id = member.account_id and team.member_id = member.id), '[]') as "savedTeams",
    (select count(*)::integer from (
       select link.profile_id
         from member_team team join profile_tag link on link.account_id = team.account_id and link.tag_id = team.tag_id
        where team.account_id = member.account_id and team.member_id = member.id
        union
       select person.profile_id from member_saved_team team
         join saved_team_person person on person.account_id = team.account_id and person.team_id = team.team_id
        where team.account_id = member.account_id and team.member_id = member.id) as seen) as "profileCount"
  from member where member.account_id = $1 and member.role = 'coach'`

/** All coaches of the account, invited ones included, by email. */
export function listCoachRows(sql: Sql, accountId: string): Promise<CoachRow[]> {
  return sql.rows(`${selectCoaches} order by member.email, member.id`, [accountId])
}

export function findCoach(sql: Sql, accountId: string, memberId: string): Promise<CoachRow | undefined> {
  return sql.row(`${selectCoaches} and member.id = $2`, [accountId, memberId])
}

export type CoachTeamNames = { memberId: string; teams: string[] }

/**
 * Names of the saved teams and tags of each coach, or of one. Without a count of their people, who may be everyone in the
 * account.
 */
export function listCoachTeamNames(
  sql: Sql,
  accountId: string,
  memberId: string | null,
): Promise<CoachTeamNames[]> {
  return sql.rows(
    `select member.id as "memberId",
        array(select saved.name::text from member_saved_team team
                join saved_team saved on saved.account_id = team.account_id and saved.id = team.team_id
               where team.account_id = member.account_id and team.member_id = member.id
               order by saved.name_key, saved.id) ||
        array(select tag.label::text from member_team team
                join tag on tag.account_id = team.account_id and tag.id = team.tag_id
               where team.account_id = member.account_id and team.member_id = member.id
               order by tag.label_key, tag.id) as teams
       from member
      where member.account_id = $1 and member.role = 'coach' and ($2::text is null or member.id = $2)
      order by member.email, member.id`,
    [accountId, memberId],
  )
}

/** Tags and saved teams that an owner can choose, by name: at most as many of each kind. */
export async function listTeamChoices(sql: Sql, accountId: string, most: number): Promise<TeamChoices> {
  const [tags, savedTeams] = await Promise.all([
    sql.rows<TeamChoice>(
      'select id, label as name from tag where account_id = $1 order by label_key, id limit $2',
      [accountId, most],
    ),
    sql.rows<TeamChoice>(
      'select id, name from saved_team where account_id = $1 order by name_key, id limit $2',
      [accountId, most],
    ),
  ])
  return { tags, savedTeams }
}

type TeamChoice = { id: string; name: string }
type TeamChoices = { tags: TeamChoice[]; savedTeams: TeamChoice[] }

/** Locks the member until the transaction ends, so that a concurrent change of role or teams waits. */
export async function lockCoach(sql: Sql, accountId: string, memberId: string): Promise<boolean> {
  const text = `select 1 from member where account_id = $1 and id = $2 and role = 'coach' for no key update`
  return (await sql.row(text, [accountId, memberId])) !== undefined
}

/** The two kinds of teams: tags, and saved teams. */
export type TeamKind = 'tag' | 'savedTeam'

const kinds = {
  tag: { table: 'member_team', column: 'tag_id', of: 'tag' },
  savedTeam: { table: 'member_saved_team', column: 'team_id', of: 'saved_team' },
} as const

export async function listTeamIds(
  sql: Sql,
  kind: TeamKind,
  { accountId, memberId }: CoachKey,
): Promise<string[]> {
  const { table, column } = kinds[kind]
  const rows = await sql.rows<{ id: string }>(
    `select ${column} as id from ${table} where account_id = $1 and member_id = $2 order by 1`,
    [accountId, memberId],
  )
  return rows.map(({ id }) => id)
}

/** Whether the coach has any team. */
export async function hasTeams(sql: Sql, accountId: string, memberId: string): Promise<boolean> {
  const key = { accountId, memberId }
  const ids = await Promise.all([listTeamIds(sql, 'tag', key), listTeamIds(sql, 'savedTeam', key)])
  return ids.flat().length > 0
}

type CoachKey = { accountId: string; memberId: string }

/** Those of the teams that don't exist. Locks the others, so that none is deleted before the teams are written. */
export async function findMissingTeams(
  sql: Sql,
  kind: TeamKind,
  accountId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    `select id from ${kinds[kind].of} where account_id = $1 and id = any($2::text[]) order by id for key share`,
    [accountId, ids],
  )
  const found = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !found.has(id))
}

export async function addTeams(
  sql: Sql,
  kind: TeamKind,
  { accountId, memberId, now }: CoachKey & { now: Date },
  ids: readonly string[],
): Promise<void> {
  const { table, column } = kinds[kind]
  await sql.run(
    `insert into ${table} (account_id, member_id, ${column}, given_at)
     select $1, $2, id, $4 from unnest($3::text[]) as id on conflict do nothing`,
    [accountId, memberId, ids, now],
  )
}

export async function removeTeams(
  sql: Sql,
  kind: TeamKind,
  { accountId, memberId }: CoachKey,
  ids: readonly string[],
): Promise<void> {
  const { table, column } = kinds[kind]
  await sql.run(
    `delete from ${table} where account_id = $1 and member_id = $2 and ${column} = any($3::text[])`,
    [accountId, memberId, ids],
  )
}

/** For members who are no coaches, or no longer: one who becomes a coach again begins without teams. */
export async function clearTeams(sql: Sql, accountId: string, memberId: string): Promise<void> {
  for (const { table } of Object.values(kinds))
    await sql.run(`delete from ${table} where account_id = $1 and member_id = $2`, [accountId, memberId])
}
