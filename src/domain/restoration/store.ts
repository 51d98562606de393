import type { Sql } from '../../contract/ports.ts'
import { pauseMinutes } from '../../contract/taker-session.ts'

/** Holds all messages and webhook deliveries until `releaseDeliveries`, in a system transaction. */
export async function holdDeliveries(sql: Sql, now: Date): Promise<void> {
  await sql.run('insert into delivery_hold (held_at) values ($1) on conflict do nothing', [now])
}

/** Since when messages and webhook deliveries are held. Undefined if they are sent. */
export async function findHold(sql: Sql): Promise<Date | undefined> {
  const row = await sql.row<{ heldAt: string }>('select held_at as "heldAt" from delivery_hold')
  return row && new Date(row.heldAt)
}

/** False if nothing was held. */
export async function releaseDeliveries(sql: Sql): Promise<boolean> {
  return (await sql.run('delete from delivery_hold')) > 0
}

/**
 * Ends everything by which people and apps stay signed in: sessions, codes, and what the authorization server has
 * issued. Consents stay, so apps ask again without a new one. In a system transaction.
 */
export async function endSignIns(sql: Sql): Promise<void> {
  await sql.run('delete from person_session')
  await sql.run('delete from sign_in_code')
  await sql.run('delete from passkey_challenge')
  await sql.run("delete from oauth_record where model <> 'Grant'")
}

/**
 * Ends the sessions of people who are taking assessments, also those that they have just paused: an end at this moment would
 * be a pause. Their links open new ones. The rows stay, because exports list them.
 */
export async function endTakerSessions(sql: Sql, accountId: string, now: Date): Promise<void> {
  await sql.run(
    `update take_session set expires_at = $2::timestamptz - interval '${pauseMinutes} minutes'
      where account_id = $1 and expires_at > $2::timestamptz - interval '${pauseMinutes} minutes'`,
    [accountId, now],
  )
}

/** The number of the audit entry about a restore, by its time. Undefined if this chain has none. */
export async function findRestoreEntry(
  sql: Sql,
  accountId: string,
  restoredAt: string,
): Promise<number | undefined> {
  const row = await sql.row<{ seq: number }>(
    `select seq::float8 as seq from audit_entry
      where account_id = $1 and action = 'restore_backup' and changes->>'restoredAt' = $2 order by seq limit 1`,
    [accountId, restoredAt],
  )
  return row?.seq
}

/** Counts what waits to be sent, in a system transaction. */
export async function countHeld(sql: Sql): Promise<{ messages: number; deliveries: number }> {
  const row = await sql.row<{ messages: number; deliveries: number }>(
    `select (select count(*) from outbox where state = 'queued')::int as messages,
        (select count(*) from webhook_delivery where state = 'waiting')::int as deliveries`,
  )
  return row ?? { messages: 0, deliveries: 0 }
}

/**
 * Takes messages of one account that were queued before a time for sent, without sending them, in a transaction of the
 * account; `null` is for those that belong to none, in a system transaction. Returns one line for each, with its invite.
 */
export function discardMessages(
  sql: Sql,
  accountId: string | null,
  { before, now }: { before: Date; now: Date },
): Promise<{ inviteId: string | null }[]> {
  return sql.rows<{ inviteId: string | null }>(
    `update outbox set state = 'sent', content_sealed = null, leased_until = null, done_at = $3,
        last_error = 'discarded after a restore'
      where account_id is not distinct from $1 and state = 'queued' and created_at < $2
     returning invite_id as "inviteId"`,
    [accountId, before, now],
  )
}
