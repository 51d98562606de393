import { z } from 'zod'
import { operation } from '../../contract/operation.ts'
import { roles } from '../../contract/role.ts'
import { PublicId } from '../../contract/shapes.ts'
import { notifyOwners } from '../notice/notify-owners.ts'
import { changeRole, removeMemberAndAccess } from './change.ts'
import { MemberList, MemberView, mayManage, RoleName, toMemberList, toMemberView } from './model.ts'
import { findSelf, insufficientRole, lockMembersWithSelf, refuseInSandbox, requireMember } from './self.ts'
import { listMemberRows } from './store.ts'

// Members are managed on the pages of the authorization server, not through REST: the published API has no such
// operations, and no connected app may add or remove members who connect apps.

export const listMembers = operation({
  name: 'list_members',
  summary: 'List the members of the account and open invitations',
  access: 'member',
  reveals: 'nothing',
  issues: 'nothing',
  roles,
  signIn: 'any',
  effect: 'reads',
  // A paused account must still be able to find and remove members.
  evenPaused: true,
  input: z.strictObject({}),
  output: MemberList,
  async run({ sql, account, caller, now }) {
    const members = await listMemberRows(sql, account.id)
    const self = findSelf(members, caller)
    return { resource: toMemberList(self, members, { now: now(), isPaused: account.paused }) }
  },
})

export const changeMemberRole = operation({
  name: 'change_member_role',
  summary: "Change a member's role; apps with more permissions than it allows are disconnected",
  access: 'member',
  reveals: 'nothing',
  issues: 'nothing',
  roles: ['owner'],
  signIn: 'recent',
  effect: 'replaces',
  emits: ['shareLink.ended', 'webhook.disabled'],
  refuses: ['forbidden', 'missing', 'conflict'],
  input: z.strictObject({ memberId: PublicId, role: RoleName }),
  output: MemberView,
  async run(context, { memberId, role }) {
    refuseInSandbox(context)
    const { members, self } = await lockMembersWithSelf(context)
    if (self.role !== 'owner') throw insufficientRole()
    const member = requireMember(members, memberId)
    const now = context.now()
    const { sql, account } = context
    const changes = await changeRole(sql, { accountId: account.id, members, member, now }, role)
    if (changes.length > 0) {
      await notifyOwners(context, self.id, { kind: 'roleChanged', member: member.email, role })
    }
    return { resource: toMemberView({ ...member, role }, members, now), changes }
  },
})

export const removeMember = operation({
  name: 'remove_member',
  summary: "Remove a member, or leave, with every app they connected; the last owner can't be removed",
  access: 'member',
  reveals: 'nothing',
  issues: 'nothing',
  roles,
  signIn: 'any',
  effect: 'replaces',
  emits: ['shareLink.ended', 'webhook.disabled'],
  evenPaused: true,
  refuses: ['forbidden', 'missing', 'conflict'],
  input: z.strictObject({ memberId: PublicId }),
  output: z.null(),
  async run(context, { memberId }) {
    refuseInSandbox(context)
    const { members, self } = await lockMembersWithSelf(context)
    const member = requireMember(members, memberId)
    if (member.id !== self.id && !mayManage(self.role, member.role)) throw insufficientRole()
    const { sql, account } = context
    const changes = await removeMemberAndAccess(sql, {
      accountId: account.id,
      members,
      member,
      now: context.now(),
    })
    // Owners aren't notified of a canceled invitation, which gave no one access.
    if (member.acceptedAt !== null) {
      const kind = member.id === self.id ? 'memberLeft' : 'memberRemoved'
      await notifyOwners(context, self.id, { kind, member: member.email })
    }
    return { resource: null, changes }
  },
})
