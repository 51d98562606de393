import type { Sql } from '../../contract/ports.ts'
import type { DueWindow } from './due.ts'

/** Accounts that send reminders, in id order; only a system transaction sees them all. */
export async function listRemindingAccounts(sql: Sql, after: string, limit: number): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    'select id from account where sends_reminders and id > $1 order by id limit $2',
    [after, limit],
  )
  return rows.map(({ id }) => id)
}

/** An invite that is due to be repeated, and who made it. */
export type DueReminder = {
  inviteId: string
  profileId: string
  channel: 'email' | 'sms'
  recipient: string
  day: number
  clientId: string | null
  grantId: string | null
  memberId: string | null
}

type DueQuery = {
  windows: readonly DueWindow[]
  now: Date
  /** Only this profile. */
  profileId?: string
  after?: string
  limit: number
}

/**
 * Invites of the account that are due to be repeated, in id order. Only the latest that the account sent to an address
 * that the person still has, if nothing was sent within 20 hours, the person hasn't answered within an hour, hasn't
 * completed and hasn't asked to be deleted, and none of its messages has failed.
 */
export function listDueReminders(
  sql: Sql,
  accountId: string,
  { windows, now, profileId, after = '', limit }: DueQuery,
): Promise<DueReminder[]> {
  return sql.rows(
    `select base.id as "inviteId", base.profile_id as "profileId", base.channel, base.recipient, due.day,
        base.client_id as "clientId", base.grant_id as "grantId", base.member_id as "memberId"
       from unnest($2::integer[], $3::timestamptz[], $4::timestamptz[]) as due (day, since, until)
       join invite base on base.account_id = $1 and base.channel = any('{email,sms}')
        and base.created_at > due.since and base.created_at <= due.until
       join profile on profile.account_id = $1 and profile.id = base.profile_id
      where base.id > $6 and ($7::text is null or base.profile_id = $7)
        and base.origin = 'account' and base.reminds is null
        and base.failed_at is null and base.revoked_at is null
        and base.recipient = case base.channel when 'email' then profile.email else profile.phone end
        and not profile.is_completed
        and not exists (select from invite later
          where later.account_id = $1 and later.profile_id = base.profile_id and later.created_at > base.created_at
            and later.origin = 'account' and later.reminds is null)
        and not exists (select from invite other
          where other.account_id = $1 and other.profile_id = base.profile_id
            and other.created_at > base.created_at
            and (other.created_at > $5::timestamptz - interval '20 hours'
              or other.reminds = base.id
                and (other.reminder_day >= due.day or coalesce(other.failed_at, other.revoked_at) is not null)))
        and (select count(*) from invite sent where sent.account_id = $1 and sent.reminds = base.id) < 3
        and not exists (select from erasure_request request
          where request.account_id = $1 and request.profile_id = base.profile_id and withdrawn_at is null)
        and not exists (select from former_attempt former
          where former.account_id = $1 and former.profile_id = base.profile_id
            and former.replaced_at >= base.created_at)
        and not exists (select from answer where answer.account_id = $1 and answer.profile_id = base.profile_id
            and answer.attempt = profile.attempt and answer.answered_at > $5::timestamptz - interval '1 hour')
      order by base.id limit $8`,
    [
      accountId,
      windows.map(({ day }) => day),
      windows.map(({ since }) => since),
      windows.map(({ until }) => until),
      now,
      after,
      profileId ?? null,
      limit,
    ],
  )
}

/** Whose reminder it is, if it may still be sent: the person hasn't completed, and hasn't asked to be deleted. */
export function findWantedReminder(
  sql: Sql,
  accountId: string,
  inviteId: string,
): Promise<{ recipient: string } | undefined> {
  return sql.row(
    `select invite.recipient from invite
       join profile on profile.account_id = $1 and profile.id = invite.profile_id
      where invite.account_id = $1 and invite.id = $2 and not profile.is_completed
        and invite.superseded_at is null and invite.revoked_at is null
        and invite.recipient = case invite.channel when 'email' then profile.email else profile.phone end
        and not exists (select from erasure_request request
          where request.account_id = $1 and request.profile_id = profile.id and withdrawn_at is null)`,
    [accountId, inviteId],
  )
}

/** Ends the link of a reminder that is not sent after all. */
export async function withdrawReminder(
  sql: Sql,
  accountId: string,
  inviteId: string,
  now: Date,
): Promise<void> {
  await sql.run(
    `update invite set superseded_at = $3 where account_id = $1 and id = $2 and superseded_at is null`,
    [accountId, inviteId, now],
  )
}
