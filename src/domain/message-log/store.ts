import type { Sql } from '../../contract/ports.ts'
import type { MessageChannel } from '../outbox/breaker-store.ts'
import type { FailureClass } from '../outbox/failure-class.ts'
import type { Lane } from '../outbox/lane.ts'
import { noteQueued } from '../outbox/store.ts'

export type StoredState = 'queued' | 'sent' | 'failed'

export type MessageRow = {
  id: string
  profileId: string | null
  channel: MessageChannel
  lane: Lane
  kind: string | null
  isReminder: boolean
  isResults: boolean
  /** Of the invite that it carries. */
  campaign: { id: string; name: string } | null
  /** Whether its invite went to another address than the person has now; null without an invite. */
  addressChanged: boolean | null
  /** Whom it is for; without an address if they have left. */
  member: { id: string; email: string | null } | null
  state: StoredState
  attempts: number
  retries: number
  failure: FailureClass | null
  failureCode: string | null
  createdAt: string
  dueAt: string
  doneAt: string | null
  discardedAt: string | null
  hasContent: boolean
  bouncedAt: string | null
  delayReports: number
}

export type MessageSelection = {
  state?: StoredState | undefined
  channel?: MessageChannel | undefined
  failure?: FailureClass | undefined
  profileIds?: readonly string[] | undefined
  /** Only messages queued before this one. */
  before?: string | undefined
}

/** How often a failed message can be sent again. */
export const maxRetries = 5

/**
 * Emails of studies would tell who takes part, so the account sees none of them, sent or failed. Codes are of no use to
 * it, and can't be sent again.
 */
const shown = `(kind is null or kind not in ('study', 'resultsCode'))`

/**
 * The channel, as the index has it; messages of earlier versions have none. Row security keeps a condition with `coalesce`
 * from being one of an index.
 */
const channelOf = `case when channel is null then 'email' else channel end`

const columns = `id, profile_id as "profileId", ${channelOf} as channel, lane, kind, state, attempts, retries,
  failure, failure_code as "failureCode", created_at as "createdAt", due_at as "dueAt", done_at as "doneAt",
  discarded_at as "discardedAt", content_sealed is not null as "hasContent",
  bounced_at as "bouncedAt", delay_reports as "delayReports", is_reminder as "isReminder", is_results as "isResults",
  (select json_build_object('id', campaign.id, 'name', campaign.name)
     from invite join campaign on campaign.account_id = invite.account_id and campaign.id = invite.campaign_id
    where invite.account_id = outbox.account_id and invite.id = outbox.invite_id) as campaign,
  (select invite.channel <> 'link' and invite.recipient is distinct from
            case invite.channel when 'email' then profile.email else profile.phone end
     from invite join profile on profile.account_id = invite.account_id and profile.id = invite.profile_id
    where invite.account_id = outbox.account_id and invite.id = outbox.invite_id) as "addressChanged",
  case when member_id is not null then json_build_object('id', member_id, 'email',
    (select member.email from member where member.account_id = outbox.account_id and member.id = outbox.member_id))
  end as member`

/**
 * Messages of an account, newest first. Those about chosen people are read from the index of their profiles. Otherwise each
 * state and channel is read from the index by itself and no further than the page, so a page costs the same at a million
 * messages.
 */
export function listMessageRows(
  sql: Sql,
  accountId: string,
  { state, channel, failure, profileIds, before }: MessageSelection,
  limit: number,
): Promise<MessageRow[]> {
  const values: unknown[] = [accountId, limit]
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = [
    shown,
    ...(before === undefined ? [] : [`id < ${bind(before)}::text`]),
    ...(failure === undefined ? [] : [`failure = ${bind(failure)}::text`]),
  ]
  // As in the index of the list: in the order of the primary key, all messages might be read to find a few.
  const page = `${conditions.join(' and ')} order by id desc nulls last limit $2`
  if (profileIds !== undefined) {
    const [ids, ofState, ofChannel] = [bind(profileIds), bind(state ?? null), bind(channel ?? null)]
    return sql.rows(
      `with about as materialized (select * from outbox where account_id = $1 and profile_id = any(${ids}::text[]))
       select ${columns} from about outbox
        where (${ofState}::text is null or state = ${ofState}::text)
          and (${ofChannel}::text is null or ${channelOf} = ${ofChannel}::text) and ${page}`,
      values,
    )
  }
  const states = failure === undefined ? ['queued', 'sent', 'failed'] : ['queued', 'failed']
  const wanted = bind(state ? [state] : states)
  const by = bind(channel ? [channel] : ['email', 'sms'])
  return sql.rows(
    `select page.* from unnest(${wanted}::text[]) as wanted (state), unnest(${by}::text[]) as by (channel)
      cross join lateral (
        select ${columns} from outbox
         where account_id = $1 and state = wanted.state and ${channelOf} = by.channel and ${page}
      ) page
      order by page.id desc limit $2`,
    values,
  )
}

export function findMessageRow(sql: Sql, accountId: string, id: string): Promise<MessageRow | undefined> {
  return sql.row(`select ${columns} from outbox where account_id = $1 and id = $2 and ${shown}`, [
    accountId,
    id,
  ])
}

/** How many failed messages could be sent again, by the reason of the failure. */
export function countFailed(
  sql: Sql,
  accountId: string,
): Promise<{ failure: FailureClass | null; count: number }[]> {
  return sql.rows(
    `select failure, count(*)::integer as count from outbox
      where account_id = $1 and state = 'failed' and content_sealed is not null and ${shown}
      group by failure order by failure`,
    [accountId],
  )
}

export type AccountMessages = {
  /** Null for messages of the installation, such as sign-in codes. */
  accountId: string | null
  waiting: number
  /** That still have their content. */
  failed: number
  oldestWaiting: string | null
}

/** Messages that wait or failed, by account, the most failed first; in a system transaction. */
export function countByAccount(sql: Sql): Promise<AccountMessages[]> {
  return sql.rows(
    `select account_id as "accountId", count(*) filter (where state = 'queued')::integer as waiting,
        count(*) filter (where state = 'failed' and content_sealed is not null)::integer as failed,
        min(created_at) filter (where state = 'queued') as "oldestWaiting"
       from outbox where state in ('queued', 'failed') group by account_id order by failed desc, waiting desc, 1`,
  )
}

/** The account of a message; undefined if there is none with this id. In a system transaction. */
export async function findMessageAccount(sql: Sql, id: string): Promise<{ accountId: string } | undefined> {
  return sql.row(`select account_id as "accountId" from outbox where id = $1 and account_id is not null`, [
    id,
  ])
}

/** A message that could be sent again, unless what it leads to has ended: its link, or the code in it. */
const isOfUse = `(outbox.expires_at is null or outbox.expires_at > $2)
  and (outbox.invite_id is null or exists (
    select from invite where invite.account_id = outbox.account_id and invite.id = outbox.invite_id
       and invite.superseded_at is null and invite.revoked_at is null and invite.expires_at > $2))`

export type FailedMessage = { id: string; inviteId: string | null; kind: string | null; content: Buffer }

/**
 * Locks failed messages, oldest first: only those that have their content, are of use still and were not sent again too
 * often. What another request has locked is left out.
 */
export function lockFailed(
  sql: Sql,
  accountId: string,
  now: Date,
  {
    id,
    failure,
    channel,
    most,
  }: {
    id?: string | undefined
    failure?: FailureClass | undefined
    channel?: MessageChannel | undefined
    most: number
  },
): Promise<FailedMessage[]> {
  return sql.rows(
    `select id, invite_id as "inviteId", kind, content_sealed as content from outbox
      where account_id = $1 and state = 'failed' and content_sealed is not null and retries < $3 and ${shown}
        and ($4::text is null or id = $4::text) and ($5::text is null or failure = $5::text)
        and ($6::text is null or ${channelOf} = $6::text) and ${isOfUse}
      order by id limit $7 for update skip locked`,
    [accountId, now, maxRetries, id ?? null, failure ?? null, channel ?? null, most],
  )
}

/** Queues locked messages again, with all attempts ahead and under the same Message-ID. */
export async function queueAgain(
  sql: Sql,
  accountId: string,
  now: Date,
  ids: readonly string[],
): Promise<void> {
  noteQueued(sql)
  await sql.run(
    `update outbox set state = 'queued', due_at = $2, attempts = 0, retries = retries + 1, leased_until = null,
        done_at = null, last_error = null, failure = null, failure_code = null
      where account_id = $1 and id = any($3::text[])`,
    [accountId, now, ids],
  )
}

/** Whether what the message leads to has not ended. */
export async function isMessageOfUse(sql: Sql, accountId: string, now: Date, id: string): Promise<boolean> {
  const row = await sql.row(`select 1 from outbox where account_id = $1 and id = $3 and ${isOfUse}`, [
    accountId,
    now,
    id,
  ])
  return row !== undefined
}

/** Removes the content of a failed message for good. False if it is not failed or has none. */
export async function removeContent(sql: Sql, accountId: string, id: string, now: Date): Promise<boolean> {
  const changed = await sql.run(
    `update outbox set content_sealed = null, discarded_at = $3
      where account_id = $1 and id = $2 and state = 'failed' and content_sealed is not null`,
    [accountId, id, now],
  )
  return changed > 0
}

/** Removes the content of up to `limit` messages that failed before this time. Returns how many. */
export function dropContents(sql: Sql, accountId: string, before: Date, limit: number): Promise<number> {
  return sql.run(
    `update outbox set content_sealed = null where account_id = $1 and id in (
       select id from outbox
        where account_id = $1 and state = 'failed' and content_sealed is not null and done_at < $2 limit $3)`,
    [accountId, before, limit],
  )
}

/** Removes up to `limit` messages that were sent or given up before these times. Returns how many. */
export function removeDone(
  sql: Sql,
  accountId: string,
  { sentBefore, failedBefore }: { sentBefore: Date; failedBefore: Date },
  limit: number,
): Promise<number> {
  return sql.run(
    `delete from outbox where account_id = $1 and id in (
       select id from outbox
        where account_id = $1 and state <> 'queued' and content_sealed is null
          and done_at < case state when 'sent' then $2::timestamptz else $3::timestamptz end
          and done_at < greatest($2::timestamptz, $3::timestamptz)
        limit $4)`,
    [accountId, sentBefore, failedBefore, limit],
  )
}
