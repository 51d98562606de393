import { Failure } from '../../contract/failure.ts'
import type { Change, Context } from '../../contract/operation.ts'
import { changeAddresses } from '../address/update.ts'
import { findSameAlias, removeAlias } from '../alias/store.ts'
import { recordEvent } from '../event/record.ts'
import { addAlias } from '../profile/add.ts'
import type { ProfileChange } from '../profile/change-store.ts'
import { noSuchProfile } from '../profile/operations.ts'
import { findProfilesByAddress, lockProfile, writeDocument } from '../profile/store.ts'
import { taken } from './add-person.ts'
import { setActive } from './set-active.ts'
import { isUserNameTaken, lockUserName, updateProvisioned } from './store.ts'
import { personOf, type User } from './user.ts'

export const changeEvents = ['profile.updated', 'resourceAlias.created', 'resourceAlias.deleted'] as const

type Changed = { profileId: string; before: User; after: User }

/** Changes of a person what the directory has changed, and nothing that someone else has entered. */
export async function changePerson(
  context: Context,
  key: { accountId: string; connectionId: string },
  { profileId, before, after }: Changed,
): Promise<Change[]> {
  const { sql, now } = context
  if (after.userName.toLowerCase() !== before.userName.toLowerCase()) {
    await lockUserName(sql, key, after.userName)
    if (await isUserNameTaken(sql, key, after.userName)) throw taken('userName')
  }
  const isSame = JSON.stringify(before) === JSON.stringify(after)
  const moved = await setActive(context, profileId, after.active)
  if (isSame && !moved) return []
  const fields = await changeProfileOf(context, { profileId, before, after })
  const keys = await changeKey(context, { profileId, before, after })
  await updateProvisioned(sql, key, { profileId, user: after, now: now() })
  const target = { type: 'profile', id: profileId } as const
  const changes = { fields, ...(moved && { active: after.active }) }
  return [{ target, changes }, ...keys]
}

async function changeProfileOf(context: Context, { profileId, before, after }: Changed): Promise<string[]> {
  const { sql, account } = context
  const [former, next] = [personOf(before), personOf(after)]
  const names = ['email', 'phone', 'firstName', 'lastName', 'locale'] as const
  const change: ProfileChange = {}
  for (const name of names) if (former[name] !== next[name]) change[name] = next[name]
  const { phone } = change
  if (phone) {
    const holders = await findProfilesByAddress(sql, account.id, null, phone)
    if (holders.some((id) => id !== profileId)) delete change.phone
  }
  if (Object.keys(change).length === 0) return []
  const profile = (await lockProfile(sql, account.id, profileId)) ?? noSuchProfile()
  await changeAddresses(context, profile, change).catch(refuseTaken)
  return Object.keys(change).sort()
}

function refuseTaken(error: unknown): never {
  if (error instanceof Failure && error.code === 'address_taken') throw taken('email')
  throw error
}

/** The directory's own key: the former one goes, if it is still there. */
async function changeKey(context: Context, { profileId, before, after }: Changed): Promise<Change[]> {
  if (before.externalId === after.externalId) return []
  const { sql, account } = context
  const changes: Change[] = []
  if (before.externalId !== undefined) {
    const alias = { resourceType: 'profile', resourceId: profileId, consumerKey: before.externalId } as const
    const found = await findSameAlias(sql, account.id, alias)
    if (found) {
      await removeAlias(sql, account.id, found.id)
      const data = { resourceAliasId: found.id, resourceType: 'profile', resourceId: profileId } as const
      recordEvent(sql, { type: 'resourceAlias.deleted', data })
      changes.push({ action: 'delete_resource_alias', target: { type: 'resource_alias', id: found.id } })
    }
  }
  if (after.externalId !== undefined) changes.push(...(await addAlias(context, profileId, after.externalId)))
  await writeDocument(sql, account.id, profileId)
  return changes
}
