import type { RowRange } from '../../contract/pagination.ts'
import type { Sql } from '../../contract/ports.ts'
import { labelKey } from '../tag/model.ts'
import type { SavedTeam, SavedTeamWithPeople } from './model.ts'

const columns = `team.id, team.created_at as "createdAt", team.updated_at as "updatedAt", team.name, team.note, team.color,
    (select count(*)::integer from saved_team_person person
      where person.account_id = team.account_id and person.team_id = team.id) as "profileCount"`

/** One page of the teams whose names contain all these parts, ordered by name, and their total number. */
export async function listTeamRows(
  sql: Sql,
  accountId: string,
  parts: readonly string[],
  { limit, offset }: RowRange,
): Promise<{ rows: SavedTeam[]; total: number }> {
  const found = `team.account_id = $1
    and not exists (select from unnest($2::text[]) as part where strpos(team.name_key, part) = 0)`
  const [rows, counted] = await Promise.all([
    sql.rows<SavedTeam>(
      `select ${columns} from saved_team team where ${found} order by team.name_key, team.id limit $3 offset $4`,
      [accountId, parts, limit, offset],
    ),
    sql.row<{ total: number }>(`select count(*)::integer as total from saved_team team where ${found}`, [
      accountId,
      parts,
    ]),
  ])
  return { rows, total: counted?.total ?? 0 }
}

export async function findTeam(
  sql: Sql,
  accountId: string,
  teamId: string,
): Promise<SavedTeamWithPeople | undefined> {
  return sql.row(
    `select ${columns}, array(select person.profile_id::text from saved_team_person person
        where person.account_id = team.account_id and person.team_id = team.id order by person.profile_id) as profiles
       from saved_team team where team.account_id = $1 and team.id = $2`,
    [accountId, teamId],
  )
}

export type SavedTeamRow = { id: string; name: string; note: string | null; color: string }

/** Locks the team until the transaction ends, so that of two changes of its people the second counts the first. */
export async function lockTeam(
  sql: Sql,
  accountId: string,
  teamId: string,
): Promise<SavedTeamRow | undefined> {
  return sql.row(
    'select id, name, note, color from saved_team where account_id = $1 and id = $2 for no key update',
    [accountId, teamId],
  )
}

/** Locks the account's row, so that of two new teams the second counts the first. */
export async function lockAndCountTeams(sql: Sql, accountId: string): Promise<number> {
  await sql.rows('select 1 from account where id = $1 for no key update', [accountId])
  const row = await sql.row<{ count: number }>(
    'select count(*)::integer as count from saved_team where account_id = $1',
    [accountId],
  )
  return row?.count ?? 0
}

export async function insertTeam(
  sql: Sql,
  accountId: string,
  { id, name, note, color, now }: SavedTeamRow & { now: Date },
): Promise<void> {
  await sql.run(
    `insert into saved_team (account_id, id, created_at, updated_at, name, name_key, note, color)
     values ($1, $2, $3, $3, $4, $5, $6, $7)`,
    [accountId, id, now, name, labelKey(name), note, color],
  )
}

/** Writes the looks, and the time of the change. */
export async function updateTeamRow(
  sql: Sql,
  accountId: string,
  team: SavedTeamRow,
  now: Date,
): Promise<void> {
  await sql.run(
    `update saved_team set name = $3, name_key = $4, note = $5, color = $6, updated_at = $7
      where account_id = $1 and id = $2`,
    [accountId, team.id, team.name, labelKey(team.name), team.note, team.color, now],
  )
}

/** Removes a team, also from the coaches who are limited to it. False if it doesn't exist. */
export async function removeTeam(sql: Sql, accountId: string, teamId: string): Promise<boolean> {
  return (await sql.run('delete from saved_team where account_id = $1 and id = $2', [accountId, teamId])) > 0
}

/**
 * Those of these profiles that exist, locked in the order of their ids before the team's people are written: anyone who
 * deletes one of them has it locked and waits.
 */
export async function lockProfilesOfTeam(
  sql: Sql,
  accountId: string,
  profileIds: readonly string[],
): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    'select id from profile where account_id = $1 and id = any($2::text[]) order by id for key share',
    [accountId, profileIds],
  )
  return rows.map(({ id }) => id)
}

/** Ids of the people of a team. */
export async function listPeople(sql: Sql, accountId: string, teamId: string): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    'select profile_id as id from saved_team_person where account_id = $1 and team_id = $2 order by profile_id',
    [accountId, teamId],
  )
  return rows.map(({ id }) => id)
}

/** People named one by one, and groups of them. */
export type ChosenPeople = {
  profileIds: readonly string[]
  tagIds: readonly string[]
  savedTeamIds: readonly string[]
}

/** How many of these tags and teams exist. */
export async function countGroups(
  sql: Sql,
  accountId: string,
  { tagIds, savedTeamIds }: Pick<ChosenPeople, 'tagIds' | 'savedTeamIds'>,
): Promise<{ tags: number; teams: number }> {
  if (tagIds.length + savedTeamIds.length === 0) return { tags: 0, teams: 0 }
  const row = await sql.row<{ tags: number; teams: number }>(
    `select (select count(*)::integer from tag where account_id = $1 and id = any($2::text[])) as tags,
        (select count(*)::integer from saved_team where account_id = $1 and id = any($3::text[])) as teams`,
    [accountId, tagIds, savedTeamIds],
  )
  return row ?? { tags: 0, teams: 0 }
}

/**
 * Ids of everyone with any of these tags or in any of these teams, of more than `limit` some. Of each tag no more are read:
 * `between` keeps the planner to the index of the tag, as in a comparison.
 */
export async function listPeopleOfGroups(
  sql: Sql,
  accountId: string,
  { tagIds, savedTeamIds }: Pick<ChosenPeople, 'tagIds' | 'savedTeamIds'>,
  limit: number,
): Promise<string[]> {
  if (tagIds.length + savedTeamIds.length === 0) return []
  const rows = await sql.rows<{ id: string }>(
    `select id from (
       select tagged.id from unnest($2::text[]) as chosen (tag_id) cross join lateral (
         select link.profile_id::text as id from profile_tag link
          where link.account_id = $1 and link.tag_id between chosen.tag_id and chosen.tag_id
          order by link.tag_id, link.profile_id limit $4) as tagged
       union
       select profile_id::text from saved_team_person where account_id = $1 and team_id = any($3::text[])
     ) as found order by id limit $4`,
    [accountId, tagIds, savedTeamIds, limit],
  )
  return rows.map(({ id }) => id)
}

export async function addPeopleOfTeam(
  sql: Sql,
  accountId: string,
  teamId: string,
  profileIds: readonly string[],
): Promise<void> {
  await sql.run(
    `insert into saved_team_person (account_id, team_id, profile_id)
     select $1, $2, profile_id from unnest($3::text[]) as profile_id on conflict do nothing`,
    [accountId, teamId, profileIds],
  )
}

export async function removePeopleOfTeam(
  sql: Sql,
  accountId: string,
  teamId: string,
  profileIds: readonly string[],
): Promise<void> {
  await sql.run(
    'delete from saved_team_person where account_id = $1 and team_id = $2 and profile_id = any($3::text[])',
    [accountId, teamId, profileIds],
  )
}
