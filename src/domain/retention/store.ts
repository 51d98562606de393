import type { Sql } from '../../contract/ports.ts'

/** Accounts with a retention period, in id order; only a system transaction sees them all. */
export async function listRetainingAccounts(sql: Sql, after: string, limit: number): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    `select id from account where retention_days is not null and id > $1
        and not exists (select from account_move move where move.account_id = account.id and move.direction = 'out')
      order by id limit $2`,
    [after, limit],
  )
  return rows.map(({ id }) => id)
}

/**
 * The retention period in days that holds at this time, whatever was chosen since. What waits goes on waiting while the
 * account is paused. Never the shorter one of two: an earlier version that runs beside this one writes days without a wait.
 */
export async function findRetentionDays(sql: Sql, accountId: string, now: Date): Promise<number | undefined> {
  const row = await sql.row<{ days: number | null }>(
    `select case when retention_from > case when paused then least(paused_at, $2) else $2 end
          and coalesce(retention_days < retention_days_before, true)
        then retention_days_before else retention_days end as days
       from account where id = $1 and retention_days is not null`,
    [accountId, now],
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

/** Those of these profiles without any activity since: no change, no answer, no invite, and none that the service sends soon. */
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
        and not exists (select from campaign_waiting waiting where waiting.account_id = profile.account_id
          and waiting.profile_id = profile.id and waiting.refused is null)
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

/** People whom a period would delete, and what looking for them is limited to. */
type DuePerson = {
  id: string
  firstName: string | null
  lastName: string | null
  email: string | null
  phone: string | null
}

/**
 * The people without activity since this time, oldest first: at most `most` of the first `looked` that were created
 * before it. Whether these were all says `isAll`.
 */
export async function findDuePeople(
  sql: Sql,
  accountId: string,
  since: Date,
  { looked, most }: { looked: number; most: number },
): Promise<{ people: DuePerson[]; isAll: boolean }> {
  const rows = await sql.rows<DuePerson>(
    `with older as materialized (
       select id, created_at, updated_at, first_name, last_name, email, phone from profile
        where account_id = $1 and created_at < $2 order by created_at, id limit $3)
     select id, first_name as "firstName", last_name as "lastName", email, phone from older
      where updated_at < $2
        and not exists (select from answer where answer.account_id = $1
          and answer.profile_id = older.id and answer.answered_at >= $2)
        and not exists (select from invite where invite.account_id = $1
          and invite.profile_id = older.id and invite.created_at >= $2)
        and not exists (select from campaign_waiting waiting where waiting.account_id = $1
          and waiting.profile_id = older.id and waiting.refused is null)
      order by created_at, id limit $4`,
    [accountId, since, looked, most + 1],
  )
  if (rows.length > most) return { people: rows.slice(0, most), isAll: false }
  const next = await sql.row(
    'select 1 from profile where account_id = $1 and created_at < $2 order by created_at, id offset $3 limit 1',
    [accountId, since, looked],
  )
  return { people: rows, isAll: next === undefined }
}
