import type { Sql } from '../contract/ports.ts'

/** A queued message that one worker holds until `leasedUntil`. */
export type ClaimedRow = {
  /** Null for letters to people who sign in: they belong to no account. */
  accountId: string | null
  id: string
  profileId: string | null
  inviteId: string | null
  messageId: string
  content: Buffer
  /** Tries so far, this one included. */
  attempts: number
  /** ISO instant. */
  leasedUntil: string
}

/**
 * Takes up to `limit` due messages of any account, the longest due first, in a system transaction. Rows that
 * another worker is taking at this moment are skipped, not waited for. The try is counted now and not when it
 * ends, so that a message that kills its worker cannot be tried for ever.
 */
export function claim(
  sql: Sql,
  { now, leaseSeconds, limit }: { now: Date; leaseSeconds: number; limit: number },
): Promise<ClaimedRow[]> {
  return sql.rows<ClaimedRow>(
    `with due as materialized (
       select id from outbox
       where state = 'queued' and due_at <= $1 and (leased_until is null or leased_until <= $1)
       order by due_at limit $2 for update skip locked
     )
     update outbox set leased_until = $3, attempts = attempts + 1
     from due where outbox.id = due.id
     returning outbox.account_id as "accountId", outbox.id, profile_id as "profileId",
       invite_id as "inviteId", message_id as "messageId", content_sealed as content, attempts,
       leased_until as "leasedUntil"`,
    [now, limit, new Date(now.getTime() + leaseSeconds * 1000)],
  )
}

/**
 * Notes that a message has left, in a transaction of its account, or of the system if it has none. It holds even after the lease ran out: the
 * message is gone either way, and another try would be a repeat.
 */
export async function markSent(sql: Sql, row: ClaimedRow, now: Date): Promise<void> {
  const changed = await sql.run(
    `update outbox set state = 'sent', content_sealed = null, leased_until = null, last_error = null, done_at = $2
     where id = $1 and state = 'queued'`,
    [row.id, now],
  )
  if (changed === 0 || row.inviteId === null) return
  await sql.run('update invite set sent_at = coalesce(sent_at, $3) where account_id = $1 and id = $2', [
    row.accountId,
    row.inviteId,
    now,
  ])
}

/** Puts a message back until `dueAt`; nothing happens when the lease has passed to another worker. */
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

/** Gives a message up. Its content is dropped too: a new invite has a new link. */
export async function markFailed(
  sql: Sql,
  row: ClaimedRow,
  { now, error }: { now: Date; error: string },
): Promise<void> {
  const changed = await sql.run(
    `update outbox set state = 'failed', content_sealed = null, leased_until = null, last_error = $4, done_at = $3
     where id = $1 and state = 'queued' and leased_until = $2`,
    [row.id, row.leasedUntil, now, error],
  )
  if (changed === 0 || row.inviteId === null) return
  await sql.run('update invite set failed_at = $3 where account_id = $1 and id = $2', [
    row.accountId,
    row.inviteId,
    now,
  ])
}
