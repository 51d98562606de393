import type { Sql } from '../../contract/ports.ts'
import type { DueWindow } from './due.ts'

/**
 * Accounts that may have reminders to send, in id order: they remind people of all their invites, or have a campaign that
 * does. Only a system transaction sees them all.
 */
export async function listRemindingAccounts(
  sql: Sql,
  { now, after, limit }: { now: Date; after: string; limit: number },
): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    `select id from account where sends_reminders and id > $1
     union
     select account_id from campaign where ended_at is null and reminds_until > $3 and account_id > $1
     order by id limit $2`,
    [after, limit, now],
  )
  return rows.map(({ id }) => id)
}

/** Campaigns whose reminders may be due now. `today` is the day in the account's time zone. */
export function listRemindingCampaigns(
  sql: Sql,
  accountId: string,
  { now, today }: { now: Date; today: string },
): Promise<{ id: string; reminderDays: number[] }[]> {
  return sql.rows(
    `select id, reminder_days as "reminderDays" from campaign
      where account_id = $1 and ended_at is null and reminds_until > $2
        and reminder_days <> '{}' and (deadline is null or deadline >= $3::date)`,
    [accountId, now, today],
  )
}

/** An invite that is due to be repeated, and who made it. */
export type DueReminder = {
  inviteId: string
  profileId: string
  campaignId: string | null
  channel: 'email' | 'sms'
  recipient: string
  /** The day that was chosen, or for a reminder that someone asked for, a number from 101 on. */
  day: number
  clientId: string | null
  grantId: string | null
  memberId: string | null
}

/** Which reminders to look for. */
export type ReminderSource =
  | WindowedSource
  /** These invites, each on its day. */
  | { kind: 'invites'; invites: readonly { id: string; day: number }[] }
  /** People in campaigns for whom someone has asked. */
  | { kind: 'asked' }
  /** People in this campaign for whom someone may ask now. */
  | { kind: 'remindable'; campaignId: string }

export type WindowedSource =
  /** Invites outside of campaigns, on the days of the account. */
  | { kind: 'account'; windows: readonly DueWindow[] }
  /** Invites of campaigns, on the days of each. */
  | { kind: 'campaigns'; windows: readonly (DueWindow & { campaignId: string })[] }

type DueQuery = {
  now: Date
  /** Only this profile. */
  profileId?: string
  after?: string
  limit: number
}

/** How long a reminder that someone asked for may wait. */
export const maxAskedDays = 2

const base = `base.account_id = $1 and base.channel = any('{email,sms}')`
const sinceAny = 'base.created_at > due.since and base.created_at <= due.until'
const mayRepeat = `base.origin = 'account' and base.reminds is null
  and base.failed_at is null and base.revoked_at is null`
const ordinal = `(select 101 + count(*)::integer from invite sent
  where sent.account_id = $1 and sent.reminds = base.id)`
const ofPerson = `join invite base on ${base} and base.id = person.invite_id
  and base.created_at <= $2::timestamptz - interval '20 hours'`

/** The windows as rows `due`, with the parameters from this number on. */
function windowRows(
  { windows }: WindowedSource,
  first: number,
): { rows: string; values: readonly unknown[] } {
  const types = ['integer[]', 'timestamptz[]', 'timestamptz[]', 'text[]']
  const parameters = types.map((type, place) => `$${first + place}::${type}`)
  return {
    rows: `unnest(${parameters.join(', ')}) as due (day, since, until, campaign_id)`,
    values: [
      windows.map(({ day }) => day),
      windows.map(({ since }) => since),
      windows.map(({ until }) => until),
      windows.map((window) => ('campaignId' in window ? window.campaignId : null)),
    ],
  }
}

/** Each with the columns \`base\` and \`due.day\`, and the parameters from $6 on. */
function joinsOf(source: ReminderSource): { from: string; values: readonly unknown[] } {
  switch (source.kind) {
    case 'account':
    case 'campaigns': {
      const { rows, values } = windowRows(source, 6)
      const campaign = source.kind === 'account' ? 'is null' : '= due.campaign_id'
      const from = `${rows} join invite base on ${base} and base.campaign_id ${campaign} and ${sinceAny}`
      return { from, values }
    }
    case 'invites': {
      const from = `unnest($6::text[], $7::integer[]) as due (invite_id, day)
        join invite base on ${base} and base.id = due.invite_id`
      return { from, values: [source.invites.map(({ id }) => id), source.invites.map(({ day }) => day)] }
    }
    case 'asked': {
      const from = `campaign_person person
        join campaign on campaign.account_id = $1 and campaign.id = person.campaign_id and campaign.ended_at is null
        ${ofPerson} and person.account_id = $1
          and person.remind_asked_at > $2::timestamptz - interval '${maxAskedDays} days'
        cross join lateral ${ordinal} as due (day)`
      return { from, values: [] }
    }
    case 'remindable': {
      const from = `campaign_person person
        ${ofPerson} and person.account_id = $1 and person.campaign_id = $6 and person.invite_id > $3
          and person.completed_at is null
          and person.reminders < 3 and person.messaged_at <= $2::timestamptz - interval '20 hours'
          and (person.remind_asked_at is null
            or person.remind_asked_at <= $2::timestamptz - interval '${maxAskedDays} days')
        cross join lateral ${ordinal} as due (day)`
      return { from, values: [source.campaignId] }
    }
  }
}

/**
 * Invites of the account that are due to be repeated, in id order. Only the latest that the account sent to an address
 * that the person still has, if nothing was sent within 20 hours, the person hasn't answered within an hour, hasn't
 * completed, hasn't asked to be deleted and isn't deactivated, and none of its messages has failed.
 */
export function listDueReminders(
  sql: Sql,
  accountId: string,
  source: ReminderSource,
  { now, profileId, after = '', limit }: DueQuery,
): Promise<DueReminder[]> {
  const { from, values } = joinsOf(source)
  return sql.rows(
    `select base.id as "inviteId", base.profile_id as "profileId", base.campaign_id as "campaignId", base.channel,
        base.recipient, due.day, base.client_id as "clientId", base.grant_id as "grantId",
        base.member_id as "memberId"
       from ${from}
       join profile on profile.account_id = $1 and profile.id = base.profile_id
      where base.id > $3 and ($4::text is null or base.profile_id = $4)
        and ${mayRepeat}
        and base.recipient = case base.channel when 'email' then profile.email else profile.phone end
        and not profile.is_completed
        and not exists (select from invite later
          where later.account_id = $1 and later.profile_id = base.profile_id and later.created_at > base.created_at
            and later.origin = 'account' and later.reminds is null)
        and not exists (select from invite other
          where other.account_id = $1 and other.profile_id = base.profile_id
            and other.created_at > base.created_at
            and (other.created_at > $2::timestamptz - interval '20 hours'
              or other.reminds = base.id
                and (other.reminder_day between due.day and 100
                  or coalesce(other.failed_at, other.revoked_at) is not null)))
        and (select count(*) from invite sent where sent.account_id = $1 and sent.reminds = base.id) < 3
        and not exists (select from erasure_request request
          where request.account_id = $1 and request.profile_id = base.profile_id and withdrawn_at is null)
        and not exists (select from deactivation
          where deactivation.account_id = $1 and deactivation.profile_id = base.profile_id)
        and not exists (select from former_attempt former
          where former.account_id = $1 and former.profile_id = base.profile_id
            and former.replaced_at >= base.created_at)
        and not exists (select from answer where answer.account_id = $1 and answer.profile_id = base.profile_id
            and answer.attempt = profile.attempt and answer.answered_at > $2::timestamptz - interval '1 hour')
      order by base.id limit $5`,
    [accountId, now, after, profileId ?? null, limit, ...values],
  )
}

/** A position among the invites of an account, oldest first. The time is text with microseconds. */
export type InvitePosition = { createdAt: string; id: string }

export const firstInvite: InvitePosition = { createdAt: '-infinity', id: '' }

/**
 * The next invites that were made in these windows, whatever has become of their people. A million may have been made in
 * one, and to look at each of those takes longer than a statement may.
 */
export function listInvitesMadeIn(
  sql: Sql,
  accountId: string,
  source: WindowedSource,
  { after, limit }: { after: InvitePosition; limit: number },
): Promise<(InvitePosition & { day: number })[]> {
  const { rows, values } = windowRows(source, 5)
  // An index has the invites of a channel, or of a campaign, in this order.
  const [channels, isOfWindow] =
    source.kind === 'account'
      ? [
          "cross join unnest('{email,sms}'::text[]) as one (channel)",
          'base.channel = one.channel and base.campaign_id is null',
        ]
      : ['', "base.channel = any('{email,sms}') and base.campaign_id = due.campaign_id"]
  return sql.rows(
    `select page.id, page.created_at::text as "createdAt", due.day
       from ${rows} ${channels}
      cross join lateral (select base.id, base.created_at from invite base
        where base.account_id = $1 and ${isOfWindow} and ${sinceAny} and ${mayRepeat}
          and (base.created_at, base.id) > ($2::timestamptz, $3)
        order by base.created_at, base.id limit $4) page
      order by page.created_at, page.id limit $4`,
    [accountId, after.createdAt, after.id, limit, ...values],
  )
}

/**
 * Whether a reminder that is queued may still be sent, over a row of `invite` and its row of `profile`: the person hasn't
 * completed, and hasn't asked to be deleted, and its campaign, if it has one, has not ended. $1 is the account.
 */
export const isStillWanted = `not profile.is_completed
  and invite.superseded_at is null and invite.revoked_at is null
  and invite.recipient = case invite.channel when 'email' then profile.email else profile.phone end
  and not exists (select from campaign
    where campaign.account_id = $1 and campaign.id = invite.campaign_id and campaign.ended_at is not null)
  and not exists (select from erasure_request request
    where request.account_id = $1 and request.profile_id = profile.id and withdrawn_at is null)`

/** Whose reminder it is, if it may still be sent. */
export function findWantedReminder(
  sql: Sql,
  accountId: string,
  inviteId: string,
): Promise<{ recipient: string; campaignId: string | null } | undefined> {
  return sql.row(
    `select invite.recipient, invite.campaign_id as "campaignId" from invite
       join profile on profile.account_id = $1 and profile.id = invite.profile_id
      where invite.account_id = $1 and invite.id = $2 and ${isStillWanted}`,
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
