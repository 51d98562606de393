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
 * Sends a personal link to an address that somebody typed. Whoever is known under it stays as they are: the typed
 * name and the tags of the link are for new people only, and only who reads the email gets in. What is refused
 * for everybody comes first, so that no refusal tells who is known; what is refused for one person is not told.
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
  if (!profile) throw conflict('Somebody changed the same person at the same moment. Try again.')
  const changes = added?.changes ?? []
  if (await isResendThrottled(context, profile.id)) return changes
  const to = { channel: 'email', to: email } as const
  const isSent = await sendInvite(context, profile, to, { kind: 'start', ...to }).then(
    () => true,
    falseIfRefused,
  )
  return isSent ? [...changes, inviteChange(profile.id, 'email')] : changes
}

/** The person of this address, and every other writer of the profile waits. */
async function lockProfileByEmail({ sql, account }: Context, email: string): Promise<Profile | undefined> {
  const [id] = await findProfilesByAddress(sql, account.id, email, null)
  const profile = id === undefined ? undefined : await lockProfile(sql, account.id, id)
  // The address may have moved to another profile while this one waited.
  return profile?.email === email ? profile : undefined
}

/** That this address gets no more emails, or wants none, is not told to whoever typed it. */
function falseIfRefused(error: unknown): false {
  if (error instanceof Failure && (error.kind === 'limited' || error.kind === 'conflict')) return false
  throw error
}
