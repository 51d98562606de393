import type { Sql } from '../../contract/ports.ts'

type CampaignKey = { accountId: string; campaignId: string }

/** Someone whom the service invites in a campaign, and who asked for it. */
export type WaitingPerson = {
  profileId: string
  channel: 'email' | 'sms'
  evenBounced: boolean
  clientId: string | null
  grantId: string | null
  memberId: string | null
}

/** How long people wait at most. Then they are not invited, and the campaign says so. */
const mostWaitingDays = 2

/**
 * Lets people wait for their invite, in this order. Those who wait already keep their place, but that someone confirms their
 * address counts. The caller has locked the campaign.
 */
export async function addWaiting(
  sql: Sql,
  { accountId, campaignId }: CampaignKey,
  people: readonly WaitingPerson[],
  { now, dueAt }: { now: Date; dueAt: Date },
): Promise<void> {
  if (people.length === 0) return
  await sql.run(
    `insert into campaign_queue (account_id, campaign_id, due_at) values ($1, $2, $3)
     on conflict (account_id, campaign_id) do update set due_at = least(campaign_queue.due_at, excluded.due_at)`,
    [accountId, campaignId, dueAt],
  )
  const column = <Name extends keyof WaitingPerson>(name: Name) => people.map((one) => one[name])
  await sql.run(
    `insert into campaign_waiting as waiting (account_id, campaign_id, profile_id, asked_at, place, channel,
        even_bounced, client_id, grant_id, member_id)
     select $1, $2, profile_id, $3, place, channel, even_bounced, client_id, grant_id, member_id
       from unnest($4::text[], $5::text[], $6::boolean[], $7::text[], $8::text[], $9::text[]) with ordinality
         as sent (profile_id, channel, even_bounced, client_id, grant_id, member_id, place)
     on conflict (account_id, campaign_id, profile_id) do update set
       asked_at = excluded.asked_at, place = excluded.place, channel = excluded.channel,
       even_bounced = excluded.even_bounced, client_id = excluded.client_id, grant_id = excluded.grant_id,
       member_id = excluded.member_id, refused = null
      where waiting.refused is not null`,
    [
      ...[accountId, campaignId, now],
      ...[column('profileId'), column('channel'), column('evenBounced')],
      ...[column('clientId'), column('grantId'), column('memberId')],
    ],
  )
  const confirmed = people.filter(({ evenBounced }) => evenBounced).map(({ profileId }) => profileId)
  if (confirmed.length === 0) return
  await sql.run(
    `update campaign_waiting set even_bounced = true
      where account_id = $1 and campaign_id = $2 and profile_id = any($3::text[]) and not even_bounced`,
    [accountId, campaignId, confirmed],
  )
}

/** What was asked for before something became known about an address of the person confirms the address no longer. */
export async function askAboutWaiting(
  sql: Sql,
  { accountId, profileId }: { accountId: string; profileId: string },
): Promise<void> {
  await sql.run(
    `update campaign_waiting set even_bounced = false
      where account_id = $1 and profile_id = $2 and even_bounced`,
    [accountId, profileId],
  )
}

/** Nobody waits in the campaign any more, because it has ended. */
export async function removeAllWaiting(sql: Sql, { accountId, campaignId }: CampaignKey): Promise<void> {
  await sql.run('delete from campaign_waiting where account_id = $1 and campaign_id = $2', [
    accountId,
    campaignId,
  ])
  await removeQueue(sql, { accountId, campaignId })
}

export async function removeQueue(sql: Sql, { accountId, campaignId }: CampaignKey): Promise<void> {
  await sql.run('delete from campaign_queue where account_id = $1 and campaign_id = $2', [
    accountId,
    campaignId,
  ])
}

/**
 * Campaigns in which someone is due, those that have waited longest first, without those of accounts that move away. Only a
 * system transaction sees all accounts.
 */
export function listDueQueues(
  sql: Sql,
  { now, limit }: { now: Date; limit: number },
): Promise<CampaignKey[]> {
  return sql.rows(
    `select account_id as "accountId", campaign_id as "campaignId" from campaign_queue
      where due_at <= $1
        and not exists (select from account_move move
          where move.account_id = campaign_queue.account_id and move.direction = 'out')
      order by due_at, account_id, campaign_id limit $2`,
    [now, limit],
  )
}

/** Whether the campaign is due. The caller has locked it. */
export async function isQueueDue(
  sql: Sql,
  { accountId, campaignId }: CampaignKey,
  now: Date,
): Promise<boolean> {
  const text = 'select from campaign_queue where account_id = $1 and campaign_id = $2 and due_at <= $3'
  return (await sql.row(text, [accountId, campaignId, now])) !== undefined
}

/** The next of the campaign is not invited before this time. */
export async function postponeQueue(
  sql: Sql,
  { accountId, campaignId }: CampaignKey,
  dueAt: Date,
): Promise<void> {
  await sql.run('update campaign_queue set due_at = $3 where account_id = $1 and campaign_id = $2', [
    accountId,
    campaignId,
    dueAt,
  ])
}

/** Until then nobody is invited by this channel in the campaign. The other one goes on. */
export async function holdChannel(
  sql: Sql,
  { accountId, campaignId }: CampaignKey,
  channel: WaitingPerson['channel'],
  until: Date,
): Promise<void> {
  await sql.run(
    `update campaign_queue set ${channel}_held_until = $3 where account_id = $1 and campaign_id = $2`,
    [accountId, campaignId, until],
  )
}

type NextWaiting = Omit<WaitingPerson, 'evenBounced'> & { askedAt: string; heldUntil: string | null }

/**
 * Of each channel the one who is next, in the order in which they were asked for. Whether the address is confirmed is read by
 * `lockWaiting`: until then a report can take that back.
 */
export function listNextWaiting(sql: Sql, { accountId, campaignId }: CampaignKey): Promise<NextWaiting[]> {
  return sql.rows(
    `select next."profileId", next.channel, next."clientId", next."grantId", next."memberId", next."askedAt",
        case next.channel when 'email' then queue.email_held_until else queue.sms_held_until end as "heldUntil"
       from campaign_queue queue
       cross join (values ('email'), ('sms')) as channels (name)
       cross join lateral (
         select profile_id as "profileId", channel, client_id as "clientId", grant_id as "grantId",
             member_id as "memberId", asked_at as "askedAt", place
           from campaign_waiting
          where account_id = $1 and campaign_id = $2 and channel = channels.name and refused is null
          order by asked_at, place limit 1
       ) as next
      where queue.account_id = $1 and queue.campaign_id = $2
      order by next."askedAt", next.place`,
    [accountId, campaignId],
  )
}

/**
 * Locks the place of the person until the transaction ends; undefined if they wait no longer. The caller has locked the profile,
 * so whether the person has asked to be deleted since is what it is until then.
 */
export function lockWaiting(
  sql: Sql,
  { accountId, campaignId }: CampaignKey,
  profileId: string,
): Promise<(Pick<WaitingPerson, 'evenBounced'> & { hasAskedErasure: boolean }) | undefined> {
  return sql.row(
    `select even_bounced as "evenBounced", exists (select from erasure_request request
        where request.account_id = $1 and request.profile_id = $3 and request.withdrawn_at is null
          and request.requested_at >= waiting.asked_at) as "hasAskedErasure"
       from campaign_waiting waiting
      where account_id = $1 and campaign_id = $2 and profile_id = $3 and refused is null for update of waiting`,
    [accountId, campaignId, profileId],
  )
}

/** Nothing is sent to this person after all. They stay, so that the campaign can say why. */
export async function refuseWaiting(
  sql: Sql,
  { accountId, campaignId }: CampaignKey,
  profileId: string,
  reason: string,
): Promise<void> {
  await sql.run(
    'update campaign_waiting set refused = $4 where account_id = $1 and campaign_id = $2 and profile_id = $3',
    [accountId, campaignId, profileId, reason],
  )
}

/** The same for everyone who waits with this email address. */
export async function askAboutWaitingAt(
  sql: Sql,
  { accountId, address }: { accountId: string; address: string },
): Promise<void> {
  await sql.run(
    `update campaign_waiting waiting set even_bounced = false from profile
      where waiting.account_id = $1 and waiting.even_bounced
        and profile.account_id = $1 and profile.id = waiting.profile_id and profile.email = $2`,
    [accountId, address],
  )
}

/** The person has asked to be deleted: nothing that was asked for before is sent to them by itself any more. */
export async function refuseWaitingOf(
  sql: Sql,
  { accountId, profileId }: { accountId: string; profileId: string },
): Promise<void> {
  await sql.run(
    `update campaign_waiting set refused = 'erasure_requested'
      where account_id = $1 and profile_id = $2 and refused is null`,
    [accountId, profileId],
  )
}

/** Gives up those who have waited for too long. */
export async function refuseOldWaiting(
  sql: Sql,
  { accountId, campaignId }: CampaignKey,
  now: Date,
): Promise<void> {
  await sql.run(
    `update campaign_waiting set refused = 'waited_too_long'
      where account_id = $1 and campaign_id = $2 and refused is null
        and asked_at <= $3::timestamptz - interval '${mostWaitingDays} days'`,
    [accountId, campaignId, now],
  )
}

/** The first people of a queue, by an index of these alone. $3 is their number. */
const first = (condition: string) =>
  `select profile_id as "profileId", refused as reason, asked_at, place from campaign_waiting
    where account_id = $1 and campaign_id = $2 and ${condition} order by asked_at, place limit $3`

/** How many wait, when the next may be invited, and the first of them after those who are not invited at all. */
export async function readWaiting(
  sql: Sql,
  { accountId, campaignId }: CampaignKey,
  most: number,
): Promise<{
  waiting: number
  nextAt: string | null
  people: { profileId: string; reason: string | null }[]
}> {
  const values = [accountId, campaignId]
  const [counted, people] = await Promise.all([
    sql.row<{ waiting: number; nextAt: string | null }>(
      `select (select count(*)::integer from campaign_waiting
                where account_id = $1 and campaign_id = $2 and refused is null) as waiting,
          (select due_at from campaign_queue where account_id = $1 and campaign_id = $2) as "nextAt"`,
      values,
    ),
    sql.rows<{ profileId: string; reason: string | null }>(
      `select "profileId", reason from (
          (${first('refused is not null')}) union all (${first('refused is null')})) as listed
        order by reason is null, asked_at, place limit $3`,
      [...values, most],
    ),
  ])
  const waiting = counted?.waiting ?? 0
  return { waiting, nextAt: waiting === 0 ? null : (counted?.nextAt ?? null), people }
}
