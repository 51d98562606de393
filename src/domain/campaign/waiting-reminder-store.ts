import type { Sql } from '../../contract/ports.ts'
import { isStillWanted, maxAskedDays } from '../reminder/store.ts'
import { isRepeated } from './store.ts'

/**
 * The addresses to which reminders of a campaign wait to be sent, one for each: of those in the outbox, and of those that
 * someone has asked for and that follow. Without those that are no longer wanted, which are left out when their turn comes.
 * The outbox is looked at by what is queued, which is little, and not by the people of the campaign.
 */
export async function listWaitingReminders(
  sql: Sql,
  { accountId, campaignId, now }: { accountId: string; campaignId: string; now: Date },
): Promise<string[]> {
  const rows = await sql.rows<{ recipient: string }>(
    `select invite.recipient from outbox
       join invite on invite.account_id = $1 and invite.id = outbox.invite_id
       join profile on profile.account_id = $1 and profile.id = invite.profile_id
      where outbox.account_id = $1 and outbox.state = 'queued' and outbox.is_reminder
        and invite.campaign_id = $2 and invite.reminds is not null and invite.sent_at is null and ${isStillWanted}
     union all
     select base.recipient from campaign_person person
       join campaign on campaign.account_id = $1 and campaign.id = person.campaign_id
       join profile on profile.account_id = $1 and profile.id = person.profile_id
       join invite base on base.account_id = $1 and base.id = person.invite_id
      where person.account_id = $1 and person.campaign_id = $2
        and person.remind_asked_at > $3::timestamptz - interval '${maxAskedDays} days' and ${isRepeated}`,
    [accountId, campaignId, now],
  )
  return rows.map(({ recipient }) => recipient)
}
