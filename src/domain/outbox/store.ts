import type { OutboxCounts } from '../../contract/observers.ts'
import type { Sql } from '../../contract/ports.ts'

/** Messages that are checked again before each attempt, because they may have waited for hours. */
export type CheckedAs = 'reminder' | 'memberNotice'

export type OutboxRow = {
  accountId: string | null
  id: string
  profileId: string | null
  inviteId: string | null
  messageId: string
  content: Buffer
  now: Date
  checkedAs?: CheckedAs
  /** False runs the same statement without inserting, for callers whose timing must reveal nothing. */
  shouldSend?: boolean
}

const queueing = new WeakSet<Sql>()

/** Whether this transaction queued a message: the worker should look for it after the commit. */
export function hasQueued(sql: Sql): boolean {
  return queueing.has(sql)
}

/** Inserts a row that is due immediately. */
export async function insertOutboxRow(sql: Sql, row: OutboxRow): Promise<void> {
  queueing.add(sql)
  await sql.run(
    `insert into outbox (account_id, id, profile_id, invite_id, message_id, content_sealed, due_at, created_at,
        is_reminder, is_member_notice)
     select $1, $2, $3, $4, $5, $6, $7, $7, $9::boolean, $10::boolean where $8::boolean`,
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
  /** ISO instants. */
  createdAt: string
  leasedUntil: string
}

/**
 * Claims up to `limit` due messages of any account, the longest overdue first, in a system transaction. Skips rows that
 * another worker is claiming (SKIP LOCKED). The attempt is counted now and not when it ends, so a message that kills
 * its worker is not retried forever.
 */
export function claim(
  sql: Sql,
  { now, leaseSeconds, limit }: { now: Date; leaseSeconds: number; limit: number },
): Promise<ClaimedRow[]> {
  return sql.rows<ClaimedRow>(
    `with due as materialized (
       select id from outbox
       where state = 'queued' and due_at <= $1 and (leased_until is null or leased_until <= $1)
         and not exists (select from delivery_hold)
       order by due_at limit $2 for update skip locked
     )
     update outbox set leased_until = $3, attempts = attempts + 1
     from due where outbox.id = due.id
     returning outbox.account_id as "accountId", outbox.id, profile_id as "profileId",
       invite_id as "inviteId", message_id as "messageId", content_sealed as content, attempts,
       case when is_reminder then 'reminder' when is_member_notice then 'memberNotice' end as "checkedAs",
       outbox.created_at as "createdAt", leased_until as "leasedUntil"`,
    [now, limit, new Date(now.getTime() + leaseSeconds * 1000)],
  )
}

/**
 * Marks a message as sent, in a transaction of its account, or of the system if it has none. Also works after the lease
 * has expired: the message was sent either way, and another attempt would send it twice. False if the message was no
 * longer queued.
 */
export async function markSent(sql: Sql, row: ClaimedRow, now: Date): Promise<boolean> {
  const changed = await sql.run(
    `update outbox set state = 'sent', content_sealed = null, leased_until = null, last_error = null, done_at = $2
     where id = $1 and state = 'queued'`,
    [row.id, now],
  )
  return changed > 0
}

/** Queues a message again until `dueAt`. Does nothing if another worker has claimed it since. */
export async function markWaiting(
  sql: Sql,
  row: ClaimedRow,
  { dueAt, error }: { dueAt: Date; error: string },
): Promise<void> {
  await sql.run(
    `update outbox set due_at = $3, leased_until = null, last_error = $4
     where id = $1 and state = 'queued' and leased_until = $2`,
    [row.id, row.leasedUntil, dueAt, error],
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

/**
 * Gives up on a message and drops its content: a new invite has a new link. False if the message was no longer queued or
 * another worker has claimed it since.
 */
export async function markFailed(
  sql: Sql,
  row: ClaimedRow,
  { now, error }: { now: Date; error: string },
): Promise<boolean> {
  const changed = await sql.run(
    `update outbox set state = 'failed', content_sealed = null, leased_until = null, last_error = $4, done_at = $3
     where id = $1 and state = 'queued' and leased_until = $2`,
    [row.id, row.leasedUntil, now, error],
  )
  return changed > 0
}

/** Counts the messages that are queued, in a system transaction. Messages under way count as due. */
export async function countQueued(sql: Sql, now: Date): Promise<OutboxCounts> {
  const [due, waiting] = await Promise.all([
    sql.row<{ count: number; oldest: string | null }>(
      `select count(*) as count, min(created_at) as oldest from outbox where state = 'queued' and due_at <= $1`,
      [now],
    ),
    sql.row<{ count: number; oldest: string | null }>(
      `select count(*) as count, min(created_at) as oldest from outbox where state = 'queued' and due_at > $1`,
      [now],
    ),
  ])
  const age = (oldest: string | null | undefined) =>
    oldest ? Math.max(0, (now.getTime() - Date.parse(oldest)) / 1_000) : 0
  return {
    due: due?.count ?? 0,
    waiting: waiting?.count ?? 0,
    oldestDueSeconds: age(due?.oldest),
    oldestWaitingSeconds: age(waiting?.oldest),
  }
}

/** Gives up on the queued invites of a profile. */
export async function failQueuedInvites(
  sql: Sql,
  accountId: string,
  profileId: string,
  now: Date,
): Promise<void> {
  await sql.run(
    `update outbox set state = 'failed', content_sealed = null, done_at = $3
      where account_id = $1 and state = 'queued' and profile_id = $2 and invite_id is not null`,
    [accountId, profileId, now],
  )
}
