import type { Sql } from '../../contract/ports.ts'
import type { Role } from '../../contract/role.ts'
import { inEachSandbox } from '../account/sandbox-store.ts'
import { clearTeams } from '../coach/store.ts'
import { queueDirectoryUpdate } from '../directory/store.ts'
import type { Member } from './model.ts'

/** Locks all members until the transaction ends, so that two concurrent removals can't remove the last two owners. */
export async function lockMembers(sql: Sql, accountId: string): Promise<Member[]> {
  return sql.rows<Member>(`${selectMembers} for update`, [accountId])
}

/** The members of the account and the people invited to it, oldest first. */
export async function listMemberRows(sql: Sql, accountId: string): Promise<Member[]> {
  return sql.rows<Member>(selectMembers, [accountId])
}

const selectMembers = `select id, email, name, role, created_at as "createdAt", accepted_at as "acceptedAt",
    invited_by as "invitedBy", invitation_expires_at as "invitationExpiresAt"
  from member where account_id = $1 order by created_at, id`

/** Adds an accepted member, by the operator. */
export async function insertMember(
  sql: Sql,
  member: { accountId: string; id: string; email: string; role: Role; now: Date },
): Promise<void> {
  await sql.run(
    `insert into member (account_id, id, email, role, created_at, accepted_at) values ($1, $2, $3, $4, $5, $5)`,
    [member.accountId, member.id, member.email, member.role, member.now],
  )
  await queueDirectoryUpdate(sql, member.accountId)
  await copyMembersToSandboxes(sql, member.accountId)
}

export type Invitation = { role: Role; invitedBy: string; expiresAt: Date }

/** Adds an invited person, who has no access until they accept. */
export async function insertInvited(
  sql: Sql,
  invited: Invitation & { accountId: string; id: string; email: string; now: Date },
): Promise<void> {
  await sql.run(
    `insert into member (account_id, id, email, role, created_at, invited_by, invitation_expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      invited.accountId,
      invited.id,
      invited.email,
      invited.role,
      invited.now,
      invited.invitedBy,
      invited.expiresAt,
    ],
  )
  await queueDirectoryUpdate(sql, invited.accountId)
}

/** Invites someone again, perhaps in another role. The teams of a coach stay. */
export async function renewInvitation(
  sql: Sql,
  accountId: string,
  memberId: string,
  { role, invitedBy, expiresAt }: Invitation,
): Promise<void> {
  await sql.run(
    `update member set role = $3, invited_by = $4, invitation_expires_at = $5
      where account_id = $1 and id = $2 and accepted_at is null`,
    [accountId, memberId, role, invitedBy, expiresAt],
  )
  if (role !== 'coach') await clearTeams(sql, accountId, memberId)
  await queueDirectoryUpdate(sql, accountId)
}

export async function setAccepted(sql: Sql, accountId: string, memberId: string, now: Date): Promise<void> {
  await sql.run(
    `update member set accepted_at = $3, invitation_expires_at = null
      where account_id = $1 and id = $2 and accepted_at is null`,
    [accountId, memberId, now],
  )
  await queueDirectoryUpdate(sql, accountId)
  await copyMembersToSandboxes(sql, accountId)
}

export async function setRole(sql: Sql, accountId: string, memberId: string, role: Role): Promise<void> {
  await sql.run('update member set role = $3 where account_id = $1 and id = $2', [accountId, memberId, role])
  if (role !== 'coach') await clearTeams(sql, accountId, memberId)
  await queueDirectoryUpdate(sql, accountId)
  await copyMembersToSandboxes(sql, accountId)
}

/** The name that the account's identity provider gave. */
export async function setMemberName(
  sql: Sql,
  accountId: string,
  memberId: string,
  name: string,
): Promise<void> {
  await sql.run(
    'update member set name = $3 where account_id = $1 and id = $2 and name is distinct from $3',
    [accountId, memberId, name],
  )
}

export async function removeMemberRow(sql: Sql, accountId: string, memberId: string): Promise<void> {
  await sql.run('delete from member where account_id = $1 and id = $2', [accountId, memberId])
  await queueDirectoryUpdate(sql, accountId)
  await copyMembersToSandboxes(sql, accountId)
}

/** Whether members must sign in with a passkey to access the account. */
export async function setRequirePasskey(sql: Sql, accountId: string, required: boolean): Promise<void> {
  await sql.run('update account set require_passkey = $2 where id = $1', [accountId, required])
  await queueDirectoryUpdate(sql, accountId)
  await inEachSandbox(sql, accountId, async (id) => {
    await sql.run('update account set require_passkey = $2 where id = $1', [id, required])
    await queueDirectoryUpdate(sql, id)
  })
}

/**
 * Makes the members of the account those of its sandboxes, in the transaction that changes them: removal and demotion
 * hold there from the same moment. The caller has locked the members, so that none is lost to a sandbox that is created
 * meanwhile.
 */
export async function copyMembersToSandboxes(sql: Sql, accountId: string): Promise<void> {
  const members = (await listMemberRows(sql, accountId)).filter(({ acceptedAt }) => acceptedAt !== null)
  await inEachSandbox(sql, accountId, async (id) => {
    await sql.run('delete from member where account_id = $1 and not id = any($2::text[])', [
      id,
      members.map((member) => member.id),
    ])
    await sql.run(
      `insert into member (account_id, id, email, role, created_at, accepted_at)
       select $1, id, email, role, "createdAt", "acceptedAt"
         from json_to_recordset($2::json)
           as given (id text, email text, role text, "createdAt" timestamptz, "acceptedAt" timestamptz)
       on conflict (account_id, id) do update set role = excluded.role`,
      [id, JSON.stringify(members)],
    )
    await queueDirectoryUpdate(sql, id)
  })
}
