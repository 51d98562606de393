import { conflict } from '../../contract/failure.ts'
import type { Change } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import type { Role } from '../../contract/role.ts'
import { scopes, scopesOfRole } from '../../contract/scope.ts'
import { disconnections, endGrantsHere } from '../app/revoke.ts'
import { isLastOwner, type Member } from './model.ts'
import { removeMember, setRole } from './store.ts'

/** What is changed, and all members of the account as they are locked in this transaction. */
export type MemberChange = { accountId: string; members: readonly Member[]; member: Member; now: Date }

/**
 * Removes a member, and with them every app that they let into this account, in the transaction of `sql`. Returns
 * what the audit says of it. Fails as a conflict for the last owner.
 */
export async function takeOut(
  sql: Sql,
  { accountId, members, member, now }: MemberChange,
): Promise<Change[]> {
  keepOwner(members, member)
  const ended = await endGrantsHere(sql, { accountId, memberId: member.id }, 'member_removed', now)
  await removeMember(sql, accountId, member.id)
  const removal: Change = { target: { type: 'member', id: member.id }, changes: { role: member.role } }
  return [removal, ...disconnections(ended, 'member_removed')]
}

/**
 * Gives a member another role, and ends the apps that were let in to do more than it allows. Returns what the audit
 * says of it; nothing where the role is the same. Fails as a conflict when the last owner would be one no more.
 */
export async function giveRole(
  sql: Sql,
  { accountId, members, member, now }: MemberChange,
  role: Role,
): Promise<Change[]> {
  if (member.role === role) return []
  if (role !== 'owner') keepOwner(members, member)
  await setRole(sql, accountId, member.id, role)
  const allowed = scopesOfRole(role)
  const withAnyOf = scopes.filter((scope) => !allowed.includes(scope))
  const beyond = { accountId, memberId: member.id, withAnyOf }
  const ended = withAnyOf.length === 0 ? [] : await endGrantsHere(sql, beyond, 'role_changed', now)
  const target = { type: 'member', id: member.id } as const
  return [
    { action: 'change_member_role', target, changes: { from: member.role, to: role } },
    ...disconnections(ended, 'role_changed'),
  ]
}

function keepOwner(members: readonly Member[], leaving: Member): void {
  if (!isLastOwner(members, leaving)) return
  throw conflict(`${leaving.email} is the last owner of the account. Make somebody else an owner first.`, {
    code: 'last_owner',
  })
}
