import type { Profile } from '../profile/model.ts'
import type { Invite } from './store.ts'

export const inviteStates = ['queued', 'sent', 'opened', 'expired', 'superseded', 'failed'] as const
export type InviteState = (typeof inviteStates)[number]

/** The addresses that a link stands and falls with. */
export type Addresses = Pick<Profile, 'email' | 'phone'>

/**
 * What became of an invite. A message that never arrived is `failed` for good. Otherwise a link that no longer
 * works says why, and one that works says how far it has come.
 */
export function stateOf(invite: Invite, addresses: Addresses, now: Date): InviteState {
  if (invite.failed_at !== null && invite.opened_at === null) return 'failed'
  if (!isStanding(invite, addresses)) return 'superseded'
  if (isOver(invite, now)) return 'expired'
  if (invite.opened_at !== null) return 'opened'
  // From a shared link somebody starts at once: there was no message that could wait.
  return invite.sent_at !== null || invite.channel === 'link' ? 'sent' : 'queued'
}

/** A link sent to an address that is no longer the profile's is dead: the address may be another person's. */
export function isStanding(invite: Invite, { email, phone }: Addresses): boolean {
  if (invite.superseded_at !== null || invite.revoked_at !== null) return false
  if (invite.channel === 'link') return true
  return invite.recipient === (invite.channel === 'email' ? email : phone)
}

export function isOver(invite: Invite, now: Date): boolean {
  return Date.parse(invite.expires_at) <= now.getTime()
}
