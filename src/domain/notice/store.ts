import type { Sql } from '../../contract/ports.ts'
import type { Role } from '../../contract/role.ts'

/** Counts one more notice of a kind on a day, and returns the new count. */
export async function countNotice(sql: Sql, accountId: string, kind: string, day: string): Promise<number> {
  const row = await sql.row<{ count: number }>(
    `insert into owner_notice (account_id, kind, day, count) values ($1, $2, $3, 1)
     on conflict (account_id, kind, day) do update set count = owner_notice.count + 1 returning count`,
    [accountId, kind, day],
  )
  await sql.run('delete from owner_notice where account_id = $1 and day < $2', [accountId, day])
  return row?.count ?? 1
}

export type NoticeMember = { id: string; email: string; role: Role; acceptedAt: string | null }

/** The members of the account and the people invited to it, oldest first. */
export async function listNoticeMembers(sql: Sql, accountId: string): Promise<NoticeMember[]> {
  return sql.rows<NoticeMember>(
    `select id, email, role, accepted_at as "acceptedAt" from member
      where account_id = $1 order by created_at, id`,
    [accountId],
  )
}
