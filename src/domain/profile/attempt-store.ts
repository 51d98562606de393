import type { Sql } from '../../contract/ports.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import type { AttemptRows, ResultRow, SittingRow } from './attempt-summary.ts'

/** One attempt of a profile with its rows. */
export type StoredAttempt = AttemptRows & { attempt: number; isCurrent: boolean }

type Key = { accountId: string; profileId: string }

/** All attempts of a profile, newest first; empty if there is no such profile. */
export async function readAttempts(sql: Sql, key: Key): Promise<StoredAttempt[]> {
  const [heads, sittings, results] = await Promise.all([
    sql.rows<{
      attempt: number
      is_current: boolean
      available_assessments: AssessmentId[]
      quality: StoredAttempt['quality']
    }>(
      `select attempt, true as is_current, available_assessments, quality from profile
        where account_id = $1 and id = $2
       union all
       select attempt, false, available_assessments, quality from former_attempt
        where account_id = $1 and profile_id = $2
       order by attempt desc`,
      [key.accountId, key.profileId],
    ),
    readSittings(sql, key, 'all'),
    readResultRows(sql, key, 'all'),
  ])
  return heads.map(({ attempt, is_current: isCurrent, available_assessments: available, quality }) => {
    const ofAttempt = (row: { attempt: number }) => row.attempt === attempt
    const rows = { sittings: sittings.filter(ofAttempt), results: results.filter(ofAttempt) }
    return { attempt, isCurrent, available, quality, ...rows }
  })
}

/** The sittings of the profile's current attempt, or of all attempts. */
export async function readSittings(
  sql: Sql,
  { accountId, profileId }: Key,
  which: 'current' | 'all',
): Promise<(SittingRow & { attempt: number; entered_through: string | null })[]> {
  return sql.rows(
    `select sitting.attempt, sitting.assessment, sitting.carried_from, sitting.date_started, sitting.date_completed,
            sitting.entered_through, coalesce(sum(watch.active_seconds), 0)::integer as active_seconds,
            coalesce(sum(watch.idle_seconds), 0)::integer as idle_seconds,
            coalesce(sum(watch.inactive_seconds), 0)::integer as inactive_seconds,
            max(watch.updated_at) as last_updated
       from profile join sitting
         on sitting.account_id = profile.account_id and sitting.profile_id = profile.id
        and (sitting.attempt = profile.attempt or $3)
       left join stopwatch watch
         on watch.account_id = sitting.account_id and watch.profile_id = sitting.profile_id
        and watch.attempt = sitting.attempt and watch.assessment = sitting.assessment
      where profile.account_id = $1 and profile.id = $2
      group by sitting.attempt, sitting.assessment, sitting.carried_from, sitting.date_started,
        sitting.date_completed, sitting.entered_through`,
    [accountId, profileId, which === 'all'],
  )
}

/** The results of the profile's current attempt, or of all attempts, oldest first. */
export async function readResultRows(
  sql: Sql,
  { accountId, profileId }: Key,
  which: 'current' | 'all',
): Promise<(ResultRow & { attempt: number })[]> {
  return sql.rows(
    `select result.attempt, result.assessment, result.form, result.version, result.norm, result.result
       from profile join result
         on result.account_id = profile.account_id and result.profile_id = profile.id
        and (result.attempt = profile.attempt or $3)
      where profile.account_id = $1 and profile.id = $2
      order by result.created_at, result.assessment`,
    [accountId, profileId, which === 'all'],
  )
}

/** When the account opened the current attempt; null for a first attempt. */
export async function readReopenedAt(sql: Sql, { accountId, profileId }: Key): Promise<string | null> {
  const row = await sql.row<{ at: string | null }>(
    'select max(replaced_at) as at from former_attempt where account_id = $1 and profile_id = $2',
    [accountId, profileId],
  )
  return row?.at ?? null
}

/**
 * Closes the current attempt and opens the next one, empty. Attempt-level data of the closed one is stored with its
 * rows. Returns the number of the new attempt.
 */
export async function openNextAttempt(sql: Sql, { accountId, profileId }: Key, now: Date): Promise<number> {
  await sql.run(
    `insert into former_attempt (account_id, profile_id, attempt, available_assessments, quality, replaced_at)
     select account_id, id, attempt, available_assessments, quality, $3 from profile
      where account_id = $1 and id = $2`,
    [accountId, profileId, now],
  )
  const row = await sql.row<{ attempt: number }>(
    `update profile set attempt = attempt + 1, quality = null, updated_at = $3
      where account_id = $1 and id = $2 returning attempt`,
    [accountId, profileId, now],
  )
  if (!row) throw new Error('An attempt was opened for a profile that does not exist.')
  return row.attempt
}
