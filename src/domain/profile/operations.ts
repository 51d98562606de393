import { z } from 'zod'
import { isTokenCaller } from '../../contract/caller.ts'
import { conflict, invalid, missing } from '../../contract/failure.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { EmailAddress, LocaleCode, PersonName, PhoneNumber, PublicId } from '../../contract/shapes.ts'
import { readLocalFocus } from '../norm/local.ts'
import { listTagsOfProfiles } from '../tag/store.ts'
import { eraseProfile } from './erase.ts'
import { Profile, WrittenProfile, withoutReading } from './model.ts'
import { findProfile, findProfilesByAddress, lockProfile, updateProfile, writeDocument } from './store.ts'

export const getProfile = operation({
  name: 'get_profile',
  summary: 'Get one profile with its results',
  scope: 'profiles:read',
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
  rest: { group: 'profiles', route: 'GET /profile/{profileId}', key: 'profile', status: 200 },
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

export const updateProfileOperation = operation({
  name: 'update_profile',
  summary: 'Update the metadata of a profile',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  refuses: ['missing', 'conflict'],
  input: z
    .strictObject({
      profileId: PublicId,
      firstName: PersonName.nullable()
        .optional()
        .meta({ description: 'The given name; null or empty removes it.', examples: ['Ada'] }),
      lastName: PersonName.nullable()
        .optional()
        .meta({ description: 'The family name; null or empty removes it.', examples: ['Osei'] }),
      email: EmailAddress.nullable().optional(),
      phone: PhoneNumber.nullable().optional(),
      locale: LocaleCode.nullable().optional(),
    })
    .refine((input) => Object.keys(input).length > 1, {
      message: 'Give at least one of firstName, lastName, email, phone or locale.',
    })
    .meta({
      anyOf: ['firstName', 'lastName', 'email', 'phone', 'locale'].map((name) => ({ required: [name] })),
    }),
  output: WrittenProfile,
  rest: { group: 'profiles', route: 'PATCH /profile/{profileId}', key: 'profile', status: 200 },
  async run(context, { profileId, ...input }) {
    const { sql, account, now } = context
    const profile = (await lockProfile(sql, account.id, profileId)) ?? noSuchProfile()
    const change = pickGiven({
      ...input,
      firstName: input.firstName === '' ? null : input.firstName,
      lastName: input.lastName === '' ? null : input.lastName,
    })
    const after = { ...profile, ...change }
    if (!after.email && !after.phone && !after.firstName && !after.lastName) {
      throw invalid('A profile needs at least one of email, phone, firstName or lastName.')
    }
    await refuseTaken(context, profileId, 'email', input.email ?? null)
    await refuseTaken(context, profileId, 'phone', input.phone ?? null)
    await updateProfile(sql, account.id, profile, change, now())
    const written = await writeDocument(sql, account.id, profileId)
    return {
      resource: readable(context, written, input),
      changes: [
        { target: { type: 'profile', id: profileId }, changes: { fields: Object.keys(change).sort() } },
      ],
    }
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

/** An address belongs to one profile of the account at most. */
async function refuseTaken(
  { sql, account }: Context,
  profileId: string,
  field: 'email' | 'phone',
  value: string | null,
): Promise<void> {
  if (value === null) return
  const address = { email: null, phone: null, [field]: value }
  const holders = await findProfilesByAddress(sql, account.id, address.email, address.phone)
  if (holders.every((id) => id === profileId)) return
  throw conflict(
    `The ${field} belongs to another profile of this account. Send another one, or leave it out.`,
    {
      code: 'address_taken',
      param: field,
    },
  )
}

export const deleteProfile = operation({
  name: 'delete_profile',
  summary: 'Delete a profile with everything held on the person',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  refuses: ['missing'],
  input: z.strictObject({ profileId: PublicId }),
  output: z.null(),
  rest: { group: 'profiles', route: 'DELETE /profile/{profileId}', status: 204 },
  async run({ sql, account }, { profileId }) {
    if (!(await eraseProfile(sql, account.id, profileId))) noSuchProfile()
    return { resource: null, changes: [{ target: { type: 'profile', id: profileId } }] }
  },
})

export function noSuchProfile(): never {
  throw missing('Profile not found.', { code: 'profile_not_found' })
}

export function canRead({ caller }: Context): boolean {
  return isTokenCaller(caller) && caller.scopes.has('profiles:read')
}

/** A profile as the answer to whoever changed it: without profiles:read no more than where it stands and what was sent. */
export function readable(context: Context, profile: Profile, sent: Record<string, unknown>) {
  return canRead(context) ? profile : withoutReading(profile, sent)
}

export function pickGiven<T extends Record<string, unknown>>(fields: T) {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
