import type { Sql } from '../../contract/ports.ts'
import type { PersonColumn } from './criteria-file.ts'

export type CriterionRow = {
  number: number
  name: string
  meaning: string
  uploadedAt: string
  removedAt: string | null
  margin: number
}

/** Also those that were removed. */
export function listCriteria(sql: Sql, accountId: string, studyId: string): Promise<CriterionRow[]> {
  return sql.rows(
    `select number, name, meaning, uploaded_at as "uploadedAt", removed_at as "removedAt", margin
       from study_criterion where account_id = $1 and study_id = $2 order by number`,
    [accountId, studyId],
  )
}

/** Adds a criterion, or describes one again. Its margin stays. */
export async function writeCriterion(
  sql: Sql,
  accountId: string,
  studyId: string,
  {
    number,
    name,
    meaning,
    margin,
    now,
  }: Pick<CriterionRow, 'number' | 'name' | 'meaning' | 'margin'> & { now: Date },
): Promise<void> {
  await sql.run(
    `insert into study_criterion (account_id, study_id, number, name, meaning, uploaded_at, margin)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (account_id, study_id, number) do update set meaning = $5, uploaded_at = $6, removed_at = null`,
    [accountId, studyId, number, name, meaning, now, margin],
  )
}

/** Joins: PostgreSQL 16 would run a subquery for each pair of a line and a person. */
const matches: Record<PersonColumn, string> = {
  profileId: 'join profile on profile.account_id = $1 and profile.id = given.key',
  email: 'join profile on profile.account_id = $1 and profile.email = given.key',
  externalId: `join resource_alias alias on alias.account_id = $1 and alias.resource_type = 'profile'
        and alias.consumer_key = given.key
       join profile on profile.account_id = alias.account_id and profile.id = alias.resource_id`,
}

/**
 * The people that these keys mean, by place in the list, with whether they could take part. A key that means nobody has no
 * row, and one that means several has several.
 */
export function findKeyedPeople(
  sql: Sql,
  { accountId, form }: { accountId: string; form: string },
  person: PersonColumn,
  keys: readonly string[],
): Promise<{ at: number; profileId: string; isEligible: boolean }[]> {
  return sql.rows(
    `select (given.place - 1)::integer as at, profile.id as "profileId",
        profile.is_completed and coalesce(profile.quality ->> 'outcome' = 'ok', false) and exists (
          select 1 from result where result.account_id = profile.account_id and result.profile_id = profile.id
             and result.attempt = profile.attempt and result.assessment = 'focus' and result.form = $3) as "isEligible"
       from unnest($2::text[]) with ordinality as given (key, place)
       ${matches[person]}
      order by given.place, profile.id`,
    [accountId, keys, form],
  )
}

/**
 * Replaces the values of these criteria. Only people who take part and allow it get one; of everyone else nothing is
 * stored, and nothing says how many they are. They are locked first: who takes the permission back meanwhile would find no
 * values to delete, and keep those that are written then.
 */
export async function replaceValues(
  sql: Sql,
  accountId: string,
  studyId: string,
  numbers: readonly number[],
  values: readonly { profileId: string; number: number; band: number }[],
): Promise<void> {
  const allowing = await sql.rows<{ id: string }>(
    `select id from study_participant
      where account_id = $1 and study_id = $2 and agreed_at is not null and criteria_agreed_at is not null
      order by id for share`,
    [accountId, studyId],
  )
  await sql.run(
    'delete from study_criterion_value where account_id = $1 and study_id = $2 and number = any ($3::smallint[])',
    [accountId, studyId, numbers],
  )
  await sql.run(
    `insert into study_criterion_value (account_id, participant_id, study_id, number, band)
     select $1, one.id, $2, given.number, given.band
       from json_to_recordset($3) as given ("profileId" text, number smallint, band smallint)
       join study_participant one on one.account_id = $1 and one.study_id = $2 and one.profile_id = given."profileId"
      where one.id = any ($4::text[])`,
    [accountId, studyId, JSON.stringify(values), allowing.map(({ id }) => id)],
  )
}

/** Removes all values of the study's criteria. Their numbers stay used. */
export async function removeCriteria(sql: Sql, accountId: string, studyId: string, now: Date): Promise<void> {
  await sql.run('delete from study_criterion_value where account_id = $1 and study_id = $2', [
    accountId,
    studyId,
  ])
  await sql.run(
    `update study_criterion set removed_at = $3
      where account_id = $1 and study_id = $2 and removed_at is null`,
    [accountId, studyId, now],
  )
}

/** Records that the study may use what the account uploads about this person, or with null that it may not. */
export async function writeCriteriaConsent(
  sql: Sql,
  accountId: string,
  participantId: string,
  consent: { at: Date; words: string } | null,
): Promise<void> {
  await sql.run(
    'update study_participant set criteria_agreed_at = $3, criteria_words = $4 where account_id = $1 and id = $2',
    [accountId, participantId, consent?.at ?? null, consent?.words ?? null],
  )
  if (consent) return
  await sql.run('delete from study_criterion_value where account_id = $1 and participant_id = $2', [
    accountId,
    participantId,
  ])
}

/** The bands that the study holds by this participation. */
export async function findOwnCriteria(
  sql: Sql,
  accountId: string,
  participantId: string,
): Promise<Record<string, number>> {
  const row = await sql.row<{ bands: Record<string, number> | null }>(
    `select json_object_agg(criterion.name, value.band) as bands
       from study_criterion_value value
       join study_criterion criterion on criterion.account_id = value.account_id
        and criterion.study_id = value.study_id and criterion.number = value.number
      where value.account_id = $1 and value.participant_id = $2`,
    [accountId, participantId],
  )
  return row?.bands ?? {}
}
