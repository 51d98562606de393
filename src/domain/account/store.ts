import type { EventData } from '../../contract/event-types.ts'
import { notFound } from '../../contract/failure.ts'
import type { Account, AccountPreferences } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import type { AccountQuotas } from '../../contract/quotas.ts'
import { queueDirectoryUpdate } from '../directory/store.ts'
import { recordEvent } from '../event/record.ts'
import { type PendingRetention, retentionWaitMilliseconds } from './retention.ts'
import { pauseSandboxes } from './sandbox-store.ts'

export type AccountRow = {
  id: string
  name: string
  paused: boolean
  paused_at: string | null
  billing_status: Account['billingStatus']
  trial_ends_at: string | null
  reports_generated: number
  trial_reports_used: number
  created_at: string
  updated_at: string
  type: string
  mode: Account['mode']
  logo_digest: string | null
  preferences: AccountPreferences
  retention_from: string | null
  retention_days_before: number | null
  require_passkey: boolean
  quotas: AccountQuotas | null
}

/** Reads the current account and locks its row against other writers until the transaction ends. */
export async function lockAccount(sql: Sql, accountId: string): Promise<Account> {
  const row = await sql.row<AccountRow>('select * from account where id = $1 for no key update', [accountId])
  if (!row) throw notFound('The account of this token no longer exists.')
  return accountOf(row)
}

/** The account without locking it; undefined if it was deleted. */
export async function findUnlockedAccount(sql: Sql, accountId: string): Promise<Account | undefined> {
  const row = await sql.row<AccountRow>('select * from account where id = $1', [accountId])
  return row && accountOf(row)
}

export function accountOf(row: AccountRow): Account {
  return {
    id: row.id,
    name: row.name,
    paused: row.paused,
    pausedAt: row.paused_at,
    billingStatus: row.billing_status,
    trialEndsAt: row.trial_ends_at,
    reportsGenerated: row.reports_generated,
    trialReportsUsed: row.trial_reports_used,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    type: row.type,
    mode: row.mode,
    logoDigest: row.logo_digest,
    preferences: row.preferences,
    retentionFrom: row.retention_from,
    retentionDaysBefore: row.retention_days_before,
    requirePasskey: row.require_passkey,
    quotas: row.quotas,
  }
}

/**
 * Counts one finished report unless the account is a sandbox, and returns the number used in trials. The update locks the row, so concurrent reports are
 * both counted.
 */
export async function countReport(sql: Sql, accountId: string, now: Date): Promise<number> {
  const counted = await sql.row<{ used: number }>(
    `update account set reports_generated = reports_generated + 1, updated_at = $2,
        trial_reports_used = trial_reports_used + case when billing_status = 'trialing' then 1 else 0 end
      where id = $1 and mode <> 'sandbox' returning trial_reports_used as used`,
    [accountId, now],
  )
  return counted?.used ?? 0
}

/** Records that the last report or profile of a trial was used; once per account and limit. */
export async function recordTrialLimitReached(
  sql: Sql,
  accountId: string,
  limit: EventData<'account.trialLimitReached'>['limit'],
): Promise<void> {
  const marked = await sql.run(
    `update account set trial_limits_reached = trial_limits_reached || $2::text
      where id = $1 and not $2::text = any(trial_limits_reached)`,
    [accountId, limit],
  )
  if (marked > 0) recordEvent(sql, { type: 'account.trialLimitReached', data: { limit } })
}

/**
 * The number of profiles, for display: takes no lock and may be out of date immediately. Accounts with an index of
 * profiles keep it; only changes that are not in the index yet are added up.
 */
export async function countAccountProfiles(sql: Sql, accountId: string): Promise<number> {
  const text = `select coalesce(
      (select people + (select coalesce(sum(delta), 0) from profile_change where account_id = $1)
         from profile_index where account_id = $1 and ready),
      (select count(*) from profile where account_id = $1))::integer as count`
  return (await sql.row<{ count: number }>(text, [accountId]))?.count ?? 0
}

/** For a transaction that is limited to the teams of a coach: how many people they have, and how many reports. */
export async function countPeopleOfTeams(
  sql: Sql,
  accountId: string,
): Promise<{ profiles: number; reports: number }> {
  const row = await sql.row<{ profiles: number; reports: number }>(
    `select count(*)::integer as profiles, (count(*) filter (where report_counted))::integer as reports
       from profile where account_id = $1 and id = any(${peopleOfTeams})`,
    [accountId],
  )
  return row ?? { profiles: 0, reports: 0 }
}

/**
 * The people of a coach's teams, as an array. Conditions with it repeat what row security does anyway, so that the planner
 * begins with these people. $1 is the account.
 */
export const peopleOfTeams = `array(select link.profile_id::text
    from member_team team join profile_tag link on link.account_id = team.account_id and link.tag_id = team.tag_id
   where team.account_id = $1
   union
  select person.profile_id::text from member_saved_team team
    join saved_team_person person on person.account_id = team.account_id and person.team_id = team.team_id
   where team.account_id = $1)`

export async function insertAccount(
  sql: Sql,
  account: {
    id: string
    name: string
    now: Date
    billingStatus: Account['billingStatus']
    trialEndsAt: Date | null
    paused: boolean
    preferences: AccountPreferences
    mode?: Account['mode']
    requirePasskey?: boolean
  },
): Promise<void> {
  await sql.run(
    `insert into account (id, created_at, updated_at, name, billing_status, trial_ends_at, paused, preferences, mode,
        require_passkey)
     values ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      account.id,
      account.now,
      account.name,
      account.billingStatus,
      account.trialEndsAt,
      account.paused,
      JSON.stringify(account.preferences),
      account.mode ?? 'live',
      account.requirePasskey ?? false,
    ],
  )
  await queueDirectoryUpdate(sql, account.id)
}

export async function setPaused(
  sql: Sql,
  accountId: string,
  paused: boolean,
  at: Date | null = null,
): Promise<void> {
  await sql.run('update account set paused = $2, paused_at = $3 where id = $1', [accountId, paused, at])
  await queueDirectoryUpdate(sql, accountId)
}

export async function setTrialEnd(sql: Sql, accountId: string, endsAt: Date): Promise<void> {
  await sql.run('update account set trial_ends_at = $2 where id = $1', [accountId, endsAt])
}

export async function setTrialReports(sql: Sql, accountId: string, used: number): Promise<void> {
  await sql.run('update account set trial_reports_used = $2, reports_generated = $2 where id = $1', [
    accountId,
    used,
  ])
}

export async function writePreferences(
  sql: Sql,
  accountId: string,
  preferences: AccountPreferences,
  pendingRetention: PendingRetention | null,
  now: Date,
): Promise<void> {
  await sql.run(
    `update account set preferences = $2, retention_from = $3, retention_days_before = $4, updated_at = $5
      where id = $1`,
    [
      accountId,
      JSON.stringify(preferences),
      pendingRetention?.holdsFrom ?? null,
      pendingRetention?.daysBefore ?? null,
      now,
    ],
  )
}

/**
 * Nobody is deleted by a retention period for seven days, if there is one: a restored account has the period of the backup,
 * which its owners may have changed since. Returns from when it holds.
 */
export async function postponeRetention(sql: Sql, accountId: string, now: Date): Promise<Date | undefined> {
  const holdsFrom = new Date(now.getTime() + retentionWaitMilliseconds)
  const postponed = await sql.run(
    `update account set retention_from = $2, retention_days_before = null
      where id = $1 and retention_days is not null`,
    [accountId, holdsFrom],
  )
  return postponed > 0 ? holdsFrom : undefined
}

export type NewLogo = { png: Buffer; digest: string; width: number; height: number }

export async function writeLogo(sql: Sql, accountId: string, logo: NewLogo, now: Date): Promise<void> {
  await sql.run(
    `insert into account_logo (account_id, digest, content_type, bytes, width, height, updated_at)
     values ($1, $2, 'image/png', $3, $4, $5, $6)
     on conflict (account_id) do update set digest = excluded.digest, content_type = excluded.content_type,
        bytes = excluded.bytes, width = excluded.width, height = excluded.height, updated_at = excluded.updated_at`,
    [accountId, logo.digest, logo.png, logo.width, logo.height, now],
  )
  await writeLogoDigest(sql, accountId, logo.digest, now)
}

export async function removeLogo(sql: Sql, accountId: string, now: Date): Promise<void> {
  await sql.run('delete from account_logo where account_id = $1', [accountId])
  await writeLogoDigest(sql, accountId, null, now)
}

async function writeLogoDigest(sql: Sql, accountId: string, digest: string | null, now: Date): Promise<void> {
  await sql.run('update account set logo_digest = $2, updated_at = $3 where id = $1', [
    accountId,
    digest,
    now,
  ])
}

/** The image bytes, if the logo still has this digest. */
export async function findLogo(sql: Sql, accountId: string, digest: string): Promise<Buffer | undefined> {
  const row = await sql.row<{ bytes: Buffer }>(
    'select bytes from account_logo where account_id = $1 and digest = $2',
    [accountId, digest],
  )
  return row?.bytes
}

/** Width and height in pixels, without loading the image. */
export async function findLogoSize(
  sql: Sql,
  accountId: string,
): Promise<{ width: number; height: number } | undefined> {
  return sql.row('select width, height from account_logo where account_id = $1', [accountId])
}

/** Whether the installation has any account. Needs a system transaction, which sees all accounts. */
export async function hasAccounts(sql: Sql): Promise<boolean> {
  return (await sql.row('select 1 from account limit 1')) !== undefined
}

/**
 * Sets what the operator controls: whether the account is paused, and its billing. A retention period that waits has as much
 * of its time left after a pause as before.
 */
export async function setAccountStatus(
  sql: Sql,
  account: Pick<Account, 'id' | 'paused' | 'billingStatus' | 'trialEndsAt'>,
  now: Date,
): Promise<void> {
  await sql.run(
    `update account set paused = $2, paused_at = case when not $2 then null when paused then paused_at else $5 end,
        retention_from = case when paused and not $2 and retention_from > paused_at
          then retention_from + ($5::timestamptz - paused_at) else retention_from end,
        billing_status = $3, trial_ends_at = $4, updated_at = $5
      where id = $1`,
    [account.id, account.paused, account.billingStatus, account.trialEndsAt, now],
  )
  await queueDirectoryUpdate(sql, account.id)
  await pauseSandboxes(sql, account.id, account.paused)
}

/** Account ids in order, after the given id. Needs a system transaction, which sees all accounts. */
export async function listAccountIds(sql: Sql, after: string, limit: number): Promise<string[]> {
  const text = 'select id from account where id > $1 order by id limit $2'
  return (await sql.rows<{ id: string }>(text, [after, limit])).map(({ id }) => id)
}

/**
 * Deletes a demo account and everything in it. The database permits this only in a system transaction and only for
 * demo accounts.
 */
export async function removeDemoAccount(sql: Sql, accountId: string): Promise<void> {
  await sql.run('delete from account where id = $1', [accountId])
}
