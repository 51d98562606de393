import type { Sql } from '../../contract/ports.ts'
import type { Family } from '../../scoring/results.ts'

/** Published figures of one questionnaire and their number of people; shown until there are enough more people. */
export type PublishedFigures = { n: number; madeAt: string; figures: unknown }

/** The step that is currently published; undefined before the first one. Only a system transaction sees it. */
export async function findPublishedFigures(
  sql: Sql,
  family: Family,
  form: string,
): Promise<PublishedFigures | undefined> {
  return sql.row(
    `select n, made_at as "madeAt", figures from technical_figures
      where family = $1 and form = $2 order by after desc limit 1`,
    [family, form],
  )
}

/** Inserts the step after the one of `after` people. Does nothing if another process has inserted it. */
export async function insertPublishedFigures(
  sql: Sql,
  family: Family,
  form: string,
  step: { after: number; n: number; madeAt: Date; figures: object },
): Promise<void> {
  await sql.run(
    `insert into technical_figures (family, form, after, n, made_at, figures)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [family, form, step.after, step.n, step.madeAt, JSON.stringify(step.figures)],
  )
}

/** One person's data for one questionnaire, without identity. */
export type CompletedAssessment = {
  assessment: Family
  outcome: 'ok' | 'caution' | 'invalid'
  activeSeconds: number
  /** Core has its result only; answers and results are null if not usable. */
  result: unknown
  /** In the order of the form. */
  answers: unknown[] | null
}

/** A questionnaire that someone retook, with the first and the current result. */
export type RetestPair = { assessment: Family; former: unknown; now: unknown }

/** Accounts of real people, in id order; only a system transaction sees them. */
export async function listLiveAccounts(sql: Sql, after: string, limit: number): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    `select id from account where mode = 'live' and id > $1 order by id limit $2`,
    [after, limit],
  )
  return rows.map(({ id }) => id)
}

/** Everything that people between two ids of one account completed in their current attempts. */
export async function listCompletedAssessments(
  sql: Sql,
  accountId: string,
  forms: readonly string[],
  after: string,
  last: string,
): Promise<CompletedAssessment[]> {
  return sql.rows(
    `select result.assessment, profile.quality ->> 'outcome' as outcome,
            (select coalesce(sum(active_seconds), 0)::integer from stopwatch
              where stopwatch.account_id = result.account_id and stopwatch.profile_id = result.profile_id
                and stopwatch.attempt = result.attempt and stopwatch.assessment = result.assessment)
              as "activeSeconds",
            case when result.assessment = 'core' and profile.quality ->> 'outcome' = 'ok' then result.result end
              as result,
            case when result.assessment <> 'core' and profile.quality ->> 'outcome' = 'ok' then
              (select json_agg(answer.value order by answer.item) from answer
                where answer.account_id = result.account_id and answer.profile_id = result.profile_id
                  and answer.attempt = result.attempt and answer.assessment = result.assessment) end as answers
       from profile join result
         on result.account_id = profile.account_id and result.profile_id = profile.id
        and result.attempt = profile.attempt
      where profile.account_id = $1 and profile.id > $3 and profile.id <= $4 and result.form = any($2::text[])
        and profile.quality is not null`,
    [accountId, forms, after, last],
  )
}

/**
 * People between two ids who retook a questionnaire: the first and the current result, both from attempts with response
 * quality ok. Results kept by a retake of other assessments don't count.
 */
export async function listRetestPairs(
  sql: Sql,
  accountId: string,
  forms: readonly string[],
  after: string,
  last: string,
): Promise<RetestPair[]> {
  return sql.rows(
    `select distinct on (fresh.profile_id, fresh.assessment) fresh.assessment, former.result as former,
            fresh.result as now
       from profile
       join result fresh on fresh.account_id = profile.account_id and fresh.profile_id = profile.id
        and fresh.attempt = profile.attempt
       join sitting on sitting.account_id = fresh.account_id and sitting.profile_id = fresh.profile_id
        and sitting.attempt = fresh.attempt and sitting.assessment = fresh.assessment
       join result former on former.account_id = fresh.account_id and former.profile_id = fresh.profile_id
        and former.assessment = fresh.assessment and former.attempt < fresh.attempt and former.form = fresh.form
       join former_attempt on former_attempt.account_id = former.account_id
        and former_attempt.profile_id = former.profile_id and former_attempt.attempt = former.attempt
      where profile.account_id = $1 and profile.id > $3 and profile.id <= $4 and profile.attempt > 1
        and fresh.form = any($2::text[]) and sitting.carried_from is null
        and profile.quality ->> 'outcome' = 'ok' and former_attempt.quality ->> 'outcome' = 'ok'
      order by fresh.profile_id, fresh.assessment, former.attempt`,
    [accountId, forms, after, last],
  )
}
