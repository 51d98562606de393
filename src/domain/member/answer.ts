import { z } from 'zod'
import { conflict, Failure } from '../../contract/failure.ts'
import { operation } from '../../contract/operation.ts'
import { roles } from '../../contract/role.ts'
import { notifyOwners } from '../notice/tell.ts'
import { MemberView, stateOf, viewOf } from './model.ts'
import { lockWithSelf, ownOf } from './own.ts'
import { listMembers, removeMember, setAccepted } from './store.ts'

// What those can do who are invited and have not answered yet: read who invites them, accept, decline.

export const readMembership = operation({
  name: 'read_membership',
  summary: 'Read one’s own membership or invitation',
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
    const members = await listMembers(sql, account.id)
    return { resource: viewOf(ownOf(members, caller), members, now()) }
  },
})

export const acceptMembership = operation({
  name: 'accept_membership',
  summary: 'Accept an invitation; from then on the member acts for the account',
  access: 'member',
  reveals: 'nothing',
  issues: 'nothing',
  roles,
  signIn: 'any',
  evenWithoutPasskey: true,
  evenInvited: true,
  effect: 'adds',
  refuses: ['missing'],
  input: z.strictObject({}),
  output: MemberView,
  async run(context) {
    const { sql, account } = context
    const { members, self } = await lockWithSelf(context)
    const now = context.now()
    const state = stateOf(self, now)
    if (state === 'accepted') return { resource: viewOf(self, members, now), changes: [] }
    if (state === 'expired') throw over()
    await setAccepted(sql, account.id, self.id, now)
    const { id, email, role } = self
    await notifyOwners(context, id, { kind: 'memberJoined', member: email, role })
    const accepted = { ...self, acceptedAt: now.toISOString(), invitationExpiresAt: null }
    const target = { type: 'member', id: self.id } as const
    return { resource: viewOf(accepted, members, now), changes: [{ target, changes: { role: self.role } }] }
  },
})

export const declineMembership = operation({
  name: 'decline_membership',
  summary: 'Decline an invitation; nothing of it is kept but its entry in the audit',
  access: 'member',
  reveals: 'nothing',
  issues: 'nothing',
  roles,
  signIn: 'any',
  evenWithoutPasskey: true,
  evenInvited: true,
  evenPaused: true,
  effect: 'replaces',
  refuses: ['conflict'],
  input: z.strictObject({}),
  output: z.null(),
  async run(context) {
    const { sql, account } = context
    const { self } = await lockWithSelf(context)
    if (self.acceptedAt !== null) {
      throw conflict('You have accepted this invitation. To end your membership, leave the account.', {
        code: 'accepted_already',
      })
    }
    await removeMember(sql, account.id, self.id)
    return { resource: null, changes: [{ target: { type: 'member', id: self.id } }] }
  },
})

function over(): Failure {
  return new Failure('missing', 'This invitation is over. Ask whoever invited you for another one.', {
    code: 'invitation_over',
  })
}
