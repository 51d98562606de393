import type { Sql } from '../../contract/ports.ts'

/**
 * How many reminders of a campaign wait to be sent: those in the outbox, and those that someone has asked for and that follow.
 * The outbox is looked at by what is queued, which is little, and not by the people of the campaign.
 */
export async function countWaitingReminders(
  sql: Sql,
  { accountId, campaignId, now }: { accountId: string; campaignId: string; now: Date },
): Promise<number> {
  const row = await sql.row<{ count: number }>(
    `select ((select count(*) from outbox
          join invite on invite.account_id = $1 and invite.id = outbox.invite_id
         where outbox.account_id = $1 and outbox.state = 'queued' and outbox.is_reminder
           and invite.campaign_id = $2 and invite.reminds is not null and invite.sent_at is null
           and invite.superseded_at is null and invite.revoked_at is null)
       + (select count(*) from campaign_person person
         where person.account_id = $1 and person.campaign_id = $2 and person.completed_at is null
           and person.remind_asked_at > $3::timestamptz - interval '2 days'))::integer as count`,
    [accountId, campaignId, now],
  )
  return row?.count ?? 0
}
