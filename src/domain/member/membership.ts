import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { operation } from '../../contract/operation.ts'
import { roles } from '../../contract/role.ts'
import { hasTeams } from '../coach/store.ts'
import { notifyOwners } from '../notice/notify-owners.ts'
import { MemberView, memberStateOf, toMemberView } from './model.ts'
import { findSelf, lockMembersWithSelf } from './self.ts'
import { listMemberRows, removeMemberRow, setAccepted } from './store.ts'

// What invited people can do before they respond: see who invites them, accept, decline.

export const readMembership = operation({
  name: 'read_membership',
  summary: 'Read your own membership or invitation',
  access: 'member',
  reveals: 'nothing',
  issues: 'nothing',
  roles,
  signIn: 'any',
  evenWithoutPasskey: true,
  evenInvited: true,
  evenPaused: true,
  effect: 'reads',
  input: z.strictObject({}),
  output: MemberView,
  async run({ sql, account, caller, now }) {
    const members = await listMemberRows(sql, account.id)
    return { resource: toMemberView(findSelf(members, caller), members, now()) }
  },
})

export const acceptMembership = operation({
  name: 'accept_membership',
  summary: 'Accept an invitation, which makes you a member of the account',
  access: 'member',
  reveals: 'nothing',
  issues: 'nothing',
  roles,
  signIn: 'any',
  evenWithoutPasskey: true,
  evenInvited: true,
  effect: 'adds',
  emits: [],
  refuses: ['missing'],
  input: z.strictObject({}),
  output: MemberView,
  async run(context) {
    const { sql, account } = context
    const { members, self } = await lockMembersWithSelf(context)
    const now = context.now()
    const state = memberStateOf(self, now)
    if (state === 'accepted') return { resource: toMemberView(self, members, now), changes: [] }
    if (state === 'expired') throw invitationExpired()
    await setAccepted(sql, account.id, self.id, now)
    const { id, email, role } = self
    const seesNoOne = role === 'coach' && !(await hasTeams(sql, account.id, id))
    await notifyOwners(context, id, { kind: 'memberJoined', member: email, role, seesNoOne })
    const accepted = { ...self, acceptedAt: now.toISOString(), invitationExpiresAt: null }
    const target = { type: 'member', id: self.id } as const
    return {
      resource: toMemberView(accepted, members, now),
      changes: [{ target, changes: { role: self.role } }],
    }
  },
})

export const declineMembership = operation({
  name: 'decline_membership',
  summary: 'Decline an invitation; only the audit entry is kept',
  access: 'member',
  reveals: 'nothing',
  issues: 'nothing',
  roles,
  signIn: 'any',
  evenWithoutPasskey: true,
  evenInvited: true,
  evenPaused: true,
  effect: 'replaces',
  emits: [],
  refuses: ['conflict'],
  input: z.strictObject({}),
  output: z.null(),
  async run(context) {
    const { sql, account } = context
    const { self } = await lockMembersWithSelf(context)
    if (self.acceptedAt !== null) {
      throw new Failure('accepted_already')
    }
    await removeMemberRow(sql, account.id, self.id)
    return { resource: null, changes: [{ target: { type: 'member', id: self.id } }] }
  },
})

function invitationExpired(): Failure {
  return new Failure('invitation_over')
}
