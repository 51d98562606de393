import type { Sql } from '../../contract/ports.ts'
import type { RawSums } from '../../scoring/local-norm.ts'

/** The sums over the people up to a profile, in id order. */
export type NormProgress = {
  beganAt: Date
  form: string
  version: string
  lastProfileId: string
  people: number
  sums: Record<string, RawSums>
}

/** Progress of the same form and scoring version that began after `since`. */
export async function findProgress(
  sql: Sql,
  accountId: string,
  { form, version, since }: { form: string; version: string; since: Date },
): Promise<NormProgress | undefined> {
  const row = await sql.row<Omit<NormProgress, 'beganAt'> & { beganAt: string }>(
    `select began_at as "beganAt", form, version, last_profile_id as "lastProfileId", people, sums
       from norm_progress where account_id = $1 and form = $2 and version = $3 and began_at > $4`,
    [accountId, form, version, since],
  )
  return row && { ...row, beganAt: new Date(row.beganAt) }
}

export async function storeProgress(sql: Sql, accountId: string, progress: NormProgress): Promise<void> {
  await sql.run(
    `insert into norm_progress (account_id, began_at, form, version, last_profile_id, people, sums)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (account_id) do update set began_at = excluded.began_at, form = excluded.form,
        version = excluded.version, last_profile_id = excluded.last_profile_id, people = excluded.people,
        sums = excluded.sums`,
    [
      accountId,
      progress.beganAt,
      progress.form,
      progress.version,
      progress.lastProfileId,
      progress.people,
      JSON.stringify(progress.sums),
    ],
  )
}

export async function removeProgress(sql: Sql, accountId: string): Promise<void> {
  await sql.run('delete from norm_progress where account_id = $1', [accountId])
}

/** Over all accounts, in a system transaction. */
export async function removeOutdatedProgress(sql: Sql, before: Date): Promise<void> {
  await sql.run('delete from norm_progress where began_at <= $1', [before])
}
