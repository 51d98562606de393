import type { Profile } from '../profile/model.ts'
import type { InviteRow } from './store.ts'

export const inviteStates = ['queued', 'sent', 'opened', 'expired', 'superseded', 'failed'] as const
export type InviteState = (typeof inviteStates)[number]

/** A link works only while its address is one of these. */
export type ProfileAddresses = Pick<Profile, 'email' | 'phone'>

/**
 * The state of an invite. A message that could not be delivered stays `failed`. Otherwise an inactive link gives the
 * reason, and an active one its progress.
 */
export function inviteStateOf(invite: InviteRow, addresses: ProfileAddresses, now: Date): InviteState {
  if (invite.failed_at !== null && invite.opened_at === null) return 'failed'
  if (!isInviteValid(invite, addresses)) return 'superseded'
  if (isInviteExpired(invite, now)) return 'expired'
  if (invite.opened_at !== null) return 'opened'
  // Enrollment from a share link starts right away, without a message to wait for.
  return invite.sent_at !== null || invite.channel === 'link' ? 'sent' : 'queued'
}

/** A link sent to an address that is no longer the profile's is invalid: the address may belong to someone else. */
export function isInviteValid(invite: InviteRow, addresses: ProfileAddresses): boolean {
  return invite.superseded_at === null && isInviteAddressCurrent(invite, addresses)
}

/** Whether the link was sent to an address that is still the profile's, and nobody has revoked it. */
export function isInviteAddressCurrent(invite: InviteRow, addresses: ProfileAddresses): boolean {
  return invite.revoked_at === null && !isAddressChanged(invite, addresses)
}

/** Whether the person has another address than the one it was sent to: what became of it there is over. */
export function isAddressChanged(
  { channel, recipient }: InviteRow,
  { email, phone }: ProfileAddresses,
): boolean {
  return channel !== 'link' && recipient !== (channel === 'email' ? email : phone)
}

/** Whether someone at an address that the person still has reported that they are not this person. */
export function isWrongPerson(invite: InviteRow, { email, phone }: ProfileAddresses): boolean {
  if (invite.wrong_person_at === null || invite.wrong_person_settled_at !== null) return false
  return invite.recipient !== null && invite.recipient === (invite.channel === 'email' ? email : phone)
}

export function isInviteExpired(invite: InviteRow, now: Date): boolean {
  return Date.parse(invite.expires_at) <= now.getTime()
}
