import { z } from 'zod'
import { Failure, invalid } from '../../contract/failure.ts'
import { type Change, type Context, operation } from '../../contract/operation.ts'
import { EmailAddress } from '../../contract/shapes.ts'
import { replaceTeams, TeamIds } from '../coach/teams.ts'
import { isPermitRefused, type Permit, requestPermit } from '../message/permit.ts'
import { permitPartsOf, toMessageRefusal, toRefusalFailure } from '../message/refusal.ts'
import { notifyOwners } from '../notice/notify-owners.ts'
import { sendInvitationEmail } from './invitation-email.ts'
import {
  invitationDays,
  type Member,
  MemberView,
  maxOpenInvitations,
  mayManage,
  memberStateOf,
  RoleName,
  toMemberView,
} from './model.ts'
import { insufficientRole, lockMembersWithSelf, refuseInSandbox } from './self.ts'
import { insertInvited, renewInvitation } from './store.ts'

export const inviteMember = operation({
  name: 'invite_member',
  summary: 'Invite someone to act for the account, or invite them again',
  access: 'member',
  reveals: 'nothing',
  issues: 'nothing',
  roles: ['owner', 'manager'],
  signIn: 'recent',
  effect: 'replaces',
  emits: [],
  refuses: ['forbidden', 'missing', 'conflict', 'limited'],
  input: z.strictObject({
    email: EmailAddress,
    role: RoleName,
    // The teams of a coach, whose people they see once they have accepted. Without both fields, teams chosen earlier stay.
    tagIds: TeamIds.optional(),
    savedTeamIds: TeamIds.optional(),
  }),
  output: MemberView,
  async run(context, { email, role, tagIds, savedTeamIds }) {
    refuseInSandbox(context)
    const choosesTeams = tagIds !== undefined || savedTeamIds !== undefined
    if (choosesTeams && role !== 'coach') throw invalid('Only coaches have teams.', { param: 'tagIds' })
    const { members, self } = await lockMembersWithSelf(context)
    if (!mayManage(self.role, role)) throw insufficientRole()
    const existing = members.find((member) => member.email === email)
    if (existing && !mayManage(self.role, existing.role)) throw insufficientRole()
    const now = context.now()
    refuseRedundantInvitation(existing, now)
    refuseTooManyInvitations(members, existing, now)
    const permit = await permitFor(context, email, now)
    const expiresAt = new Date(now.getTime() + invitationDays * day)
    const { invited, change } = await writeInvitation(context, existing, {
      email,
      role,
      self,
      now,
      expiresAt,
    })
    const teams = { tagIds: tagIds ?? [], savedTeamIds: savedTeamIds ?? [] }
    const chosen = choosesTeams ? await replaceTeams(context, invited.id, teams) : []
    await notifyOwners(context, self.id, { kind: 'memberInvited', member: email, role })
    await sendInvitationEmail(context, { permit, role, inviter: self.email, expiresAt, now })
    return {
      resource: toMemberView(invited, members, now),
      created: existing === undefined,
      changes: [change, ...chosen.map((one) => ({ ...one, action: 'set_coach_teams' as const }))],
    }
  },
})

const day = 86_400_000

/** Refuses invitations of members, and of people who were invited a moment ago and whose email is still queued. */
function refuseRedundantInvitation(existing: Member | undefined, now: Date): void {
  if (!existing) return
  if (memberStateOf(existing, now) === 'accepted') {
    throw new Failure('member_already')
  }
  const end = Date.parse(existing.invitationExpiresAt ?? '')
  const retryAfterSeconds = Math.ceil((end - invitationDays * day + 60_000 - now.getTime()) / 1000)
  if (!(retryAfterSeconds > 0)) return
  throw new Failure('invited_just_now', {
    message: 'This person was invited less than a minute ago. Try again in a minute.',
    retryAfterSeconds,
  })
}

function refuseTooManyInvitations(members: readonly Member[], existing: Member | undefined, now: Date): void {
  const open = members.filter(
    (member) => member.id !== existing?.id && memberStateOf(member, now) === 'invited',
  )
  if (open.length < maxOpenInvitations) return
  throw new Failure('too_many_invitations', {
    message: `${maxOpenInvitations} invitations are open. Wait for replies, or cancel some.`,
  })
}

/** Counted when the invitation is made: removing it doesn't unsend the email. */
async function permitFor(context: Context, email: string, now: Date): Promise<Permit> {
  const parts = permitPartsOf(context, now)
  const answer = await requestPermit(parts, { kind: 'member', channel: 'email', to: email })
  if (isPermitRefused(answer)) throw toRefusalFailure(toMessageRefusal(answer, parts))
  return answer
}

type NewInvitation = Pick<Member, 'email' | 'role'> & { self: Member; now: Date; expiresAt: Date }

async function writeInvitation(
  { sql, account, newId }: Context,
  existing: Member | undefined,
  { email, role, self, now, expiresAt }: NewInvitation,
): Promise<{ invited: Member; change: Change }> {
  const id = existing?.id ?? newId()
  const invitation = { role, invitedBy: self.id, expiresAt }
  if (existing) await renewInvitation(sql, account.id, id, invitation)
  else await insertInvited(sql, { accountId: account.id, id, email, now, ...invitation })
  const createdAt = existing?.createdAt ?? now.toISOString()
  const invited = {
    id,
    email,
    name: existing?.name ?? null,
    role,
    createdAt,
    acceptedAt: null,
    invitedBy: self.id,
  }
  return {
    invited: { ...invited, invitationExpiresAt: expiresAt.toISOString() },
    change: { target: { type: 'member', id }, changes: { role, ...(existing ? { again: true } : {}) } },
  }
}
