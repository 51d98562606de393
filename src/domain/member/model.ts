import { z } from 'zod'
import { type Role, roles } from '../../contract/role.ts'
import { PublicId, Timestamp } from '../../contract/shapes.ts'

/** Someone who acts for an account, or is invited to. */
export type Member = {
  id: string
  email: string
  /** From the account's identity provider. */
  name: string | null
  role: Role
  createdAt: string
  /** Null until the invitation is accepted. */
  acceptedAt: string | null
  /** The member who invited them; null if the operator added them. */
  invitedBy: string | null
  /** Null once they have accepted. */
  invitationExpiresAt: string | null
}

/** Days for which an invitation can be accepted. */
export const invitationDays = 7

/** Maximum number of open invitations: enough for a team, too few to flood mailboxes. */
export const maxOpenInvitations = 50

export type MemberState = 'accepted' | 'invited' | 'expired'

export function memberStateOf(
  member: Pick<Member, 'acceptedAt' | 'invitationExpiresAt'>,
  now: Date,
): MemberState {
  if (member.acceptedAt !== null) return 'accepted'
  const { invitationExpiresAt: end } = member
  return end !== null && Date.parse(end) > now.getTime() ? 'invited' : 'expired'
}

export const RoleName = z.enum(roles, `must be one of ${roles.join(', ')}`)

/** A member as other members of the account see them. */
export const MemberView = z.strictObject({
  id: PublicId,
  email: z.string(),
  /** From the account's identity provider. */
  name: z.string().optional(),
  role: RoleName,
  state: z.enum(['accepted', 'invited', 'expired']),
  /** When they accepted, or were invited. */
  since: Timestamp,
  /** Expiry of an open invitation. */
  expiresAt: Timestamp.nullable(),
  /** The inviter's address, if they are a member. */
  invitedBy: z.string().nullable(),
})
export type MemberView = z.output<typeof MemberView>

/** A member in another member's list, with what that member may do. */
const ListedMember = MemberView.extend({
  isSelf: z.boolean(),
  mayChangeRole: z.boolean(),
  /** For oneself it means leaving. */
  mayRemove: z.boolean(),
  mayInviteAgain: z.boolean(),
})
type ListedMember = z.output<typeof ListedMember>

export const MemberList = z.strictObject({
  members: z.array(ListedMember),
  /** The roles that the reader may invite others as; none for users, and none while the account is paused. */
  mayInviteAs: z.array(RoleName),
})

/** All members as one of them sees them. */
export function toMemberList(
  self: Member,
  members: readonly Member[],
  { now, isPaused }: { now: Date; isPaused: boolean },
): z.output<typeof MemberList> {
  // Coaches see no other members: some of them may be people who are assessed.
  const shown = self.role === 'coach' ? members.filter(({ id }) => id === self.id) : members
  const listed = shown.map((member): ListedMember => {
    const isLast = isLastOwner(members, member)
    const isSelf = member.id === self.id
    return {
      ...toMemberView(member, members, now),
      isSelf,
      mayChangeRole: self.role === 'owner' && !isLast && !isPaused,
      mayRemove: (isSelf || mayManage(self.role, member.role)) && !isLast,
      mayInviteAgain: member.acceptedAt === null && mayManage(self.role, member.role) && !isPaused,
    }
  })
  return { members: listed, mayInviteAs: isPaused ? [] : roles.filter((role) => mayManage(self.role, role)) }
}

export function toMemberView(member: Member, members: readonly Member[], now: Date): MemberView {
  const { id, email, name, role, createdAt, acceptedAt, invitationExpiresAt } = member
  return {
    id,
    email,
    ...(name !== null && { name }),
    role,
    state: memberStateOf(member, now),
    since: acceptedAt ?? createdAt,
    expiresAt: acceptedAt === null ? invitationExpiresAt : null,
    invitedBy: inviterOf(member, members),
  }
}

/** The address of the person who invited a member; null if there is none, or that person is deleted. */
function inviterOf({ invitedBy }: Member, members: readonly Member[]): string | null {
  return members.find(({ id }) => id === invitedBy)?.email ?? null
}

/** Whether a member of this role may invite, renew or remove a member of that role. */
export function mayManage(own: Role, other: Role): boolean {
  return own === 'owner' || (own === 'manager' && other === 'user')
}

/** An account without an owner would belong to people who may not manage it. */
export function isLastOwner(members: readonly Member[], leaving: Member): boolean {
  const isOwner = ({ role, acceptedAt }: Member) => role === 'owner' && acceptedAt !== null
  return isOwner(leaving) && !members.some((member) => member.id !== leaving.id && isOwner(member))
}
