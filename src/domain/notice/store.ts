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

/** Accounts with more owners pass the notice on themselves. */
const maxNotifiedOwners = 20

/** Whether this member is among the owners who get notices: the first that have accepted. */
export async function isNotifiedOwner(sql: Sql, accountId: string, memberId: string): Promise<boolean> {
  const members = await listNoticeMembers(sql, accountId)
  return notifiedOwnersOf(members).some(({ id }) => id === memberId)
}

/** Only accepted owners: an invitation alone reveals nothing about the account. */
export function notifiedOwnersOf(members: readonly NoticeMember[]): NoticeMember[] {
  const owners = members.filter(({ role, acceptedAt }) => role === 'owner' && acceptedAt !== null)
  return owners.slice(0, maxNotifiedOwners)
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
