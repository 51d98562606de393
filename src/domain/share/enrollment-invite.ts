import { conflict, Failure } from '../../contract/failure.ts'
import type { Change, Context } from '../../contract/operation.ts'
import { isResendThrottled } from '../invite/resend-throttle.ts'
import { inviteChange, sendInvite } from '../invite/send.ts'
import type { ProfileInput } from '../profile/add.ts'
import type { Profile } from '../profile/model.ts'
import { findProfilesByAddress, lockProfile } from '../profile/store.ts'
import { refuseOverCapacity } from './capacity.ts'
import { addEnrolledProfile } from './enrolled-profile.ts'
import type { ShareLink } from './model.ts'

/**
 * Sends a personal link to an address that a visitor typed. Existing profiles are unchanged: the typed name and the
 * link's tags apply to new people only, and only someone who reads the email gets access. Refusals that concern
 * everyone come first and those that concern one person are silent, so that no refusal reveals who is known.
 */
export async function sendEnrollmentInvite(
  context: Context,
  link: ShareLink,
  person: Pick<ProfileInput, 'firstName' | 'lastName' | 'locale'> & { email: string },
): Promise<Change[]> {
  const { email } = person
  const existing = await lockProfileByEmail(context, email)
  await refuseOverCapacity(context)
  const added = existing ? undefined : await addEnrolledProfile(context, link, person)
  const profile = existing ?? added?.profile ?? (await lockProfileByEmail(context, email))
  if (!profile) throw conflict('Someone else changed the same person at the same time. Try again.')
  const changes = added?.changes ?? []
  if (await isResendThrottled(context, profile.id)) return changes
  const to = { channel: 'email', to: email } as const
  const isSent = await sendInvite(context, profile, to, { kind: 'start', ...to }).then(
    () => true,
    falseIfRefused,
  )
  return isSent ? [...changes, inviteChange(profile.id, 'email')] : changes
}

/** Locks the profile with this address. */
async function lockProfileByEmail({ sql, account }: Context, email: string): Promise<Profile | undefined> {
  const [id] = await findProfilesByAddress(sql, account.id, email, null)
  const profile = id === undefined ? undefined : await lockProfile(sql, account.id, id)
  // The address may have moved to another profile while this transaction waited.
  return profile?.email === email ? profile : undefined
}

/** Hides from the visitor that this address has reached its limit or has unsubscribed. */
function falseIfRefused(error: unknown): false {
  if (error instanceof Failure && (error.kind === 'limited' || error.kind === 'conflict')) return false
  throw error
}
