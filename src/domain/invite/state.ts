import type { Profile } from '../profile/model.ts'
import type { InviteRow } from './store.ts'

export const inviteStates = ['queued', 'sent', 'opened', 'expired', 'superseded', 'failed'] as const
export type InviteState = (typeof inviteStates)[number]

/** The addresses that a link stands and falls with. */
export type ProfileAddresses = Pick<Profile, 'email' | 'phone'>

/**
 * What became of an invite. A message that never arrived is `failed` for good. Otherwise a link that no longer
 * works says why, and one that works says how far it has come.
 */
export function inviteStateOf(invite: InviteRow, addresses: ProfileAddresses, now: Date): InviteState {
  if (invite.failed_at !== null && invite.opened_at === null) return 'failed'
  if (!isInviteValid(invite, addresses)) return 'superseded'
  if (isInviteExpired(invite, now)) return 'expired'
  if (invite.opened_at !== null) return 'opened'
  // From a shared link somebody starts at once: there was no message that could wait.
  return invite.sent_at !== null || invite.channel === 'link' ? 'sent' : 'queued'
}

/** A link sent to an address that is no longer the profile's is dead: the address may be another person's. */
export function isInviteValid(invite: InviteRow, { email, phone }: ProfileAddresses): boolean {
  if (invite.superseded_at !== null || invite.revoked_at !== null) return false
  if (invite.channel === 'link') return true
  return invite.recipient === (invite.channel === 'email' ? email : phone)
}

export function isInviteExpired(invite: InviteRow, now: Date): boolean {
  return Date.parse(invite.expires_at) <= now.getTime()
}
