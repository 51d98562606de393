import type { Sql } from '../../contract/ports.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import type { AttemptKey } from './store.ts'

/**
 * Copies whole sittings, with their answers, seconds and results, from one attempt into the next. What was
 * completed names the attempt that it comes from, however often it has been carried since; what was still being
 * answered goes on as the new attempt's own.
 */
export async function carrySittings(
  sql: Sql,
  { accountId, profileId, attempt }: AttemptKey,
  nextAttempt: number,
  assessments: readonly AssessmentId[],
): Promise<void> {
  for (const statement of [sittings, answers, stopwatches, results]) {
    await sql.run(statement, [accountId, profileId, attempt, nextAttempt, assessments])
  }
}

const chosen = 'account_id = $1 and profile_id = $2 and attempt = $3 and assessment = any($5::text[])'

const sittings = `insert into sitting (account_id, profile_id, attempt, assessment, form, form_hash, item_order,
    date_started, date_completed, carried_from)
  select account_id, profile_id, $4, assessment, form, form_hash, item_order, date_started, date_completed,
         case when date_completed is not null then coalesce(carried_from, attempt) end
    from sitting where ${chosen}`

const answers = `insert into answer (account_id, profile_id, attempt, assessment, item, value, seq, answered_at)
  select account_id, profile_id, $4, assessment, item, value, seq, answered_at from answer where ${chosen}`

const stopwatches = `insert into stopwatch (account_id, profile_id, attempt, assessment, session_id,
    active_seconds, idle_seconds, inactive_seconds, started_at, updated_at)
  select account_id, profile_id, $4, assessment, session_id, active_seconds, idle_seconds, inactive_seconds,
         started_at, updated_at
    from stopwatch where ${chosen}`

const results = `insert into result (account_id, profile_id, attempt, assessment, form, form_hash, version, norm,
    result, created_at)
  select account_id, profile_id, $4, assessment, form, form_hash, version, norm, result, created_at
    from result where ${chosen}`
