import type { Caller } from '../../contract/caller.ts'
import { Failure, forbidden, notFound } from '../../contract/failure.ts'
import type { Context } from '../../contract/operation.ts'
import type { Member } from './model.ts'
import { lockMembers } from './store.ts'

/**
 * All members, locked, and the one who asks, as they are now: the gate has read role and acceptance before the lock,
 * and whoever waited for it may have been removed or demoted meanwhile.
 */
export async function lockMembersWithSelf({ sql, account, caller }: Context): Promise<{
  members: Member[]
  self: Member
}> {
  const members = await lockMembers(sql, account.id)
  return { members, self: findSelf(members, caller) }
}

/** The one of these members who asks. */
export function findSelf(members: readonly Member[], caller: Caller): Member {
  const self = members.find(({ id }) => caller.kind === 'member' && id === caller.memberId)
  if (!self) throw forbidden('You are not a member of this account. Ask an owner of it to invite you.')
  return self
}

/** Fails as missing when there is none of that id: one of another account is answered just so. */
export function requireMember(members: readonly Member[], memberId: string): Member {
  const found = members.find(({ id }) => id === memberId)
  if (!found) throw notFound('There is no such member.')
  return found
}

/** For whoever may not do this to a member of that role. */
export function insufficientRole(): Error {
  return new Failure('role_missing')
}
