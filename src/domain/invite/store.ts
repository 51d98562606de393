import type { DeviceKind } from '../../contract/device.ts'
import type { EventData } from '../../contract/event-types.ts'
import type { RowRange } from '../../contract/pagination.ts'
import type { Sql } from '../../contract/ports.ts'
import { pauseMinutes } from '../../contract/taker-session.ts'
import { countOpened, countSent } from '../activity/count.ts'
import { noteCampaignFailed, noteCampaignSent, openInCampaigns } from '../campaign-progress/store.ts'
import { recordEvent } from '../event/record.ts'
import type { Maker } from '../link/model.ts'
import { failOrdersOf } from '../order-progress/store.ts'
import { failQueuedInvites } from '../outbox/store.ts'
import type { Profile } from '../profile/model.ts'
import { type DocumentRow, documentColumns, documentOf } from '../profile-document/store.ts'

export type InviteRow = {
  id: string
  profile_id: string
  channel: 'email' | 'sms' | 'link'
  recipient: string | null
  created_at: string
  expires_at: string
  sent_at: string | null
  opened_at: string | null
  failed_at: string | null
  superseded_at: string | null
  revoked_at: string | null
  /** The invite that this one repeats by itself; null for those that someone asked for. */
  reminds: string | null
  campaign_id: string | null
  /** When someone reported with this link that they are not the person; null if nobody has. */
  wrong_person_at: string | null
  /** When someone confirmed the address all the same. */
  wrong_person_settled_at: string | null
}

/** Who asked for the invite: the account, a visitor of a share link, or the holder of an older link. */
export type InviteOrigin = 'account' | 'share' | 'person'

/** The invite that is repeated, and the days after it; from 101 on for reminders that someone asked for. */
export type Reminder = { inviteId: string; day: number }

export function insertInvite(
  sql: Sql,
  invite: Pick<InviteRow, 'id' | 'channel' | 'recipient'> & {
    accountId: string
    profileId: string
    origin: InviteOrigin
    /** All null if the person asked for it. */
    maker: Maker
    reminder?: Reminder | undefined
    campaignId?: string | undefined
    tokenHash: Buffer
    now: Date
    expiresAt: Date
  },
): Promise<unknown> {
  return sql.run(
    `with noted as (
       insert into link_expiry (account_id, kind, link_id, due_at)
       select $1, 'invite', $2, $8 where $4 <> 'link'
     )
     insert into invite (account_id, id, profile_id, channel, recipient, token_hash, created_at, expires_at, origin,
        client_id, grant_id, member_id, reminds, reminder_day, campaign_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      invite.accountId,
      invite.id,
      invite.profileId,
      invite.channel,
      invite.recipient,
      invite.tokenHash,
      invite.now,
      invite.expiresAt,
      invite.origin,
      invite.maker.clientId,
      invite.maker.grantId,
      invite.maker.memberId,
      invite.reminder?.inviteId ?? null,
      invite.reminder?.day ?? null,
      invite.campaignId ?? null,
    ],
  )
}

/** A newer link replaces all links that were sent before. */
export async function supersedeInvites(
  sql: Sql,
  accountId: string,
  profileId: string,
  now: Date,
): Promise<void> {
  await sql.run(
    `update invite set superseded_at = $3
      where account_id = $1 and profile_id = $2 and superseded_at is null`,
    [accountId, profileId, now],
  )
}

export async function findInviteByToken(
  sql: Sql,
  accountId: string,
  tokenHash: Buffer,
): Promise<InviteRow | undefined> {
  return sql.row<InviteRow>(`select ${inviteColumns} from invite where account_id = $1 and token_hash = $2`, [
    accountId,
    tokenHash,
  ])
}

export const inviteColumns = `id, profile_id, channel, recipient, created_at, expires_at, sent_at, opened_at, failed_at,
  superseded_at, revoked_at, reminds, campaign_id, ${ofReport('reported_at', 'wrong_person_at')},
  ${ofReport('settled_at', 'wrong_person_settled_at')}`

function ofReport(column: string, as: string): string {
  return `(select ${column} from wrong_person report
    where report.account_id = invite.account_id and report.invite_id = invite.id) as ${as}`
}

/** The invites of a profile, newest first. */
export function listInvitesOf(
  sql: Sql,
  accountId: string,
  profileId: string,
  { limit, offset }: RowRange,
): Promise<InviteRow[]> {
  return sql.rows(
    `select ${inviteColumns} from invite where account_id = $1 and profile_id = $2
      order by created_at desc, id desc limit $3 offset $4`,
    [accountId, profileId, limit, offset],
  )
}

export async function countInvites(sql: Sql, accountId: string, profileId: string): Promise<number> {
  const row = await sql.row<{ count: number }>(
    'select count(*)::integer as count from invite where account_id = $1 and profile_id = $2',
    [accountId, profileId],
  )
  return row?.count ?? 0
}

/** When the newest links were sent to this profile, latest first. */
export async function listInviteTimes(
  sql: Sql,
  accountId: string,
  profileId: string,
  limit: number,
): Promise<string[]> {
  const rows = await sql.rows<{ created_at: string }>(
    `select created_at from invite where account_id = $1 and profile_id = $2 and channel <> 'link'
      order by created_at desc limit $3`,
    [accountId, profileId, limit],
  )
  return rows.map((row) => row.created_at)
}

/**
 * Serializes the invites of one account until the transaction ends. Not a lock on the account's row: people who finish
 * an assessment need that row, and shouldn't wait for a hundred emails.
 */
export async function lockAccountInvites(sql: Sql, accountId: string): Promise<void> {
  await sql.rows(`select pg_advisory_xact_lock(hashtextextended('invite:' || $1::text, 0))`, [accountId])
}

export type RecentInvite = { profile_id: string; created_at: string; origin: InviteOrigin }

/**
 * Links sent to the account's people since then, newest first. Includes links dated in the future by a fast clock, up
 * to the length of the period.
 */
export function listRecentInvites(
  sql: Sql,
  accountId: string,
  { since, until }: { since: Date; until: Date },
): Promise<RecentInvite[]> {
  return sql.rows(
    `select profile_id, created_at, origin from invite
      where account_id = $1 and channel = any ('{email,sms}') and created_at > $2 and created_at <= $3
      order by created_at desc`,
    [accountId, since, until],
  )
}

/** Locks profiles like `lockProfile`, in the order of their ids, which prevents deadlocks. */
export async function lockProfiles(
  sql: Sql,
  accountId: string,
  profileIds: readonly string[],
): Promise<Map<string, Profile>> {
  const rows = await sql.rows<DocumentRow & { id: string }>(
    `select id, ${documentColumns} from profile where account_id = $1 and id = any ($2::text[]) order by id for no key update`,
    [accountId, profileIds],
  )
  return new Map(rows.map((row) => [row.id, JSON.parse(documentOf(row)) as Profile]))
}

/** Records the first Start behind a link. An invite without a link, which nobody was sent, has no event. */
export async function markOpened(
  sql: Sql,
  accountId: string,
  { inviteId, device, now }: { inviteId: string; device: DeviceKind | undefined; now: Date },
): Promise<void> {
  const opened = await sql.row<InviteRef>(
    `update invite set opened_at = $3 where account_id = $1 and id = $2 and opened_at is null
     returning profile_id as "profileId", channel`,
    [accountId, inviteId, now],
  )
  if (!opened) return
  const person = { accountId, profileId: opened.profileId }
  await openInCampaigns(sql, person, now)
  countOpened(sql, person, { device, now })
  if (opened.channel !== 'link') {
    recordEvent(sql, { type: 'invite.opened', data: { inviteId, ...opened } })
  }
}

type InviteRef = { profileId: string; channel: InviteRow['channel'] }

/**
 * Removes all but the newest sessions of the person, and some expired ones of the account, so the table holds little
 * besides open sessions. Skips rows that another request is removing.
 */
export async function removeOldTakeSessions(
  sql: Sql,
  { accountId, profileId, now, keep }: { accountId: string; profileId: string; now: Date; keep: number },
): Promise<void> {
  await sql.run(
    `delete from take_session where account_id = $1 and token_hash in (
       select token_hash from take_session
        where account_id = $1 and expires_at <= $2::timestamptz - interval '${pauseMinutes} minutes'
        limit 100 for update skip locked)`,
    [accountId, now],
  )
  await sql.run(
    `delete from take_session where account_id = $1 and token_hash in (
       select token_hash from take_session where account_id = $1 and profile_id = $2
        order by created_at desc offset $3)`,
    [accountId, profileId, keep],
  )
}

export async function insertTakeSession(
  sql: Sql,
  session: {
    accountId: string
    tokenHash: Buffer
    profileId: string
    inviteId: string
    now: Date
    expiresAt: Date
    purpose?: 'taking' | 'data'
  },
): Promise<void> {
  await sql.run(
    `insert into take_session (account_id, token_hash, profile_id, invite_id, created_at, expires_at, purpose)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      session.accountId,
      session.tokenHash,
      session.profileId,
      session.inviteId,
      session.now,
      session.expiresAt,
      session.purpose ?? 'taking',
    ],
  )
}

/**
 * For demo data, in the transaction that invites: the message of a profile's new invite was sent now, or is refused for
 * good and not delivered.
 */
export async function settleInvite(
  sql: Sql,
  person: { accountId: string; profileId: string },
  { now, isRefused }: { now: Date; isRefused: boolean },
): Promise<void> {
  const { accountId, profileId } = person
  const settled = await sql.row<{ campaignId: string | null; recipient: string | null }>(
    `update invite set ${isRefused ? 'failed_at' : 'sent_at'} = $3
      where account_id = $1 and profile_id = $2 and sent_at is null and failed_at is null
      returning campaign_id as "campaignId", recipient`,
    [accountId, profileId, now],
  )
  if (!settled) throw new Error('There is no invite that waits.')
  const note = isRefused ? noteCampaignFailed : noteCampaignSent
  const { campaignId, recipient } = settled
  if (campaignId !== null) await note(sql, person, { campaignId, recipient }, now)
  if (isRefused) await failQueuedInvites(sql, accountId, profileId, now)
  else countSent(sql, person, now)
}

/** Whether the account invited this person itself; false for people who enrolled from a share link. */
export async function isInvited(sql: Sql, accountId: string, profileId: string): Promise<boolean> {
  const text = `select 1 from invite where account_id = $1 and profile_id = $2 and origin = 'account' limit 1`
  return (await sql.row(text, [accountId, profileId])) !== undefined
}

/** Records when the message of an invite was sent, in the transaction that records it in the outbox. */
export async function recordInviteSent(
  sql: Sql,
  { accountId, inviteId }: { accountId: string; inviteId: string },
  now: Date,
): Promise<void> {
  const row = await sql.row<
    InviteRef & { isReminder: boolean; campaignId: string | null; recipient: string | null }
  >(
    `update invite set sent_at = $3 where account_id = $1 and id = $2 and sent_at is null
     returning profile_id as "profileId", channel, reminds is not null as "isReminder",
       campaign_id as "campaignId", recipient`,
    [accountId, inviteId, now],
  )
  if (!row) return
  const { campaignId, recipient, ...sent } = row
  recordEvent(sql, { type: 'invite.sent', data: { inviteId, ...sent } })
  const person = { accountId, profileId: sent.profileId }
  if (campaignId !== null) await noteCampaignSent(sql, person, { campaignId, recipient }, now)
  countSent(sql, person, now)
}

/** The messages of these invites are sent again: they have not failed, so far. */
export async function reopenInvites(
  sql: Sql,
  accountId: string,
  inviteIds: readonly string[],
): Promise<void> {
  if (inviteIds.length === 0) return
  await sql.run('update invite set failed_at = null where account_id = $1 and id = any($2::text[])', [
    accountId,
    inviteIds,
  ])
}

/**
 * Records that the message of an invite was given up, after a refusal for good or after the last attempt. What is only
 * reported later counts unless the person has opened the link. Returns the address; undefined if nothing was recorded.
 */
export async function recordInviteFailed(
  sql: Sql,
  { accountId, inviteId }: { accountId: string; inviteId: string },
  now: Date,
  { reason, isReported = false }: { reason: EventData<'invite.failed'>['reason']; isReported?: boolean },
): Promise<string | undefined> {
  const row = await sql.row<InviteRef & { campaignId: string | null; recipient: string | null }>(
    `update invite set failed_at = $3
      where account_id = $1 and id = $2 and not ($4 and (opened_at is not null or failed_at is not null))
     returning profile_id as "profileId", channel, campaign_id as "campaignId", recipient`,
    [accountId, inviteId, now, isReported],
  )
  if (!row) return undefined
  const { campaignId, recipient, ...failed } = row
  const person = { accountId, profileId: failed.profileId }
  if (campaignId !== null) await noteCampaignFailed(sql, person, { campaignId, recipient }, now)
  recordEvent(sql, { type: 'invite.failed', data: { inviteId, ...failed, reason, isReported } })
  await failOrdersOf(sql, accountId, inviteId, now)
  return recipient ?? undefined
}
