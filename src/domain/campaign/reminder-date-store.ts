import type { Sql } from '../../contract/ports.ts'
import { isRepeated } from './store.ts'

/**
 * Of how many people the days of reminders are read: a campaign may have a million, invited on the same few days. Those with
 * the newest messages, because who was invited long ago is reminded no more.
 */
const mostDated = 2_000

/** The people whom the campaign may still remind, with the invite from which their days count. */
const people = `from campaign
   cross join lateral (
     select profile_id, invite_id, messaged_at, completed_at, reminders, failed_at from campaign_person
      where campaign_person.account_id = $1 and campaign_person.campaign_id = campaign.id
        and completed_at is null and reminders < 3
      order by messaged_at desc limit ${mostDated}) person
   join profile on profile.account_id = $1 and profile.id = person.profile_id
   join invite base on base.account_id = $1 and base.id = person.invite_id`
const isAsked = `campaign.account_id = $1 and campaign.id = $2 and ${isRepeated}`

/** The addresses to which the campaign would still send reminders. */
export async function listReminderRecipients(
  sql: Sql,
  { accountId, campaignId }: { accountId: string; campaignId: string },
): Promise<string[]> {
  const rows = await sql.rows<{ recipient: string }>(
    `select distinct base.recipient ${people} where ${isAsked}`,
    [accountId, campaignId],
  )
  return rows.map(({ recipient }) => recipient)
}

/**
 * The days of reminders that are still to come, up to the last day of the campaign: those after the newest invite of each
 * person, without people at these unreachable addresses. What is due at night is sent in the morning, at 21:00 in the next one.
 */
export async function listReminderDateRows(
  sql: Sql,
  asked: {
    accountId: string
    campaignId: string
    zone: string
    now: Date
    today: string
    unreachable: readonly string[]
  },
  most: number,
): Promise<string[]> {
  const rows = await sql.rows<{ date: string }>(
    `select distinct day.date::text as date ${people}
       cross join lateral unnest(campaign.reminder_days) as chosen (days)
       cross join lateral (select base.created_at + chosen.days * interval '1 day' as at) due
       cross join lateral (select (due.at at time zone $3 + interval '3 hours')::date as date) day
      where ${isAsked} and base.recipient <> all ($7::text[])
        and due.at > greatest(person.messaged_at, $4::timestamptz - interval '1 day')
        and day.date between $5::date and coalesce(campaign.deadline, 'infinity')
      order by date limit $6`,
    [asked.accountId, asked.campaignId, asked.zone, asked.now, asked.today, most, asked.unreachable],
  )
  return rows.map(({ date }) => date)
}
