import type { Context } from '../../contract/operation.ts'
import type { Profile } from '../profile/model.ts'
import { type InviteAddress, inviteLimits } from './limits.ts'
import { sendInvite } from './send.ts'
import { listInvitesOf } from './store.ts'

/**
 * Sends a link, unless one was sent to this address a moment ago and is still valid: clients repeat a call whose
 * response was lost. False if nothing was sent.
 */
export async function sendInviteOnce(
  context: Context,
  profile: Profile,
  address: InviteAddress,
): Promise<boolean> {
  if (await wasJustSent(context, profile.id, address)) return false
  await sendInvite(context, profile, address)
  return true
}

async function wasJustSent(
  { sql, account, now }: Context,
  profileId: string,
  { channel, to }: InviteAddress,
): Promise<boolean> {
  const [newest] = await listInvitesOf(sql, account.id, profileId, { limit: 1, offset: 0 })
  if (newest?.channel !== channel || newest.recipient !== to) return false
  if (newest.revoked_at || newest.failed_at) return false
  return now().getTime() - Date.parse(newest.created_at) < inviteLimits.seconds * 1000
}
