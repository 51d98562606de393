import type { Sql } from '../../contract/ports.ts'

/**
 * Removes up to `limit` expired rows of each kind: codes, challenges, sessions, and sign-in emails that were sent,
 * given up or stored a day ago. Returns the highest count of a kind. Runs in a system transaction.
 */
export async function removeExpiredSignIns(sql: Sql, now: Date, limit: number): Promise<number> {
  const yesterday = new Date(now.getTime() - 86_400_000)
  const lastWeek = new Date(now.getTime() - 7 * 86_400_000)
  const removed = [
    await sql.run(
      `delete from sign_in_code where attempt_hash in
         (select attempt_hash from sign_in_code where expires_at <= $1 limit $2)`,
      [now, limit],
    ),
    await sql.run(
      `delete from passkey_challenge where challenge_hash in
         (select challenge_hash from passkey_challenge where expires_at <= $1 limit $2)`,
      [now, limit],
    ),
    await sql.run(
      `delete from provider_attempt where attempt_hash in
         (select attempt_hash from provider_attempt where expires_at <= $1 limit $2)`,
      [now, limit],
    ),
    await sql.run(
      `delete from person_session where token_hash in
         (select token_hash from person_session where expires_at <= $1 or last_seen_at <= $2 limit $3)`,
      [now, lastWeek, limit],
    ),
    await sql.run(
      `delete from outbox where account_id is null and id in
         (select id from outbox where account_id is null and done_at <= $1 limit $2)`,
      [yesterday, limit],
    ),
    await sql.run(
      `delete from mailbox_message where account_id is null and id in
         (select id from mailbox_message where account_id is null and created_at <= $1 limit $2)`,
      [yesterday, limit],
    ),
  ]
  return Math.max(...removed)
}
