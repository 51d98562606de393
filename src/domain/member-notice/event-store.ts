import type { Sql } from '../../contract/ports.ts'
import { eventOfNotice, type NoticeKind } from './model.ts'
import type { NoticeOwner } from './store.ts'

/** Events of one kind, after one number up to another, about people with one of the tags. */
export type NoticeRange = {
  kind: NoticeKind
  afterSeq: number
  upToSeq: number
  tagIds: readonly string[] | null
}

/** The events of a range whose people still exist; of deletion requests only those that are still open. */
const matching = `from event
    join profile on profile.account_id = $1 and profile.id = event.profile_id
   where event.account_id = $1 and event.type = $2 and event.seq > $3 and event.seq <= $4
     and ($5::text[] is null or exists (select from profile_tag tagged
       where tagged.account_id = $1 and tagged.profile_id = profile.id and tagged.tag_id = any($5::text[])))
     and (event.type <> 'profile.erasureRequested' or exists (select from erasure_request request
       where request.account_id = $1 and request.profile_id = profile.id and request.withdrawn_at is null))`

function valuesOf(accountId: string, { kind, afterSeq, upToSeq, tagIds }: NoticeRange) {
  return [accountId, eventOfNotice[kind], afterSeq, upToSeq, tagIds]
}

/** The first events of a range, in their order. */
export function listNoticeEvents(
  sql: Sql,
  accountId: string,
  range: NoticeRange,
  limit: number,
): Promise<{ seq: number; profileId: string }[]> {
  return sql.rows(
    `select event.seq::float8 as seq, event.profile_id as "profileId" ${matching} order by event.seq limit $6`,
    [...valuesOf(accountId, range), limit],
  )
}

export type NoticePerson = { id: string; firstName: string | null; lastName: string | null; at: string }

/** The people of a range, each once, the latest first, and how many there are. */
export async function listNoticePeople(
  sql: Sql,
  accountId: string,
  range: NoticeRange,
  limit: number,
): Promise<{ total: number; people: NoticePerson[] }> {
  const rows = await sql.rows<NoticePerson & { total: number }>(
    `with found as (
       select profile.id, profile.first_name, profile.last_name, max(event.at) as at, max(event.seq) as seq
       ${matching} group by profile.id, profile.first_name, profile.last_name)
     select id, first_name as "firstName", last_name as "lastName", at, count(*) over ()::integer as total
       from found order by seq desc limit $6`,
    [...valuesOf(accountId, range), limit],
  )
  return { total: rows[0]?.total ?? 0, people: rows.map(({ total: _, ...person }) => person) }
}

/** An email about a range. */
export type NoticeEmailRow = Pick<NoticeRange, 'kind' | 'afterSeq' | 'upToSeq'> & {
  outboxId: string
  isDigest: boolean
}

/** Fails if the range was left before. Removes rows of events that are no longer kept. */
export async function insertNoticeEmail(
  sql: Sql,
  { accountId, memberId }: NoticeOwner,
  { kind, afterSeq, upToSeq, outboxId, isDigest }: NoticeEmailRow,
  now: Date,
): Promise<void> {
  await sql.run(
    `insert into member_notice_email (account_id, member_id, kind, after_seq, up_to_seq, outbox_id, is_digest, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [accountId, memberId, kind, afterSeq, upToSeq, outboxId, isDigest, now],
  )
  await sql.run(
    `delete from member_notice_email
      where account_id = $1 and member_id = $2 and created_at < $3::timestamptz - interval '40 days'`,
    [accountId, memberId, now],
  )
}

/** What a queued email is about, of the kinds that are still on, with the tags that are chosen now. */
export async function findQueuedNotice(
  sql: Sql,
  accountId: string,
  outboxId: string,
): Promise<{ memberId: string; isDigest: boolean; ranges: NoticeRange[] } | undefined> {
  const rows = await sql.rows<NoticeRange & { memberId: string; isDigest: boolean }>(
    `select written.member_id as "memberId", written.is_digest as "isDigest", written.kind,
        written.after_seq::float8 as "afterSeq", written.up_to_seq::float8 as "upToSeq", choice.tag_ids as "tagIds"
       from member_notice_email written
       join member_notice choice on choice.account_id = $1 and choice.member_id = written.member_id
        and choice.kind = written.kind
      where written.account_id = $1 and written.outbox_id = $2 order by written.kind`,
    [accountId, outboxId],
  )
  const [first] = rows
  return first && { memberId: first.memberId, isDigest: first.isDigest, ranges: rows }
}

/**
 * Members who may have something to get, after one of them, in order. Only a system transaction sees them all. Those of
 * paused accounts wait.
 */
export function listDueMembers(
  sql: Sql,
  now: Date,
  after: NoticeOwner,
  limit: number,
): Promise<NoticeOwner[]> {
  return sql.rows(
    `select distinct choice.account_id as "accountId", choice.member_id as "memberId"
       from member_notice choice
       join account on account.id = choice.account_id and not account.paused
       left join event_head head on head.account_id = choice.account_id
      where (choice.digest_due_at <= $1
          or choice.frequency = 'atOnce' and choice.digest_due_at is null and head.seq > choice.seq)
        and not exists (select from account_move move
          where move.account_id = choice.account_id and move.direction = 'out')
        and (choice.account_id, choice.member_id) > ($2, $3)
      order by 1, 2 limit $4`,
    [now, after.accountId, after.memberId, limit],
  )
}
