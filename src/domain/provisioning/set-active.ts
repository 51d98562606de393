import type { Context } from '../../contract/operation.ts'
import { insertDeactivation, removeDeactivation } from '../deactivation/store.ts'
import { recordEvent } from '../event/record.ts'
import { revokeInvitesOf } from '../invite/revoke-store.ts'
import { endShared } from '../profile/shared-store.ts'

/**
 * Deactivates a person or takes that back. Deactivating ends all their links and what they show to others, and
 * invites are refused until it is taken back. Answers and results stay as they are. False if nothing changed.
 */
export async function setActive(
  { sql, account, now }: Context,
  profileId: string,
  isActive: boolean,
): Promise<boolean> {
  const at = now()
  const hasChanged = isActive
    ? await removeDeactivation(sql, account.id, profileId)
    : await insertDeactivation(sql, account.id, profileId, at)
  if (!hasChanged) return false
  if (!isActive) {
    await revokeInvitesOf(sql, account.id, profileId, at)
    await endShared(sql, { accountId: account.id, profileId, now: at })
  }
  recordEvent(sql, { type: 'profile.updated', data: { profileId, fields: ['active'] } })
  return true
}
