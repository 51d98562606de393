import type { Sql } from '../../contract/ports.ts'

export type DueLink = { accountId: string; kind: 'invite' | 'share'; linkId: string }

/**
 * Links whose time is over, the longest overdue first, without those of some accounts. Needs a system transaction, which
 * sees all accounts.
 */
export function listDueLinks(
  sql: Sql,
  now: Date,
  { limit, without }: { limit: number; without: readonly string[] },
): Promise<DueLink[]> {
  return sql.rows(
    `select account_id as "accountId", kind, link_id as "linkId" from link_expiry
      where due_at <= $1 and account_id <> all($3::text[])
        and not exists (select from account_move move
          where move.account_id = link_expiry.account_id and move.direction = 'out')
      order by due_at limit $2`,
    [now, limit, without],
  )
}

/** Removes the notes of these links. Returns the ids that had one: another process may have been first. */
export async function takeDueLinks(
  sql: Sql,
  accountId: string,
  kind: DueLink['kind'],
  linkIds: readonly string[],
): Promise<string[]> {
  const taken = await sql.rows<{ id: string }>(
    `delete from link_expiry where account_id = $1 and kind = $2 and link_id = any($3::text[])
     returning link_id as id`,
    [accountId, kind, linkIds],
  )
  return taken.map(({ id }) => id)
}

export type ExpiredInvite = {
  inviteId: string
  profileId: string
  channel: 'email' | 'sms'
  expiresAt: string
}

/** Those of these invites that were valid until they expired, of people who have not completed. */
export function listExpiredInvites(
  sql: Sql,
  accountId: string,
  inviteIds: readonly string[],
): Promise<ExpiredInvite[]> {
  return sql.rows(
    `select invite.id as "inviteId", invite.profile_id as "profileId", invite.channel,
            invite.expires_at as "expiresAt"
       from invite
       join profile on profile.account_id = invite.account_id and profile.id = invite.profile_id
      where invite.account_id = $1 and invite.id = any($2::text[]) and not profile.is_completed
        and invite.superseded_at is null and invite.revoked_at is null
      order by invite.expires_at, invite.id`,
    [accountId, inviteIds],
  )
}

/** Those of these share links that were not revoked or full before they expired. */
export async function listExpiredShareLinks(
  sql: Sql,
  accountId: string,
  linkIds: readonly string[],
): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    `select id from share_link where account_id = $1 and id = any($2::text[]) and revoked_at is null
        and (max_starts is null or starts < max_starts) order by expires_at, id`,
    [accountId, linkIds],
  )
  return rows.map(({ id }) => id)
}
