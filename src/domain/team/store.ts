import type { Sql } from '../../contract/ports.ts'
import type { AssessmentId } from '../../contract/shapes.ts'

/** Reads the people of a team and their results; writes nothing. */

/** The selected people: by id, or everyone with any of the tags or in any of the saved teams. */
export type TeamSelection = {
  profileIds?: readonly string[] | undefined
  tagIds?: readonly string[] | undefined
  savedTeamIds?: readonly string[] | undefined
}

export type TeamMemberRow = {
  id: string
  firstName: string | null
  lastName: string | null
  email: string | null
  quality: { outcome: 'ok' | 'caution' | 'invalid' } | null
}

export type TeamResultRow = { profileId: string; assessment: AssessmentId; result: unknown }

/** Of a larger team nobody needs the exact number of people with results. */
const mostCounted = 1_000

/**
 * How many of the people are on the account, and how many of those have a result in their current attempt. Beyond
 * `mostCounted` people with results it stops, and `profiles` is undefined.
 */
export async function countTeam(
  sql: Sql,
  accountId: string,
  chosen: TeamSelection,
): Promise<{ profiles?: number; results: number }> {
  const row = await sql.row<{ results: number }>(
    `select count(*)::integer as results
       from (select from profile where ${isChosen} and ${hasResult} limit ${mostCounted + 1}) as found`,
    values(accountId, chosen),
  )
  const results = row?.results ?? 0
  if (results > mostCounted) return { results }
  const all = await sql.row<{ profiles: number }>(
    `select count(*)::integer as profiles from profile where ${isChosen}`,
    values(accountId, chosen),
  )
  return { profiles: all?.profiles ?? 0, results }
}

/** A number of `countTeam` in words. */
export function countInWords(results: number): string {
  return results > mostCounted ? `more than ${mostCounted.toLocaleString('en-US')}` : String(results)
}

/** People with a result, by name. */
export async function listTeamMembers(
  sql: Sql,
  accountId: string,
  chosen: TeamSelection,
): Promise<TeamMemberRow[]> {
  return sql.rows(
    `select id, first_name as "firstName", last_name as "lastName", email, quality from profile
      where ${isChosen} and ${hasResult} order by name_key, id`,
    values(accountId, chosen),
  )
}

/** All results of the people's current attempts. */
export async function listTeamResults(
  sql: Sql,
  accountId: string,
  profileIds: readonly string[],
): Promise<TeamResultRow[]> {
  return sql.rows(
    `select result.profile_id as "profileId", result.assessment, result.result
       from profile join result
         on result.account_id = profile.account_id and result.profile_id = profile.id
        and result.attempt = profile.attempt
      where profile.account_id = $1 and profile.id = any($2::text[])`,
    [accountId, profileIds],
  )
}

/** An answer sheet that could not be scored is stored with the reason in place of scores. */
const hasResult = `exists (select from result
  where result.account_id = profile.account_id and result.profile_id = profile.id
    and result.attempt = profile.attempt and result.result -> 'unscored' is null)`

/** By their ids, as one list: the planner would look at everyone on the account to find who has an id or a tag. */
const isChosen = `profile.account_id = $1 and profile.id = any($2::text[] || array(
  select profile_id::text from profile_tag where account_id = $1 and tag_id = any($3::text[])
   union all
  select profile_id::text from saved_team_person where account_id = $1 and team_id = any($4::text[])))`

function values(
  accountId: string,
  { profileIds = [], tagIds = [], savedTeamIds = [] }: TeamSelection,
): unknown[] {
  return [accountId, profileIds, tagIds, savedTeamIds]
}
