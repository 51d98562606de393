import type { Sql } from '../../contract/ports.ts'
import type { MemberFailures } from './model.ts'

/** Failed sign-ins with one address since the last flush. */
export type FailureCount = { email: string; count: number; firstAt: Date; lastAt: Date }

/**
 * Adds failures to the rows of all members with these addresses; other addresses are ignored. Needs a system
 * transaction. Locks rows in a fixed order, so that concurrent processes can't deadlock.
 */
export async function addFailures(
  sql: Sql,
  counts: readonly FailureCount[],
  { region, hour }: { region: string; hour: Date },
): Promise<void> {
  await sql.run(
    `insert into failed_sign_in (account_id, member_id, hour, region, failures, first_at, last_at)
     select matching.account_id, matching.member_id, $3::timestamptz, matching.region, counted.count, counted."firstAt", counted."lastAt"
       from json_to_recordset($1::json) as counted(email text, count integer, "firstAt" timestamptz, "lastAt" timestamptz)
       join (
         select account_id, id as member_id, $2::text as region, email
           from member where email = any($4::text[]) and accepted_at is not null
         union all
         select account_id, member_id, zone, email
           from directory_member join directory_account using (account_id)
          where email = any($4::text[]) and is_accepted
       ) matching using (email)
      order by matching.account_id, matching.member_id
     on conflict (account_id, member_id, hour) do update
        set failures = least(failed_sign_in.failures::bigint + excluded.failures, 1000000000)::integer,
            first_at = least(failed_sign_in.first_at, excluded.first_at),
            last_at = greatest(failed_sign_in.last_at, excluded.last_at)`,
    [JSON.stringify(counts), region, hour, counts.map(({ email }) => email)],
  )
}

/** Accounts with failures in a past hour, the oldest hour first. Needs a system transaction. */
export async function listDue(
  sql: Sql,
  before: Date,
  { regions, accountIds }: Record<'regions' | 'accountIds', readonly string[]>,
): Promise<{ accountId: string; region: string; hour: string }[]> {
  return sql.rows(
    `select account_id as "accountId", min(region) as region, hour from failed_sign_in
      where hour < $1 and region <> all($2::text[]) and account_id <> all($3::text[])
      group by hour, account_id order by hour, account_id limit 100`,
    [before, regions, accountIds],
  )
}

/** Failures of one account in one hour, members with the most failures first. */
export async function readFailures(sql: Sql, accountId: string, hour: string): Promise<MemberFailures[]> {
  return sql.rows(
    `select member_id as "memberId", failures as count, first_at as since, last_at as until
       from failed_sign_in where account_id = $1 and hour = $2 order by failures desc, member_id for update`,
    [accountId, hour],
  )
}

export async function removeFailures(sql: Sql, accountId: string, hour: string): Promise<void> {
  await sql.run('delete from failed_sign_in where account_id = $1 and hour = $2', [accountId, hour])
}

/** Removes failures that no region accepted in time. Needs a system transaction. */
export async function removeOldFailures(sql: Sql, before: Date): Promise<void> {
  await sql.run('delete from failed_sign_in where hour < $1', [before])
}
