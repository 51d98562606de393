import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { PublicId } from '../../contract/shapes.ts'
import { findErasureRequestedAt } from '../erasure-request/store.ts'
import { readLocalFocus } from '../norm/local-focus.ts'
import { listTagsOfProfiles } from '../tag/store.ts'
import { eraseProfile } from './erase.ts'
import { Profile } from './model.ts'
import { findProfile } from './store.ts'

export const getProfile = operation({
  name: 'get_profile',
  summary: 'Get one profile with its results',
  scope: 'profiles:read',
  coaches: 'theirTeams',
  reveals: 'results',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['missing'],
  input: z.strictObject({
    profileId: PublicId,
    includeTags: z
      .boolean()
      .default(false)
      .meta({ description: 'Adds `tags`: the tags of the profile with label and color.', examples: [true] }),
  }),
  output: Profile,
  rest: {
    group: 'profiles',
    route: 'GET /profile/{profileId}',
    sdk: 'profiles.get',
    key: 'profile',
    status: 200,
  },
  async run({ sql, account }, { profileId, includeTags }) {
    const profile = await withLocalFocus(
      sql,
      account.id,
      (await findProfile(sql, account.id, profileId)) ?? noSuchProfile(),
    )
    if (!includeTags) return { resource: profile }
    const tags = await listTagsOfProfiles(sql, account.id, [profileId])
    return { resource: { ...profile, tags: tags.get(profileId) ?? [] } }
  },
})

/** The profile with its scores among the people of the account, once the account has a norm of its own. */
export async function withLocalFocus(
  sql: Context['sql'],
  accountId: string,
  profile: Profile,
): Promise<Profile> {
  const localFocus = profile.focus ? await readLocalFocus(sql, accountId, profile) : undefined
  return localFocus ? ({ ...profile, localFocus } as Profile) : profile
}

export const deleteProfile = operation({
  name: 'delete_profile',
  summary: 'Delete a profile with all data about the person',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  evenBeyondQuotas: true,
  emits: ['profile.deleted'],
  refuses: ['missing'],
  input: z.strictObject({ profileId: PublicId }),
  output: z.null(),
  rest: { group: 'profiles', route: 'DELETE /profile/{profileId}', sdk: 'profiles.delete', status: 204 },
  async run({ sql, account, now }, { profileId }) {
    const requestedAt = await findErasureRequestedAt(sql, { accountId: account.id, profileId })
    const reason = requestedAt === null ? 'api' : 'request'
    if (!(await eraseProfile(sql, account.id, profileId, { reason, now: now() }))) noSuchProfile()
    return { resource: null, changes: [{ target: { type: 'profile', id: profileId } }] }
  },
})

export function noSuchProfile(): never {
  throw new Failure('profile_not_found')
}
