import type { FocusFormName } from '../../contract/focus-form.ts'
import type { Sql } from '../../contract/ports.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import type { CoreAnswer } from '../../scoring/core-screens.ts'
import { reachedInAttempt } from '../profile/status-store.ts'
import { type InviteRow, inviteColumns } from './store.ts'

/** One person's progress. Answers are counted only for assessments that are not completed. */
export type ProgressRow = {
  id: string
  attempt: number
  email: string | null
  phone: string | null
  available: readonly AssessmentId[]
  completed: readonly AssessmentId[]
  /** Null for the full form. */
  focusForm: FocusFormName | null
  disc: number
  focus: number
  /** The answered screens of Core, in the order of `seq`. */
  core: readonly number[]
  /** The latest invite. */
  invite: InviteRow | null
  /** The campaign whose invite they wait for, and when the next of it is due; null if they wait for none. */
  queuedInvite: { campaignId: string; campaignName: string; nextAt: string | null } | null
  /** Of all invites for this attempt that reached the person. */
  first_sent_at: string | null
  first_opened_at: string | null
  /** When the person asked to be deleted; null if no request is open. */
  erasure_requested_at: string | null
}

/** One statement for all, because a page of a list shows up to a hundred people. Ordered as the ids. */
export function listProgressRows(
  sql: Sql,
  accountId: string,
  profileIds: readonly string[],
): Promise<ProgressRow[]> {
  return sql.rows(
    `select profile.id, profile.attempt, profile.email, profile.phone,
        profile.available_assessments as available, profile.completed_assessments as completed,
        profile.focus_form as "focusForm",
        ${answersIn('disc', 'count(*)::integer')} as disc,
        ${answersIn('focus', 'count(*)::integer')} as focus,
        ${answersIn('core', `coalesce(array_agg(item order by seq), '{}')`)} as core,
        row_to_json(latest) as invite, first_sent_at, first_opened_at,
        row_to_json(queued) as "queuedInvite", erasure_request.requested_at as erasure_requested_at
       from unnest($2::text[]) with ordinality as asked (id, place)
       join profile on profile.account_id = $1 and profile.id = asked.id
       left join erasure_request
         on erasure_request.account_id = $1 and erasure_request.profile_id = profile.id and withdrawn_at is null
       left join lateral (
         select ${inviteColumns} from invite
          where invite.account_id = $1 and invite.profile_id = profile.id
          order by created_at desc, id desc limit 1
       ) latest on true
       left join lateral (
         select campaign.id as "campaignId", campaign.name as "campaignName", queue.due_at as "nextAt"
           from campaign_waiting waiting
           join campaign on campaign.account_id = $1 and campaign.id = waiting.campaign_id
           left join campaign_queue queue on queue.account_id = $1 and queue.campaign_id = waiting.campaign_id
          where waiting.account_id = $1 and waiting.profile_id = profile.id and waiting.refused is null
          order by waiting.asked_at, waiting.campaign_id limit 1
       ) queued on true
       left join lateral (
         select min(sent_at) as first_sent_at, min(opened_at) as first_opened_at from invite
          where invite.account_id = $1 and invite.profile_id = profile.id and ${reachedInAttempt}
       ) reached on true
      order by asked.place`,
    [accountId, profileIds],
  )
}

/** How many answers one attempt has in each assessment. Assessments without answers are left out. */
export function countAnswers(
  sql: Sql,
  accountId: string,
  { profileId, attempt }: { profileId: string; attempt: number },
): Promise<{ assessment: AssessmentId; answered: number }[]> {
  return sql.rows(
    `select assessment, count(*)::integer as answered from answer
      where account_id = $1 and profile_id = $2 and attempt = $3
      group by assessment`,
    [accountId, profileId, attempt],
  )
}

/** Skips completed assessments, whose number of items is known. */
function answersIn(assessment: AssessmentId, what: string): string {
  return `(select ${what} from answer
      where answer.account_id = $1 and answer.profile_id = profile.id and answer.attempt = profile.attempt
        and answer.assessment = '${assessment}' and '${assessment}' <> all (profile.completed_assessments)
        and not profile.is_completed)`
}

/** The Core answers of these profiles up to the first gap, by profile. */
export async function listCoreAnswers(
  sql: Sql,
  accountId: string,
  people: readonly Pick<ProgressRow, 'id' | 'attempt'>[],
): Promise<Map<string, CoreAnswer[]>> {
  const sheets = new Map(people.map(({ id }): [string, CoreAnswer[]] => [id, []]))
  if (people.length === 0) return sheets
  const rows = await sql.rows<{ id: string; item: number; value: CoreAnswer }>(
    `select asked.id, answer.item, answer.value
       from unnest($2::text[], $3::integer[]) as asked (id, attempt)
       join answer on answer.account_id = $1 and answer.profile_id = asked.id
        and answer.attempt = asked.attempt and answer.assessment = 'core'
      order by asked.id, answer.item`,
    [accountId, people.map(({ id }) => id), people.map(({ attempt }) => attempt)],
  )
  for (const { id, item, value } of rows) {
    const sheet = sheets.get(id)
    if (sheet?.length === item - 1) sheet.push(value)
  }
  return sheets
}
