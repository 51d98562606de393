import type { Sql } from '../../contract/ports.ts'
import type { QuasiIdentifiers } from '../../scoring/anonymous-rows.ts'
import type { ReleasedFigure } from '../../scoring/study-release.ts'

export type StudyRow = {
  id: string
  focusForm: string
  openedAt: string
  endedAt: string | null
  nextReleaseAt: string
  margin: number
}

const columns = `id, focus_form as "focusForm", opened_at as "openedAt", ended_at as "endedAt",
  next_release_at as "nextReleaseAt", margin`

/** The account's newest study, open or ended. */
export function findNewestStudy(sql: Sql, accountId: string): Promise<StudyRow | undefined> {
  return sql.row(
    `select ${columns} from study where account_id = $1 order by ended_at is null desc, opened_at desc limit 1`,
    [accountId],
  )
}

export function findOpenStudy(sql: Sql, accountId: string): Promise<StudyRow | undefined> {
  return sql.row(`select ${columns} from study where account_id = $1 and ended_at is null`, [accountId])
}

/** The open study, which no one can end until the transaction has ended. */
export function lockOpenStudy(sql: Sql, accountId: string): Promise<StudyRow | undefined> {
  return sql.row(`select ${columns} from study where account_id = $1 and ended_at is null for share`, [
    accountId,
  ])
}

export async function insertStudy(
  sql: Sql,
  accountId: string,
  {
    id,
    focusForm,
    openedAt,
    nextReleaseAt,
    margin,
  }: Record<'openedAt' | 'nextReleaseAt', Date> & Pick<StudyRow, 'id' | 'focusForm' | 'margin'>,
): Promise<void> {
  await sql.run(
    `insert into study (account_id, id, focus_form, opened_at, next_release_at, margin)
     values ($1, $2, $3, $4, $5, $6)`,
    [accountId, id, focusForm, openedAt, nextReleaseAt, margin],
  )
}

/**
 * Likewise, and one transaction at a time has it: two that choose the next number of a criterion would choose the same.
 */
export function lockOpenStudyAlone(sql: Sql, accountId: string): Promise<StudyRow | undefined> {
  return sql.row(
    `select ${columns} from study where account_id = $1 and ended_at is null for no key update`,
    [accountId],
  )
}

/** Ends the open study and removes everything of the people who took part. False if none is open. */
export async function endOpenStudy(sql: Sql, accountId: string, now: Date): Promise<boolean> {
  const study = await sql.row<{ id: string }>(
    'update study set ended_at = $2 where account_id = $1 and ended_at is null returning id',
    [accountId, now],
  )
  if (!study) return false
  await sql.run('delete from study_participant where account_id = $1 and study_id = $2', [
    accountId,
    study.id,
  ])
  return true
}

export async function setNextRelease(sql: Sql, accountId: string, id: string, at: Date): Promise<void> {
  await sql.run('update study set next_release_at = $3 where account_id = $1 and id = $2', [
    accountId,
    id,
    at,
  ])
}

/** Accounts with an open study, in id order; only a system transaction sees them. */
export async function listStudyAccounts(sql: Sql, after: string, limit: number): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    `select distinct account_id as id from study where ended_at is null and account_id > $1
      order by 1 limit $2`,
    [after, limit],
  )
  return rows.map(({ id }) => id)
}

export type ReleaseRow = {
  number: number
  createdAt: string
  people: number
  figures: ReleasedFigure[]
  rows: QuasiIdentifiers[]
}

export function findNewestRelease(
  sql: Sql,
  accountId: string,
  studyId: string,
): Promise<ReleaseRow | undefined> {
  return sql.row(
    `select number, created_at as "createdAt", people, figures, anonymous_rows as rows from study_release
      where account_id = $1 and study_id = $2 order by number desc limit 1`,
    [accountId, studyId],
  )
}

export async function insertRelease(
  sql: Sql,
  {
    accountId,
    studyId,
    ...release
  }: Omit<ReleaseRow, 'createdAt'> & {
    accountId: string
    studyId: string
    createdAt: Date
  },
): Promise<void> {
  await sql.run(
    `insert into study_release (account_id, study_id, number, created_at, people, figures, anonymous_rows)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      accountId,
      studyId,
      release.number,
      release.createdAt,
      release.people,
      JSON.stringify(release.figures),
      JSON.stringify(release.rows),
    ],
  )
}

/** People who could take part: everyone with results of this form and answers without warning signs. */
const eligible = `from profile join result on result.account_id = profile.account_id
    and result.profile_id = profile.id and result.attempt = profile.attempt and result.assessment = 'focus'
    and result.form = $2
  where profile.account_id = $1 and profile.is_completed and profile.quality ->> 'outcome' = 'ok'`

export async function countEligible(sql: Sql, accountId: string, form: string): Promise<number> {
  const row = await sql.row<{ n: number }>(`select count(*)::integer as n ${eligible}`, [accountId, form])
  return row?.n ?? 0
}

/** The same up to a bound, which also bounds the rows that are read. */
export async function countEligibleUpTo(
  sql: Sql,
  accountId: string,
  { form, bound }: { form: string; bound: number },
): Promise<number> {
  const row = await sql.row<{ n: number }>(
    `select count(*)::integer as n from (select 1 ${eligible} limit $3) as counted`,
    [accountId, form, bound],
  )
  return row?.n ?? 0
}

/** The T scores of a page of these people, and their language. */
export function listEligible(
  sql: Sql,
  { accountId, form }: { accountId: string; form: string },
  { after, limit }: { after: string; limit: number },
): Promise<{ profileId: string; locale: string | null; t: Record<string, number> }[]> {
  return sql.rows(
    `select profile.id as "profileId", profile.locale,
        (select json_object_agg(scale.key, (scale.value ->> 't')::numeric) from json_each(result.result) scale) as t
       ${eligible} and profile.id > $3 order by profile.id limit $4`,
    [accountId, form, after, limit],
  )
}
