import type { Sql } from '../../contract/ports.ts'
import type { Role } from '../../contract/role.ts'

export type Member = { id: string; email: string; role: Role; createdAt: string }

/** All members, held until the end of the transaction, so that two removals cannot each leave the other's owner. */
export async function lockMembers(sql: Sql, accountId: string): Promise<Member[]> {
  return sql.rows<Member>(`${selectMembers} for update`, [accountId])
}

/** The members of the account in the order in which they came. */
export async function listMembers(sql: Sql, accountId: string): Promise<Member[]> {
  return sql.rows<Member>(selectMembers, [accountId])
}

const selectMembers = `select id, email, role, created_at as "createdAt" from member
  where account_id = $1 order by created_at, id`

export async function insertMember(
  sql: Sql,
  member: { accountId: string; id: string; email: string; role: Role; now: Date },
): Promise<void> {
  await sql.run('insert into member (account_id, id, email, role, created_at) values ($1, $2, $3, $4, $5)', [
    member.accountId,
    member.id,
    member.email,
    member.role,
    member.now,
  ])
}

export async function setRole(sql: Sql, accountId: string, memberId: string, role: Role): Promise<void> {
  await sql.run('update member set role = $3 where account_id = $1 and id = $2', [accountId, memberId, role])
}

export async function removeMember(sql: Sql, accountId: string, memberId: string): Promise<void> {
  await sql.run('delete from member where account_id = $1 and id = $2', [accountId, memberId])
}
