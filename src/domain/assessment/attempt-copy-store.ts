import type { Sql } from '../../contract/ports.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import type { AttemptKey } from './store.ts'

/**
 * Copies whole sittings, with answers, seconds and results, from one attempt to the next. A completed sitting keeps
 * the number of the attempt that it was taken in, however often it is copied; an unfinished one continues as the new
 * attempt's own.
 */
export async function copySittings(
  sql: Sql,
  { accountId, profileId, attempt }: AttemptKey,
  nextAttempt: number,
  assessments: readonly AssessmentId[],
): Promise<void> {
  for (const statement of [sittings, answers, stopwatches, results]) {
    await sql.run(statement, [accountId, profileId, attempt, nextAttempt, assessments])
  }
}

/** Results taken again in this attempt, each with the previous result of the same assessment. */
export async function listRetakenResults(
  sql: Sql,
  { accountId, profileId, attempt }: AttemptKey,
): Promise<{ assessment: AssessmentId; now: unknown; former: unknown }[]> {
  return sql.rows(
    `select distinct on (fresh.assessment) fresh.assessment, fresh.result as now, former.result as former
       from result fresh
       join sitting using (account_id, profile_id, attempt, assessment)
       join result former
         on former.account_id = fresh.account_id and former.profile_id = fresh.profile_id
        and former.assessment = fresh.assessment and former.attempt < fresh.attempt
      where fresh.account_id = $1 and fresh.profile_id = $2 and fresh.attempt = $3
        and sitting.carried_from is null
      order by fresh.assessment, former.attempt desc`,
    [accountId, profileId, attempt],
  )
}

const selectedSittings =
  'account_id = $1 and profile_id = $2 and attempt = $3 and assessment = any($5::text[])'

const sittings = `insert into sitting (account_id, profile_id, attempt, assessment, form, form_hash, item_order,
    wording, date_started, date_completed, entered_through, carried_from)
  select account_id, profile_id, $4, assessment, form, form_hash, item_order, wording, date_started, date_completed,
         entered_through, case when date_completed is not null then coalesce(carried_from, attempt) end
    from sitting where ${selectedSittings}`

const answers = `insert into answer (account_id, profile_id, attempt, assessment, item, value, seq, answered_at)
  select account_id, profile_id, $4, assessment, item, value, seq, answered_at from answer where ${selectedSittings}`

const stopwatches = `insert into stopwatch (account_id, profile_id, attempt, assessment, session_id,
    active_seconds, idle_seconds, inactive_seconds, started_at, updated_at)
  select account_id, profile_id, $4, assessment, session_id, active_seconds, idle_seconds, inactive_seconds,
         started_at, updated_at
    from stopwatch where ${selectedSittings}`

const results = `insert into result (account_id, profile_id, attempt, assessment, form, form_hash, version, norm,
    result, created_at)
  select account_id, profile_id, $4, assessment, form, form_hash, version, norm, result, created_at
    from result where ${selectedSittings}`
