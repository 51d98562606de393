import type { Sql } from '../../contract/ports.ts'

/** The profile whose debrief is being written. */
export type JobKey = { accountId: string; profileId: string }

/** Seconds until a job expires unless its writer renews it. */
export const leaseSeconds = 20

/**
 * Claims the profile's job, or takes it over if its lease has expired. False if another writer holds it, or if the
 * profile is deleted; waits for a concurrent deletion. Uses the database's clock, because processes on several
 * machines share the jobs.
 */
export async function claimJob(sql: Sql, key: JobKey, id: string, locale: string): Promise<boolean> {
  const row = await sql.row(
    `insert into debrief_job (account_id, profile_id, id, locale, started_at, lease_until)
     select account_id, id, $3, $4, clock_timestamp(), clock_timestamp() + ${lease}
       from profile where account_id = $1 and id = $2 for key share
     on conflict (account_id, profile_id)
     do update set id = excluded.id, locale = excluded.locale, started_at = excluded.started_at,
                   lease_until = excluded.lease_until
      where debrief_job.lease_until < clock_timestamp()
     returning id`,
    [key.accountId, key.profileId, id, locale],
  )
  return row !== undefined
}

const lease = `interval '${leaseSeconds} seconds'`

/** Renews the lease. False if another writer has taken over the job. */
export async function renewJob(sql: Sql, { accountId, profileId }: JobKey, id: string): Promise<boolean> {
  const changed = await sql.run(
    `update debrief_job set lease_until = clock_timestamp() + ${lease}
      where account_id = $1 and profile_id = $2 and id = $3`,
    [accountId, profileId, id],
  )
  return changed > 0
}

/** Whether a job with an unexpired lease exists for the profile. */
export async function isJobHeld(sql: Sql, { accountId, profileId }: JobKey): Promise<boolean> {
  const row = await sql.row(
    `select 1 from debrief_job
      where account_id = $1 and profile_id = $2 and lease_until >= clock_timestamp()`,
    [accountId, profileId],
  )
  return row !== undefined
}

export async function removeJob(sql: Sql, { accountId, profileId }: JobKey, id: string): Promise<void> {
  await sql.run('delete from debrief_job where account_id = $1 and profile_id = $2 and id = $3', [
    accountId,
    profileId,
    id,
  ])
}

export async function hasProfile(sql: Sql, { accountId, profileId }: JobKey): Promise<boolean> {
  const row = await sql.row('select 1 from profile where account_id = $1 and id = $2', [accountId, profileId])
  return row !== undefined
}

/** Whether a debrief of these results exists in this language, other than the one to replace. */
export async function hasDebrief(
  sql: Sql,
  { accountId, profileId }: JobKey,
  text: { locale: string; resultsHash: string; replaces: string | undefined },
): Promise<boolean> {
  const row = await sql.row(
    `select 1 from debrief
      where account_id = $1 and profile_id = $2 and locale = $3 and results_hash = $4
        and id is distinct from $5`,
    [accountId, profileId, text.locale, text.resultsHash, text.replaces ?? null],
  )
  return row !== undefined
}
