import { canReadProfiles } from '../../contract/caller.ts'
import type { Context } from '../../contract/operation.ts'
import { recordEvent } from '../event/record.ts'
import { type FormerAddress, type ProfileChange, updateProfileRow } from './change-store.ts'
import type { Profile } from './model.ts'

/**
 * Changes names, addresses and language of a locked profile, and records the event. Returns the addresses whose links
 * ended. The caller writes the document.
 */
export async function changeProfile(
  { sql, account, caller, now }: Context,
  profile: Profile,
  change: ProfileChange,
): Promise<FormerAddress[]> {
  const isConfirmed = canReadProfiles(caller)
  const former = await updateProfileRow(sql, account.id, profile, { ...change, isConfirmed }, now())
  const fields = (Object.keys(change) as (keyof ProfileChange)[])
    .filter((field) => (profile[field] ?? null) !== (change[field] ?? null))
    .sort()
  if (fields.length > 0)
    recordEvent(sql, { type: 'profile.updated', data: { profileId: profile.id, fields } })
  return former
}
