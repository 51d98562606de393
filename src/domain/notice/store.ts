import type { Sql } from '../../contract/ports.ts'

/** Counts one more notice of a kind on a day, and returns how many there are now. */
export async function countNotice(sql: Sql, accountId: string, kind: string, day: string): Promise<number> {
  const row = await sql.row<{ count: number }>(
    `insert into owner_notice (account_id, kind, day, count) values ($1, $2, $3, 1)
     on conflict (account_id, kind, day) do update set count = owner_notice.count + 1 returning count`,
    [accountId, kind, day],
  )
  await sql.run('delete from owner_notice where account_id = $1 and day < $2', [accountId, day])
  return row?.count ?? 1
}
