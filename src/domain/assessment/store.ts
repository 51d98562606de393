import type { Sql } from '../../contract/ports.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import { type AnswerValue, emptySittingAnswers, type SittingAnswers } from './sitting.ts'
import { boundedSeconds, maxStopwatches, type Seconds } from './stopwatch.ts'

/** One attempt of one profile. Every statement here concerns a single attempt. */
export type AttemptKey = { accountId: string; profileId: string; attempt: number }

export type Sitting = {
  assessment: AssessmentId
  form: string
  item_order: number[] | null
  wording: number
  date_started: string | null
  date_completed: string | null
  active_seconds: number
}

export async function listSittings(sql: Sql, key: AttemptKey): Promise<Sitting[]> {
  return sql.rows<Sitting>(
    `select sitting.assessment, sitting.form, sitting.item_order, sitting.wording, sitting.date_started, sitting.date_completed,
            coalesce(sum(watch.active_seconds), 0)::integer as active_seconds
       from sitting left join stopwatch watch using (account_id, profile_id, attempt, assessment)
      where sitting.account_id = $1 and sitting.profile_id = $2 and sitting.attempt = $3
      group by sitting.assessment, sitting.form, sitting.item_order, sitting.wording, sitting.date_started, sitting.date_completed`,
    values(key),
  )
}

/** When the link expires that opened this person's session. */
export async function readLinkExpiry(
  sql: Sql,
  accountId: string,
  inviteId: string,
): Promise<string | undefined> {
  const row = await sql.row<{ expires_at: string }>(
    'select expires_at from invite where account_id = $1 and id = $2',
    [accountId, inviteId],
  )
  return row?.expires_at
}

export async function readSittingAnswers(sql: Sql, key: AttemptKey): Promise<SittingAnswers> {
  const rows = await sql.rows<{ assessment: AssessmentId; item: number; value: unknown; seq: number }>(
    `select assessment, item, value, seq from answer
      where account_id = $1 and profile_id = $2 and attempt = $3`,
    values(key),
  )
  const sheet = emptySittingAnswers()
  for (const { assessment, ...answer } of rows) sheet[assessment].set(answer.item, answer)
  return sheet
}

/** Creates the sitting if needed, and sets its start date when the first answer is saved. */
export async function upsertSitting(
  sql: Sql,
  key: AttemptKey,
  sitting: {
    assessment: AssessmentId
    form: string
    formHash: string
    itemOrder: readonly number[] | null
    /** The words in which the first answer was given; later ones change nothing. */
    wording: number
    startedAt: Date | null
    /** How these answers arrived. A sitting with answers from several sources has none. */
    through: string
  },
): Promise<void> {
  await sql.run(
    `insert into sitting (account_id, profile_id, attempt, assessment, form, form_hash, item_order, date_started,
        entered_through, wording)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (account_id, profile_id, attempt, assessment)
     do update set date_started = coalesce(sitting.date_started, excluded.date_started),
       entered_through = case when sitting.entered_through = excluded.entered_through
         then sitting.entered_through end`,
    [
      ...values(key),
      sitting.assessment,
      sitting.form,
      sitting.formHash,
      sitting.itemOrder,
      sitting.startedAt,
      sitting.through,
      sitting.wording,
    ],
  )
}

export type NewAnswer = { assessment: AssessmentId; item: number; value: AnswerValue; seq: number }

/** Keeps the answer with the highest sequence number for each item; repeats and late arrivals change nothing. */
export async function upsertAnswers(
  sql: Sql,
  key: AttemptKey,
  answers: readonly NewAnswer[],
  now: Date,
): Promise<void> {
  if (answers.length === 0) return
  await sql.run(
    `insert into answer (account_id, profile_id, attempt, assessment, item, value, seq, answered_at)
     select $1, $2, $3, input.assessment, input.item, input.value, input.seq, $8
       from unnest($4::text[], $5::integer[], $6::jsonb[], $7::integer[]) as input (assessment, item, value, seq)
     on conflict (account_id, profile_id, attempt, assessment, item)
     do update set value = excluded.value, seq = excluded.seq, answered_at = excluded.answered_at
       where answer.seq < excluded.seq`,
    [
      ...values(key),
      answers.map((answer) => answer.assessment),
      answers.map((answer) => answer.item),
      answers.map((answer) => JSON.stringify(answer.value)),
      answers.map((answer) => answer.seq),
      now,
    ],
  )
}

/**
 * Stores the cumulative seconds of a browser session. `openedAt` is the start of the person's session: the first
 * report can claim at most the time since then, later ones at most the time since the first. Inventing browser
 * sessions gains nothing, because all sessions together are bounded by the time since the earliest.
 */
export async function recordSeconds(
  sql: Sql,
  key: AttemptKey,
  report: { assessment: AssessmentId; sessionId: string; seconds: Seconds; openedAt: Date; now: Date },
): Promise<void> {
  const previous = await sql.row<{ active: number; idle: number; inactive: number; started_at: string }>(
    `select active_seconds as active, idle_seconds as idle, inactive_seconds as inactive, started_at
       from stopwatch
      where account_id = $1 and profile_id = $2 and attempt = $3 and assessment = $4 and session_id = $5`,
    [...values(key), report.assessment, report.sessionId],
  )
  const otherSessions = await readOtherSessions(sql, key, report)
  if (!previous && otherSessions.count >= maxStopwatches) return
  const claimed = report.seconds.active + report.seconds.idle + report.seconds.inactive
  const earliest = Math.max(report.openedAt.getTime(), report.now.getTime() - claimed * 1000)
  const startedAt = previous ? new Date(previous.started_at) : new Date(earliest)
  const firstStart = Math.min(
    startedAt.getTime(),
    Date.parse(otherSessions.started_at ?? startedAt.toISOString()),
  )
  const secondsSince = (start: number) => (report.now.getTime() - start) / 1000
  const sittingTime = { others: otherSessions, wallSeconds: secondsSince(firstStart) }
  const seconds = boundedSeconds(report.seconds, previous, secondsSince(startedAt.getTime()), sittingTime)
  await sql.run(
    `insert into stopwatch (account_id, profile_id, attempt, assessment, session_id,
        active_seconds, idle_seconds, inactive_seconds, started_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (account_id, profile_id, attempt, assessment, session_id)
     do update set active_seconds = excluded.active_seconds, idle_seconds = excluded.idle_seconds,
       inactive_seconds = excluded.inactive_seconds, updated_at = excluded.updated_at`,
    [
      ...values(key),
      report.assessment,
      report.sessionId,
      seconds.active,
      seconds.idle,
      seconds.inactive,
      startedAt,
      report.now,
    ],
  )
}

type OtherSessions = Seconds & { started_at: string | null; count: number }

async function readOtherSessions(
  sql: Sql,
  key: AttemptKey,
  { assessment, sessionId }: { assessment: AssessmentId; sessionId: string },
): Promise<OtherSessions> {
  const row = await sql.row<OtherSessions>(
    `select coalesce(sum(active_seconds), 0)::integer as active, coalesce(sum(idle_seconds), 0)::integer as idle,
            coalesce(sum(inactive_seconds), 0)::integer as inactive, min(started_at) as started_at,
            count(*)::integer as count
       from stopwatch
      where account_id = $1 and profile_id = $2 and attempt = $3 and assessment = $4 and session_id <> $5`,
    [...values(key), assessment, sessionId],
  )
  return row ?? { active: 0, idle: 0, inactive: 0, started_at: null, count: 0 }
}

/** Returns the form that the sitting was answered on. */
export async function completeSitting(
  sql: Sql,
  key: AttemptKey,
  assessment: AssessmentId,
  now: Date,
): Promise<{ form: string; formHash: string } | undefined> {
  return sql.row(
    `update sitting set date_completed = $5
      where account_id = $1 and profile_id = $2 and attempt = $3 and assessment = $4
     returning form, form_hash as "formHash"`,
    [...values(key), assessment, now],
  )
}

export async function insertResult(
  sql: Sql,
  key: AttemptKey,
  result: {
    assessment: AssessmentId
    form: string
    formHash: string
    version: string
    norm: string | null
    result: unknown
    now: Date
  },
): Promise<void> {
  await sql.run(
    `insert into result (account_id, profile_id, attempt, assessment, form, form_hash, version, norm, result, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...values(key),
      result.assessment,
      result.form,
      result.formHash,
      result.version,
      result.norm,
      JSON.stringify(result.result),
      result.now,
    ],
  )
}

/** The stored results of an attempt in full, by assessment. */
export async function readResults(
  sql: Sql,
  key: AttemptKey,
): Promise<{ assessment: AssessmentId; form: string; result: Record<string, unknown> }[]> {
  return sql.rows(
    `select assessment, form, result from result where account_id = $1 and profile_id = $2 and attempt = $3`,
    values(key),
  )
}

function values(key: AttemptKey): [string, string, number] {
  return [key.accountId, key.profileId, key.attempt]
}
