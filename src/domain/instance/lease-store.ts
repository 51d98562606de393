import type { Sql } from '../../contract/ports.ts'

export type HeldLease = { name: string; secondsSinceDone: number | null }

/** Takes those tasks that are free or whose holder is gone, renews those held, and returns both, in one statement. */
export function takeLeases(
  sql: Sql,
  holder: string,
  names: readonly string[],
  seconds: number,
): Promise<HeldLease[]> {
  return sql.rows(
    `insert into task_lease as lease (name, holder, until)
      select name, $1, clock_timestamp() + $3 * interval '1 second' from unnest($2::text[]) as name order by name
      on conflict (name) do update set holder = excluded.holder, until = excluded.until
        where lease.holder = excluded.holder or lease.until < clock_timestamp()
      returning name, extract(epoch from clock_timestamp() - done_at)::float8 as "secondsSinceDone"`,
    [holder, names, seconds],
  )
}

/** The next run is counted from here, whichever instance does it. */
export async function noteDone(sql: Sql, name: string): Promise<void> {
  await sql.run('update task_lease set done_at = clock_timestamp() where name = $1', [name])
}

/** For an instance that stops, so that nobody waits until its leases end. */
export async function releaseLeases(sql: Sql, holder: string): Promise<void> {
  await sql.run('update task_lease set until = clock_timestamp() where holder = $1', [holder])
}
