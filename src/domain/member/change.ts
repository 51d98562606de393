import { Failure } from '../../contract/failure.ts'
import type { Change } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import type { Role } from '../../contract/role.ts'
import { scopes, scopesOfRole } from '../../contract/scope.ts'
import { disconnectionChanges, revokeGrantsInTransaction } from '../app/revoke.ts'
import { endLinksOfMember } from '../link/store.ts'
import { isLastOwner, type Member, mayManage, memberStateOf } from './model.ts'
import { removeMemberRow, setRole } from './store.ts'

/** The account, and all its members as locked in this transaction. */
export type MemberChange = { accountId: string; members: readonly Member[]; member: Member; now: Date }

/**
 * Removes a member with their apps' grants and their open invitations, in the transaction of `sql`. Returns the audit
 * changes. Fails as a conflict for the last owner.
 */
export async function removeMemberAndAccess(sql: Sql, change: MemberChange): Promise<Change[]> {
  const { accountId, members, member, now } = change
  refuseLastOwner(members, member)
  const ended = await revokeGrantsInTransaction(
    sql,
    { accountId, memberId: member.id },
    'member_removed',
    now,
  )
  // Grants of accounts in another region are stored elsewhere, so the member's links are found by member.
  await endLinksOfMember(sql, accountId, member.id, now)
  await removeMemberRow(sql, accountId, member.id)
  const removal: Change = { target: { type: 'member', id: member.id }, changes: { role: member.role } }
  const takenBack = await revokeInvitations(sql, change, undefined)
  return [removal, ...disconnectionChanges(ended, 'member_removed'), ...takenBack]
}

/**
 * Changes a member's role, and ends the apps and open invitations that the new role doesn't allow. Returns the audit
 * changes; none if the role is the same. Fails as a conflict if no owner would be left.
 */
export async function changeRole(sql: Sql, change: MemberChange, role: Role): Promise<Change[]> {
  const { accountId, members, member, now } = change
  if (member.role === role) return []
  if (role !== 'owner') refuseLastOwner(members, member)
  await setRole(sql, accountId, member.id, role)
  // What they have shared shows people outside their teams, or hands on what they may no longer do.
  if (role === 'coach') await endLinksOfMember(sql, accountId, member.id, now)
  const allowed = scopesOfRole(role)
  const withAnyOf = scopes.filter((scope) => !allowed.includes(scope))
  const beyond = { accountId, memberId: member.id, withAnyOf }
  const ended =
    withAnyOf.length === 0 ? [] : await revokeGrantsInTransaction(sql, beyond, 'role_changed', now)
  const target = { type: 'member', id: member.id } as const
  return [
    { action: 'change_member_role', target, changes: { from: member.role, to: role } },
    ...disconnectionChanges(ended, 'role_changed'),
    ...(await revokeInvitations(sql, change, role)),
  ]
}

/**
 * Revokes a member's open invitations that their new role doesn't allow, or all after removal. Otherwise a removed
 * member could have invited themselves under another address.
 */
async function revokeInvitations(
  sql: Sql,
  { accountId, members, member, now }: MemberChange,
  role: Role | undefined,
): Promise<Change[]> {
  const revoked = members.filter(
    (one) =>
      one.invitedBy === member.id &&
      memberStateOf(one, now) === 'invited' &&
      !(role !== undefined && mayManage(role, one.role)),
  )
  for (const { id } of revoked) await removeMemberRow(sql, accountId, id)
  return revoked.map((one) => ({
    action: 'take_back_invitation',
    target: { type: 'member', id: one.id },
    changes: { role: one.role, invitedBy: member.id },
  }))
}

function refuseLastOwner(members: readonly Member[], leaving: Member): void {
  if (!isLastOwner(members, leaving)) return
  throw new Failure('last_owner', {
    message: `${leaving.email} is the last owner of the account. Make someone else an owner first.`,
  })
}
