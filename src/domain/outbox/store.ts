import type { OutboxCounts } from '../../contract/observers.ts'
import type { Sql } from '../../contract/ports.ts'
import type { MessageChannel } from './breaker-store.ts'
import type { FailureClass } from './failure-class.ts'
import { type FreePlaces, type Lane, lanes } from './lane.ts'

/** Messages that are checked again before each attempt, because they may have waited for hours. */
export type CheckedAs = 'reminder' | 'memberNotice'

export type OutboxRow = {
  accountId: string | null
  id: string
  profileId: string | null
  inviteId: string | null
  messageId: string
  content: Buffer
  lane: Lane
  channel: MessageChannel
  /** Of the permit. */
  kind: string
  /** From then on it is useless; undefined if it never is. */
  expiresAt?: Date | undefined
  now: Date
  checkedAs?: CheckedAs
  /** An invite that leads to the person's results. */
  isResults?: boolean | undefined
  /** The address of the member whom the email is for. */
  memberAddress?: string | undefined
  /** False runs the same statement without inserting, for callers whose timing must reveal nothing. */
  shouldSend?: boolean
}

const queueing = new WeakSet<Sql>()

/** Whether this transaction queued a message: the worker should look for it after the commit. */
export function hasQueued(sql: Sql): boolean {
  return queueing.has(sql)
}

/** Notes that this transaction queues a message. */
export function noteQueued(sql: Sql): void {
  queueing.add(sql)
}

/** Inserts a row that is due immediately. */
export async function insertOutboxRow(sql: Sql, row: OutboxRow): Promise<void> {
  noteQueued(sql)
  await sql.run(
    `insert into outbox (account_id, id, profile_id, invite_id, message_id, content_sealed, due_at, created_at,
        is_reminder, is_member_notice, lane, channel, expires_at, kind, is_results, member_id)
     select $1, $2, $3, $4, $5, $6, $7, $7, $9::boolean, $10::boolean, $11::smallint, $12::text, $13::timestamptz,
        $14::text, $15::boolean,
        (select member.id from member where member.account_id = $17::text and member.email = $16::text)
      where $8::boolean`,
    [
      row.accountId,
      row.id,
      row.profileId,
      row.inviteId,
      row.messageId,
      row.content,
      row.now,
      row.shouldSend ?? true,
      row.checkedAs === 'reminder',
      row.checkedAs === 'memberNotice',
      row.lane,
      row.channel,
      row.expiresAt ?? null,
      row.kind,
      row.isResults ?? false,
      row.memberAddress ?? null,
      row.accountId,
    ],
  )
}

/** A queued message that one worker holds until `leasedUntil`. */
export type ClaimedRow = {
  /** Null for emails to people who sign in: they belong to no account. */
  accountId: string | null
  id: string
  profileId: string | null
  inviteId: string | null
  messageId: string
  content: Buffer
  /** Attempts so far, including this one. */
  attempts: number
  checkedAs: CheckedAs | null
  /** Of a sandbox: it may not leave. */
  staysHere: boolean
  /** An email to people of an account that has a sender of its own. */
  hasSender: boolean
  lane: Lane
  /** ISO instants. */
  createdAt: string
  expiresAt: string | null
  leasedUntil: string
}

export type ClaimOptions = {
  now: Date
  leaseSeconds: number
  places: FreePlaces
  /** Channels that get nothing now. */
  closed?: readonly MessageChannel[]
  /** The only channel that gets something; any if not set. */
  only?: MessageChannel
}

/**
 * Claims due messages of any account, each lane's longest overdue first and earlier lanes before later ones, in a system
 * transaction. Skips rows that another worker is claiming (SKIP LOCKED). The attempt is counted now and not when it ends,
 * so a message that kills its worker is not retried forever. Leases follow the database's clock, which all instances
 * share: by their own, one that is ahead would send again what another is sending.
 */
export function claim(
  sql: Sql,
  { now, leaseSeconds, places, closed = [], only }: ClaimOptions,
): Promise<ClaimedRow[]> {
  return sql.rows<ClaimedRow>(
    `with sign_in as materialized (${dueIn(0)} limit $2::int for update skip locked),
       single as materialized (${dueIn(1)}
         limit greatest(0, least($3::int, $2::int - (select count(*) from sign_in))) for update skip locked),
       bulk as materialized (${dueIn(2)}
         limit greatest(0, least($4::int, $3::int - (select count(*) from single),
           $2::int - (select count(*) from sign_in) - (select count(*) from single))) for update skip locked),
       due as (select id from sign_in union all select id from single union all select id from bulk)
     update outbox set attempts = attempts + 1,
       leased_until = date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => $5::int)
     from due where outbox.id = due.id
     returning outbox.account_id as "accountId", outbox.id, profile_id as "profileId",
       invite_id as "inviteId", message_id as "messageId", content_sealed as content, attempts,
       case when is_reminder then 'reminder' when is_member_notice then 'memberNotice' end as "checkedAs",
       exists (select from account where account.id = outbox.account_id and account.mode = 'sandbox') as "staysHere",
       coalesce(outbox.kind = any('{invite,start,newLink}') and outbox.channel = 'email', false) and exists (
         select from sender where sender.account_id = outbox.account_id and sender.active_since is not null)
         as "hasSender",
       outbox.lane, outbox.created_at as "createdAt", outbox.expires_at as "expiresAt",
       leased_until as "leasedUntil"`,
    [now, places.all, places.single, places.bulk, leaseSeconds, closed, only ?? null],
  )
}

/** Messages of a lane that may be tried now. */
function dueIn(lane: Lane): string {
  return `select id from outbox
       where state = 'queued' and lane = ${lane} and due_at <= $1
         and (leased_until is null or leased_until <= clock_timestamp())
         and not exists (select from delivery_hold)
         and not exists (select from account_move move
           where move.account_id = outbox.account_id and move.direction = 'out')
         and (channel is null or channel <> all($6::text[])) and ($7::text is null or channel = $7)
       order by due_at`
}

/**
 * Marks a message as sent, in a transaction of its account, or of the system if it has none. Also works after the lease
 * has expired: the message was sent either way, and another attempt would send it twice. False if the message was no
 * longer queued.
 */
export async function markSent(sql: Sql, row: ClaimedRow, now: Date): Promise<boolean> {
  const changed = await sql.run(
    `update outbox set state = 'sent', content_sealed = null, leased_until = null, last_error = null, failure = null,
       failure_code = null, done_at = $2
     where id = $1 and state = 'queued'`,
    [row.id, now],
  )
  return changed > 0
}

/** Queues a message again until `dueAt`. Does nothing if another worker has claimed it since. */
export async function markWaiting(
  sql: Sql,
  row: ClaimedRow,
  {
    dueAt,
    error,
    failure,
    code,
  }: { dueAt: Date; error: string; failure: FailureClass | undefined; code: string | undefined },
): Promise<void> {
  await sql.run(
    `update outbox set due_at = $3, leased_until = null, last_error = $4, failure = $5, failure_code = $6
     where id = $1 and state = 'queued' and leased_until = $2`,
    [row.id, row.leasedUntil, dueAt, error, failure ?? null, code ?? null],
  )
}

/** Queues a message again until `dueAt`, without counting this attempt: nothing was tried. */
export async function postpone(sql: Sql, row: ClaimedRow, dueAt: Date): Promise<void> {
  await sql.run(
    `update outbox set due_at = $3, leased_until = null, attempts = attempts - 1
     where id = $1 and state = 'queued' and leased_until = $2`,
    [row.id, row.leasedUntil, dueAt],
  )
}

export type GivenUp = {
  now: Date
  error: string
  failure?: FailureClass | undefined
  /** What the server said, without its words. */
  code?: string | undefined
  /** Whether the message could be sent again later. */
  keepsContent: boolean
}

/** Gives up on a message. False if it was no longer queued or another worker has claimed it since. */
export async function markFailed(
  sql: Sql,
  row: ClaimedRow,
  { now, error, failure, code, keepsContent }: GivenUp,
): Promise<boolean> {
  const changed = await sql.run(
    `update outbox set state = 'failed', leased_until = null, last_error = $4, failure = $5, failure_code = $6,
       content_sealed = case when $7::boolean then content_sealed end, done_at = $3
     where id = $1 and state = 'queued' and leased_until = $2`,
    [row.id, row.leasedUntil, now, error, failure ?? null, code ?? null, keepsContent],
  )
  return changed > 0
}

/**
 * Messages of a channel whose server could not be had are due again within a minute, each at a moment of its own, instead
 * of at the end of their long waits. In a system transaction.
 */
export async function bringForward(sql: Sql, channel: MessageChannel, now: Date): Promise<void> {
  await sql.run(
    `update outbox set due_at = $2::timestamptz + random() * interval '1 minute'
      where state = 'queued' and channel = $1 and failure = 'unreachable' and leased_until is null
        and due_at > $2::timestamptz + interval '1 minute'`,
    [channel, now],
  )
}

/** Counts the messages that are queued, lane by lane, in a system transaction. Messages under way count as due. */
export async function countQueued(sql: Sql, now: Date): Promise<OutboxCounts[]> {
  type Counted = {
    lane: Lane
    due: number
    waiting: number
    oldestDue: string | null
    oldestWaiting: string | null
  }
  const rows = await sql.rows<Counted>(
    `select lane, count(*) filter (where due_at <= $1) as due, count(*) filter (where due_at > $1) as waiting,
        min(created_at) filter (where due_at <= $1) as "oldestDue",
        min(created_at) filter (where due_at > $1) as "oldestWaiting"
       from outbox where state = 'queued' group by lane`,
    [now],
  )
  const age = (oldest: string | null | undefined) =>
    oldest ? Math.max(0, (now.getTime() - Date.parse(oldest)) / 1_000) : 0
  return Object.values(lanes).map((lane) => {
    const found = rows.find((row) => row.lane === lane)
    return {
      lane,
      due: found?.due ?? 0,
      waiting: found?.waiting ?? 0,
      oldestDueSeconds: age(found?.oldestDue),
      oldestWaitingSeconds: age(found?.oldestWaiting),
    }
  })
}

/** Gives up on the invites of a profile that are queued, as if its address was refused, and on sending again those that failed. */
export async function failQueuedInvites(
  sql: Sql,
  accountId: string,
  profileId: string,
  now: Date,
): Promise<void> {
  await sql.run(
    `update outbox set state = 'failed', content_sealed = null, done_at = coalesce(done_at, $3),
       failure = coalesce(failure, 'recipient'), failure_code = coalesce(failure_code, '550 RCPT TO')
      where account_id = $1 and state in ('queued', 'failed') and profile_id = $2 and invite_id is not null`,
    [accountId, profileId, now],
  )
}

/** Takes back the messages of an invite that have not been sent. */
export async function withdrawQueuedInvite(
  sql: Sql,
  accountId: string,
  inviteId: string,
  now: Date,
): Promise<void> {
  await sql.run(
    `update outbox set state = 'failed', content_sealed = null, done_at = $3, discarded_at = $3
      where account_id = $1 and invite_id = $2 and state = 'queued'`,
    [accountId, inviteId, now],
  )
}
