import type { Change, Context } from '../../contract/operation.ts'
import { eraseProfile } from '../profile/erase.ts'
import { setActive } from './set-active.ts'
import { removeProvisioned } from './store.ts'

export const removalEvents = ['profile.updated', 'profile.deleted'] as const

/**
 * A directory has deleted a person: they are deactivated, and nothing is erased, because directories delete by mistake
 * and answers do not come back. Erased with everything if the owners have chosen so.
 */
export async function removePerson(
  context: Context,
  key: { accountId: string; connectionId: string },
  profileId: string,
  isErased: boolean,
): Promise<Change[]> {
  const { sql, account, now } = context
  const target = { type: 'profile', id: profileId } as const
  if (isErased) {
    await eraseProfile(sql, account.id, profileId, { reason: 'api', now: now() })
    return [{ action: 'delete_profile', target }]
  }
  await setActive(context, profileId, false)
  await removeProvisioned(sql, key, profileId)
  return [{ target, changes: { active: false } }]
}
