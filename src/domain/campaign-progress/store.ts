import type { Sql } from '../../contract/ports.ts'
import type { AssessmentId } from '../../contract/shapes.ts'

type PersonKey = { accountId: string; profileId: string }

/**
 * What a person does counts in every campaign that asks them and has not ended. Callers have locked the profile, or have
 * just changed the invite that the message belongs to.
 */
const inOpenCampaigns = `account_id = $1 and profile_id = $2 and completed_at is null
  and exists (select from campaign where campaign.account_id = $1 and campaign.id = campaign_person.campaign_id
    and campaign.ended_at is null)`

type CampaignMessage = { campaignId: string; recipient: string | null }

/**
 * Whether a message to the address or number $5 says something of the present one, to which the newest message of the
 * campaign went: what becomes of it may be known weeks later, after the address was corrected.
 */
const concernsNewest = `$5 = (select newest.recipient from invite newest
  where newest.account_id = $1 and newest.profile_id = $2 and newest.campaign_id = $3 and newest.channel <> 'link'
  order by newest.created_at desc, newest.id desc limit 1)`

/** A message of this campaign was accepted by the mail server or the SMS provider. */
export async function noteCampaignSent(
  sql: Sql,
  { accountId, profileId }: PersonKey,
  { campaignId, recipient }: CampaignMessage,
  now: Date,
): Promise<void> {
  await sql.run(
    `update campaign_person set sent_at = coalesce(sent_at, $4),
        failed_at = case when ${concernsNewest} then null else failed_at end
      where account_id = $1 and profile_id = $2 and campaign_id = $3`,
    [accountId, profileId, campaignId, now, recipient],
  )
}

/** A message of this campaign was given up. */
export async function noteCampaignFailed(
  sql: Sql,
  { accountId, profileId }: PersonKey,
  { campaignId, recipient }: CampaignMessage,
  now: Date,
): Promise<void> {
  await sql.run(
    `update campaign_person set failed_at = $4
      where account_id = $1 and profile_id = $2 and campaign_id = $3 and ${concernsNewest}`,
    [accountId, profileId, campaignId, now, recipient],
  )
}

/** The person has pressed Start behind a link. */
export async function openInCampaigns(
  sql: Sql,
  { accountId, profileId }: PersonKey,
  now: Date,
): Promise<void> {
  await sql.run(`update campaign_person set opened_at = $3 where ${inOpenCampaigns} and opened_at is null`, [
    accountId,
    profileId,
    now,
  ])
}

/**
 * Who opened links at this address is not the person, so only what was opened elsewhere counts. Where someone has answered,
 * the answers say that it was opened.
 */
export async function closeInCampaigns(
  sql: Sql,
  { accountId, profileId }: PersonKey,
  recipient: string | null,
): Promise<void> {
  await sql.run(
    `update campaign_person set opened_at = (
        select min(elsewhere.opened_at) from invite elsewhere
         where elsewhere.account_id = $1 and elsewhere.profile_id = $2
           and elsewhere.recipient is distinct from $3 and elsewhere.opened_at >= campaign_person.opened_at)
      where ${inOpenCampaigns} and started_at is null and opened_at is not null`,
    [accountId, profileId, recipient],
  )
}

/** The person has given an answer; `assessment` is the one that they are in now. */
export async function startInCampaigns(
  sql: Sql,
  { accountId, profileId }: PersonKey,
  assessment: AssessmentId,
  now: Date,
): Promise<void> {
  await sql.run(
    `update campaign_person set opened_at = coalesce(opened_at, $4), started_at = coalesce(started_at, $4),
        assessment = $3
      where ${inOpenCampaigns}`,
    [accountId, profileId, assessment, now],
  )
}

/** The person has completed everything. */
export async function completeInCampaigns(
  sql: Sql,
  { accountId, profileId }: PersonKey,
  activeSeconds: number,
  now: Date,
): Promise<void> {
  await sql.run(
    `update campaign_person set opened_at = coalesce(opened_at, $4), started_at = coalesce(started_at, $4),
        completed_at = $4, active_seconds = $3, assessment = null, remind_asked_at = null
      where ${inOpenCampaigns}`,
    [accountId, profileId, activeSeconds, now],
  )
}

/** What the emails of a campaign need to know of it. */
export type CampaignTerms = {
  id: string
  senderName: string | null
  /** The address of the member who gets the replies; null for the account's. */
  replyTo: string | null
  note: string | null
  deadline: string | null
}

const terms = `campaign.id, campaign.sender_name as "senderName", member.email as "replyTo", campaign.note,
  campaign.deadline::text as deadline`
const withMember = `left join member on member.account_id = $1 and member.id = campaign.reply_member_id
  and member.accepted_at is not null`

/**
 * The campaign, locked until the transaction ends: it doesn't end while people are invited or reminded in it, and what
 * it reminds them of is decided by one request at a time. Lock it before profiles.
 */
export function lockCampaignTerms(
  sql: Sql,
  accountId: string,
  campaignId: string,
): Promise<(CampaignTerms & { hasEnded: boolean }) | undefined> {
  return sql.row(
    `select ${terms}, campaign.ended_at is not null as "hasEnded" from campaign ${withMember}
      where campaign.account_id = $1 and campaign.id = $2 for no key update of campaign`,
    [accountId, campaignId],
  )
}

/**
 * The campaign, unless it has ended. Without a lock, for callers who have locked a profile: the reminder check looks again
 * before the message leaves.
 */
export function findOpenCampaign(
  sql: Sql,
  accountId: string,
  campaignId: string,
): Promise<CampaignTerms | undefined> {
  return sql.row(
    `select ${terms} from campaign ${withMember}
      where campaign.account_id = $1 and campaign.id = $2 and campaign.ended_at is null`,
    [accountId, campaignId],
  )
}

/** The last day of the campaign that an invite is of, unless it is over. As in its email. */
export async function findDeadlineOf(
  sql: Sql,
  { accountId, inviteId, today }: { accountId: string; inviteId: string; today: string },
): Promise<string | null> {
  const row = await sql.row<{ deadline: string }>(
    `select campaign.deadline::text as deadline from invite
       join campaign on campaign.account_id = $1 and campaign.id = invite.campaign_id
      where invite.account_id = $1 and invite.id = $2 and campaign.ended_at is null and campaign.deadline >= $3::date`,
    [accountId, inviteId, today],
  )
  return row?.deadline ?? null
}

/**
 * The newest campaign that waits for this person. A new link to them is one of this campaign, no matter who asks for it. With
 * `evenQueued` also one whose queue they are in.
 */
export function findCampaignOf(
  sql: Sql,
  { accountId, profileId }: PersonKey,
  { evenQueued }: { evenQueued: boolean },
): Promise<CampaignTerms | undefined> {
  return sql.row(
    `select ${terms} from (
         select campaign_id, invited_at as at from campaign_person
          where account_id = $1 and profile_id = $2 and completed_at is null
         union all
         select campaign_id, asked_at from campaign_waiting
          where account_id = $1 and profile_id = $2 and refused is null and $3::boolean
       ) asking
       join campaign on campaign.account_id = $1 and campaign.id = asking.campaign_id
       ${withMember}
      where campaign.ended_at is null
      order by asking.at desc, campaign.id desc limit 1`,
    [accountId, profileId, evenQueued],
  )
}

/** The longest that a day of reminders is after an invite, with the delay, in days. */
const remindingDays = 34

/** Someone who had completed and has been asked again. */
const isAnew = '$7 and person.completed_at is not null'

/**
 * Puts the person into the campaign of their new link. Someone who is in it already stays where they are, and someone in its
 * queue leaves it: otherwise the queue would send a second link. So would those of other campaigns, whose reminders and words
 * then took the place of these: what was asked for there before is not sent.
 */
export async function addToCampaign(
  sql: Sql,
  accountId: string,
  invite: {
    campaignId: string
    inviteId: string
    profileId: string
    attempt: number
    /** Whether days of reminders count from it. */
    isBase: boolean
    isReminder: boolean
    now: Date
    /** When the link was asked for; it may have waited since. */
    askedAt: Date | string
  },
): Promise<void> {
  const { campaignId, inviteId, profileId, attempt, isBase, isReminder, now, askedAt } = invite
  await sql.run(
    `with reminding as (
       update campaign set reminds_until = $6::timestamptz + interval '${remindingDays} days'
        where $7 and account_id = $1 and id = $2
          and reminds_until < $6::timestamptz + interval '${remindingDays - 1} days'
     ), queued as (
       delete from campaign_waiting where $7 and account_id = $1 and campaign_id = $2 and profile_id = $3
     ), elsewhere as (
       update campaign_waiting set refused = 'invited_elsewhere'
        where $7 and account_id = $1 and campaign_id <> $2 and profile_id = $3 and refused is null
          and asked_at < $9::timestamptz
     ), begun as (
       select $6::timestamptz as at, assessment from answer
        where account_id = $1 and profile_id = $3 and attempt = $5 order by seq desc limit 1)
     insert into campaign_person as person (account_id, campaign_id, profile_id, invite_id, invited_at, messaged_at,
        opened_at, started_at, assessment)
     values ($1, $2, $3, $4, $6, $6, (select at from begun), (select at from begun),
        (select assessment from begun))
     on conflict (account_id, campaign_id, profile_id) do update set
       messaged_at = $6, remind_asked_at = null,
       invite_id = case when $7 then $4 else person.invite_id end,
       invited_at = case when $7 then $6 else person.invited_at end,
       reminders = case when $7 then 0 when $8 then person.reminders + 1 else person.reminders end,
       failed_at = case when $7 then null else person.failed_at end,
       opened_at = case when ${isAnew} then excluded.opened_at else person.opened_at end,
       started_at = case when ${isAnew} then excluded.started_at else person.started_at end,
       assessment = case when ${isAnew} then excluded.assessment else person.assessment end,
       active_seconds = case when ${isAnew} then null else person.active_seconds end,
       completed_at = case when ${isAnew} then null else person.completed_at end`,
    [accountId, campaignId, profileId, inviteId, attempt, now, isBase, isReminder, askedAt],
  )
}
