import { factsFor } from '../../content/assessments.ts'
import type { Sql } from '../../contract/ports.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import { maxStopwatches } from './stopwatch.ts'
import type { NewAnswer } from './store.ts'

/** Answers and seconds of one person in one attempt, from a session that an earlier request has found. */
export type QuickSave = {
  sessionHash: Buffer
  profileId: string
  attempt: number
  answers: readonly NewAnswer[]
  /** At most one for each assessment. */
  timers: readonly {
    assessment: AssessmentId
    sessionId: string
    activeSeconds: number
    idleSeconds: number
    inactiveSeconds: number
  }[]
}

export type QuickSaved = { completed: AssessmentId[]; isCompleted: boolean }

/**
 * Saves what needs nothing but rows of answers and seconds: the session is open and meant for taking, its link may show
 * everything, the account isn't paused, the attempt is current, and each assessment has been begun, isn't completed and
 * has no answers from elsewhere. Sends two statements at once. Returns what the profile's row says; undefined if nothing
 * was saved because something is different, or because another transaction holds the profile.
 */
export async function quickSave(
  sql: Sql,
  accountId: string,
  { sessionHash, profileId, attempt, answers, timers }: QuickSave,
  now: Date,
): Promise<QuickSaved | undefined> {
  // In a statement of its own, so that the next one sees what was committed before the lock was free.
  const locked = sql.run(lockProfile, [accountId, profileId])
  const row = await sql.row<{ completed: AssessmentId[]; is_completed: boolean }>(saveAll, [
    accountId,
    now,
    sessionHash,
    profileId,
    attempt,
    answers.map(({ assessment }) => assessment),
    answers.map(({ item }) => item),
    answers.map(({ value }) => JSON.stringify(value)),
    answers.map(({ seq }) => seq),
    timers.map(({ assessment }) => assessment),
    timers.map(({ sessionId }) => sessionId),
    timers.map(({ activeSeconds }) => activeSeconds),
    timers.map(({ idleSeconds }) => idleSeconds),
    timers.map(({ inactiveSeconds }) => inactiveSeconds),
  ])
  await locked
  return row && { completed: row.completed, isCompleted: row.is_completed }
}

const lockProfile = `select set_config('app.locked', coalesce((
  select id from profile where account_id = $1 and id = $2 for no key update skip locked), ''), true)`

/** The session and the profile as `findTaker` and `save_answers` require them. */
const person = `select profile.id as profile_id, profile.attempt, profile.available_assessments as available,
    profile.completed_assessments as completed, profile.is_completed,
    profile.focus_form,
    date_trunc('milliseconds', session.created_at) as opened_at,
    coalesce(invite.recipient, 'invite:' || invite.id) as through
  from take_session session
  join invite on invite.account_id = $1 and invite.id = session.invite_id and invite.revoked_at is null
  join profile on profile.account_id = $1 and profile.id = $4 and profile.attempt = $5
   and case invite.channel
         when 'email' then invite.recipient = profile.email and not 'email' = any(profile.unconfirmed)
         when 'sms' then invite.recipient = profile.phone and not 'phone' = any(profile.unconfirmed)
         else not profile.unconfirmed && '{email,phone}' end
  join account on account.id = $1 and not account.paused
 where session.account_id = $1 and session.token_hash = $3 and session.profile_id = $4
   and session.expires_at > $2 and session.purpose = 'taking' and current_setting('app.locked') = $4`

/** Browser sessions as `recordSeconds` and `boundedSeconds` bound them; the tests compare the two. */
const bounded = `select timer.*, person.profile_id, person.attempt, bound.started_at, active.seconds as active, idle.seconds as idle,
    inactive.seconds as inactive
  from timer cross join usual person
  left join stopwatch before on before.account_id = $1 and before.profile_id = person.profile_id
   and before.attempt = person.attempt and before.assessment = timer.assessment
   and before.session_id = timer.session_id
  cross join lateral (
    select count(*) as sessions, min(started_at) as started_at, coalesce(sum(active_seconds), 0) as active,
           coalesce(sum(idle_seconds), 0) as idle, coalesce(sum(inactive_seconds), 0) as inactive
      from stopwatch
     where account_id = $1 and profile_id = person.profile_id and attempt = person.attempt
       and assessment = timer.assessment and session_id <> timer.session_id) as others
  cross join lateral (
    select coalesce(before.active_seconds, 0) as active, coalesce(before.idle_seconds, 0) as idle,
           coalesce(before.inactive_seconds, 0) as inactive,
           coalesce(before.started_at, greatest(person.opened_at, $2 - interval '1 second'
             * (timer.active_seconds::bigint + timer.idle_seconds + timer.inactive_seconds))) as started_at) as bound
  cross join lateral (
    select ceil(extract(epoch from $2 - bound.started_at)) - bound.active - bound.idle - bound.inactive as own,
           ceil(extract(epoch from $2 - least(bound.started_at, others.started_at))) as shared) as wall
  cross join lateral (select bound.active + greatest(0, least(timer.active_seconds - bound.active,
    wall.own, wall.shared - others.active - bound.active)) as seconds) as active
  cross join lateral (select bound.idle + greatest(0, least(timer.idle_seconds - bound.idle,
    wall.own - active.seconds + bound.active, wall.shared - others.idle - bound.idle)) as seconds) as idle
  cross join lateral (select bound.inactive + greatest(0, least(timer.inactive_seconds - bound.inactive,
    wall.own - active.seconds + bound.active - idle.seconds + bound.idle,
    wall.shared - others.inactive - bound.inactive)) as seconds) as inactive
 where before.session_id is not null or others.sessions < ${maxStopwatches}`

const shortCount = factsFor('focus', 'focus-60').itemCount

const saveAll = `with person as materialized (${person}),
answer_input as materialized (
  select * from unnest($6::text[], $7::integer[], $8::jsonb[], $9::integer[])
    as input (assessment, item, value, seq)),
timer as materialized (
  select input.* from unnest($10::text[], $11::text[], $12::integer[], $13::integer[], $14::integer[])
    as input (assessment, session_id, active_seconds, idle_seconds, inactive_seconds)
    join person on input.assessment = any(person.available) and input.assessment <> all(person.completed)),
usual as materialized (
  select person.* from person where not exists (
    select from (select assessment from answer_input union all select assessment from timer) as part
      left join sitting on sitting.account_id = $1 and sitting.profile_id = person.profile_id
       and sitting.attempt = person.attempt and sitting.assessment = part.assessment
     where sitting.date_started is null or sitting.date_completed is not null
       or sitting.entered_through <> person.through
       or part.assessment <> all(person.available) or part.assessment = any(person.completed))
     -- Items that the short form doesn't have were checked against the full one only.
     and (person.focus_form is distinct from 'focus-60' or not exists (
       select from answer_input where assessment = 'focus' and item > ${shortCount}))),
saved_answers as (
  insert into answer (account_id, profile_id, attempt, assessment, item, value, seq, answered_at)
  select $1, person.profile_id, person.attempt, input.assessment, input.item, input.value, input.seq, $2
    from answer_input input cross join usual person
  on conflict (account_id, profile_id, attempt, assessment, item)
  do update set value = excluded.value, seq = excluded.seq, answered_at = excluded.answered_at
    where answer.seq < excluded.seq),
saved_seconds as (
  insert into stopwatch (account_id, profile_id, attempt, assessment, session_id,
      active_seconds, idle_seconds, inactive_seconds, started_at, updated_at)
  select $1, watch.profile_id, watch.attempt, watch.assessment, watch.session_id,
         watch.active, watch.idle, watch.inactive, watch.started_at, $2
    from (${bounded}) as watch
  on conflict (account_id, profile_id, attempt, assessment, session_id)
  do update set active_seconds = excluded.active_seconds, idle_seconds = excluded.idle_seconds,
    inactive_seconds = excluded.inactive_seconds, updated_at = excluded.updated_at)
select completed, is_completed from usual`
