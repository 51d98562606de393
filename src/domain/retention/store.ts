import type { Sql } from '../../contract/ports.ts'

/** Accounts with a retention period, in id order; only a system transaction sees them all. */
export async function listRetainingAccounts(sql: Sql, after: string, limit: number): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    'select id from account where retention_days is not null and id > $1 order by id limit $2',
    [after, limit],
  )
  return rows.map(({ id }) => id)
}

/** The account's current retention period in days. */
export async function findRetentionDays(sql: Sql, accountId: string): Promise<number | undefined> {
  const row = await sql.row<{ days: number | null }>(
    'select retention_days as days from account where id = $1',
    [accountId],
  )
  return row?.days ?? undefined
}

/** A position in the walk over an account's profiles, oldest first. The time is text with microseconds. */
export type ProfileCursor = { createdAt: string; id: string }

export const firstCursor: ProfileCursor = { createdAt: '-infinity', id: '' }

/** The next profiles created before the given time, whether or not they changed since. */
export async function listProfilesCreatedBefore(
  sql: Sql,
  accountId: string,
  before: Date,
  after: ProfileCursor,
  limit: number,
): Promise<ProfileCursor[]> {
  return sql.rows<ProfileCursor>(
    `select id, created_at::text as "createdAt" from profile
      where account_id = $1 and created_at < $2 and (created_at, id) > ($3::timestamptz, $4)
      order by created_at, id limit $5`,
    [accountId, before, after.createdAt, after.id, limit],
  )
}

/** Those of these profiles without any activity since: no change, no answer, no invite. */
export async function listInactiveProfiles(
  sql: Sql,
  accountId: string,
  profileIds: readonly string[],
  since: Date,
): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    `select profile.id from profile
      where profile.account_id = $1 and profile.id = any($2::text[]) and profile.updated_at < $3
        and not exists (select from answer where answer.account_id = profile.account_id
          and answer.profile_id = profile.id and answer.answered_at >= $3)
        and not exists (select from invite where invite.account_id = profile.account_id
          and invite.profile_id = profile.id and invite.created_at >= $3)
      order by profile.id`,
    [accountId, profileIds, since],
  )
  return rows.map(({ id }) => id)
}

/** Locks the profiles that are free and skips the rest (SKIP LOCKED). */
export async function lockUnlockedProfiles(
  sql: Sql,
  accountId: string,
  profileIds: readonly string[],
): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    `select id from profile where account_id = $1 and id = any($2::text[]) order by id for update skip locked`,
    [accountId, profileIds],
  )
  return rows.map(({ id }) => id)
}
