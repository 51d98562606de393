import { Failure } from '../../contract/failure.ts'
import type { Change, Context } from '../../contract/operation.ts'
import { pickDefined } from '../../contract/pick-defined.ts'
import { newProfileEvents } from '../profile/add.ts'
import { findOrAddProfile } from '../profile/find-or-add.ts'
import { findProfilesByAddress } from '../profile/store.ts'
import { setActive } from './set-active.ts'
import { findProvisioned, insertProvisioned, isUserNameTaken, lockUserName } from './store.ts'
import { personOf, type User } from './user.ts'

export const addingEvents = [...newProfileEvents, 'profile.updated'] as const

/**
 * Adds a person, or takes over one with the same email, of whom nothing is overwritten. Fails as `conflict` if the
 * directory has reported the user name or the person before.
 */
export async function addPerson(
  context: Context,
  key: { accountId: string; connectionId: string },
  user: User,
): Promise<{ profileId: string; changes: Change[] }> {
  const { sql, account, now } = context
  await lockUserName(sql, key, user.userName)
  if (await isUserNameTaken(sql, key, user.userName)) throw taken('userName')
  const { email, phone, firstName, lastName, locale } = personOf(user)
  // A number that someone else has is left out: directories list shared ones.
  const isFree = phone !== null && (await findProfilesByAddress(sql, account.id, null, phone)).length === 0
  const found = await findOrAddProfile(
    context,
    pickDefined({
      email: email ?? undefined,
      phone: isFree ? phone : undefined,
      firstName: firstName ?? undefined,
      lastName: lastName ?? undefined,
      locale: locale ?? undefined,
      customId: user.externalId,
    }),
    'scim',
  )
  const { id: profileId } = found.profile
  if (await findProvisioned(sql, key, profileId)) throw taken('email')
  await insertProvisioned(sql, key, { profileId, user, now: now() })
  const target = { type: 'profile', id: profileId } as const
  // A directory that reports a person again wants them to be active.
  const moved = await setActive(context, profileId, user.active)
  const linked =
    found.isNew || moved ? found.changes : [{ target, changes: { fields: [] } }, ...found.changes]
  return { profileId, changes: [...linked, ...(moved ? [{ target, changes: { active: user.active } }] : [])] }
}

export function taken(what: 'userName' | 'email'): Failure {
  const message = `Another user of this directory has this ${what}.`
  return new Failure('user_exists', { message, param: what })
}
