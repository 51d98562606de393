import { z } from 'zod'
import { conflict, Failure } from '../../contract/failure.ts'
import { type Change, type Context, operation } from '../../contract/operation.ts'
import { EmailAddress } from '../../contract/shapes.ts'
import { askPermit, isRefused, type Permit } from '../message/permit.ts'
import { permitParts, refusalFailure, refusalOf } from '../message/refusal.ts'
import { notifyOwners } from '../notice/tell.ts'
import { sendInvitation } from './letter.ts'
import {
  invitationDays,
  type Member,
  MemberView,
  mayManage,
  openInvitationsAtMost,
  RoleName,
  stateOf,
  viewOf,
} from './model.ts'
import { beyondRole, lockWithSelf } from './own.ts'
import { insertInvited, renewInvitation } from './store.ts'

export const inviteMember = operation({
  name: 'invite_member',
  summary: 'Invite somebody to act for the account, or invite them again',
  access: 'member',
  reveals: 'nothing',
  issues: 'nothing',
  roles: ['owner', 'manager'],
  signIn: 'recent',
  effect: 'replaces',
  refuses: ['forbidden', 'conflict', 'limited'],
  input: z.strictObject({ email: EmailAddress, role: RoleName }),
  output: MemberView,
  async run(context, { email, role }) {
    const { members, self } = await lockWithSelf(context)
    if (!mayManage(self.role, role)) throw beyondRole()
    const standing = members.find((member) => member.email === email)
    if (standing && !mayManage(self.role, standing.role)) throw beyondRole()
    const now = context.now()
    refuseNeedless(standing, now)
    refuseCrowd(members, standing, now)
    const permit = await permitFor(context, email, now)
    const expiresAt = new Date(now.getTime() + invitationDays * day)
    const { invited, change } = await writeInvitation(context, standing, {
      email,
      role,
      self,
      now,
      expiresAt,
    })
    await notifyOwners(context, self.id, { kind: 'memberInvited', member: email, role })
    await sendInvitation(context, { permit, role, inviter: self.email, expiresAt, now })
    return { resource: viewOf(invited, members, now), created: standing === undefined, changes: [change] }
  },
})

const day = 86_400_000

/** Whoever is a member needs no invitation; whoever was invited just now has the letter on its way. */
function refuseNeedless(standing: Member | undefined, now: Date): void {
  if (!standing) return
  if (stateOf(standing, now) === 'accepted') {
    throw conflict('This person is a member already.', { code: 'member_already' })
  }
  const end = Date.parse(standing.invitationExpiresAt ?? '')
  const retryAfterSeconds = Math.ceil((end - invitationDays * day + 60_000 - now.getTime()) / 1000)
  if (!(retryAfterSeconds > 0)) return
  throw new Failure('limited', 'This person was invited less than a minute ago. Try again in a minute.', {
    code: 'invited_just_now',
    retryAfterSeconds,
  })
}

function refuseCrowd(members: readonly Member[], standing: Member | undefined, now: Date): void {
  const open = members.filter((one) => one.id !== standing?.id && stateOf(one, now) === 'invited')
  if (open.length < openInvitationsAtMost) return
  throw conflict(`${openInvitationsAtMost} invitations are open. Wait for answers, or take some back.`, {
    code: 'too_many_invitations',
  })
}

/** Counted when it is made: whoever removes the invitation again has sent the email all the same. */
async function permitFor(context: Context, email: string, now: Date): Promise<Permit> {
  const parts = permitParts(context, now)
  const answer = await askPermit(parts, { kind: 'member', channel: 'email', to: email })
  if (isRefused(answer)) throw refusalFailure(refusalOf(answer, parts))
  return answer
}

type Wanted = Pick<Member, 'email' | 'role'> & { self: Member; now: Date; expiresAt: Date }

async function writeInvitation(
  { sql, account, newId }: Context,
  standing: Member | undefined,
  { email, role, self, now, expiresAt }: Wanted,
): Promise<{ invited: Member; change: Change }> {
  const id = standing?.id ?? newId()
  const invitation = { role, invitedBy: self.id, expiresAt }
  if (standing) await renewInvitation(sql, account.id, id, invitation)
  else await insertInvited(sql, { accountId: account.id, id, email, now, ...invitation })
  const createdAt = standing?.createdAt ?? now.toISOString()
  const invited = { id, email, role, createdAt, acceptedAt: null, invitedBy: self.id }
  return {
    invited: { ...invited, invitationExpiresAt: expiresAt.toISOString() },
    change: { target: { type: 'member', id }, changes: { role, ...(standing ? { again: true } : {}) } },
  }
}
