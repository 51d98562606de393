import type { Caller } from '../../contract/caller.ts'
import { Failure, forbidden, notFound } from '../../contract/failure.ts'
import type { Context } from '../../contract/operation.ts'
import type { Member } from './model.ts'
import { lockMembers } from './store.ts'

/**
 * Locks all members and returns them with the caller's own row. The gate read role and acceptance before the lock, and
 * the caller may have been removed or demoted since.
 */
export async function lockMembersWithSelf({ sql, account, caller }: Context): Promise<{
  members: Member[]
  self: Member
}> {
  const members = await lockMembers(sql, account.id)
  return { members, self: findSelf(members, caller) }
}

/** The caller's own row. */
export function findSelf(members: readonly Member[], caller: Caller): Member {
  const self = members.find(({ id }) => caller.kind === 'member' && id === caller.memberId)
  if (!self) throw forbidden("You're not a member of this account. Ask an owner to invite you.")
  return self
}

/** Fails as missing if there is no such member; members of other accounts get the same answer. */
export function requireMember(members: readonly Member[], memberId: string): Member {
  const member = members.find(({ id }) => id === memberId)
  if (!member) throw notFound('There is no such member.')
  return member
}

/** The caller's role doesn't allow this for a member of that role. */
export function insufficientRole(): Error {
  return new Failure('role_missing')
}

/** A sandbox has the members of its account, and no others. */
export function refuseInSandbox({ account }: Pick<Context, 'account'>): void {
  if (account.mode === 'sandbox') throw new Failure('sandbox_members')
}
