import type { Sql } from '../../contract/ports.ts'
import { withdrawQueuedInvite } from '../outbox/store.ts'

/**
 * Revokes the invites to this address and their sessions, and takes back what is still queued: the mailbox belongs to someone
 * else.
 */
export async function revokeInvitesTo(
  sql: Sql,
  accountId: string,
  { profileId, recipient }: { profileId: string; recipient: string | null },
  now: Date,
): Promise<void> {
  const revoked = await sql.rows<{ id: string }>(
    `update invite set revoked_at = $4
      where account_id = $1 and profile_id = $2 and recipient is not distinct from $3 and revoked_at is null
     returning id`,
    [accountId, profileId, recipient, now],
  )
  for (const { id } of revoked) await withdrawQueuedInvite(sql, accountId, id, now)
}

/** Revokes all invites of a person with their sessions, and takes back what is still queued. */
export async function revokeInvitesOf(
  sql: Sql,
  accountId: string,
  profileId: string,
  now: Date,
): Promise<void> {
  const revoked = await sql.rows<{ id: string }>(
    `update invite set revoked_at = $3 where account_id = $1 and profile_id = $2 and revoked_at is null
     returning id`,
    [accountId, profileId, now],
  )
  for (const { id } of revoked) await withdrawQueuedInvite(sql, accountId, id, now)
}

/** Revokes an invite and its reminders, if nobody has started from them, and takes back what is still queued. */
export async function revokeUnopenedInvite(
  sql: Sql,
  accountId: string,
  inviteId: string,
  now: Date,
): Promise<void> {
  const revoked = await sql.rows<{ id: string }>(
    `update invite set revoked_at = $3
      where account_id = $1 and (id = $2 or reminds = $2) and opened_at is null and revoked_at is null
     returning id`,
    [accountId, inviteId, now],
  )
  for (const { id } of revoked) await withdrawQueuedInvite(sql, accountId, id, now)
}
