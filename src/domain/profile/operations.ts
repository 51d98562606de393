import { z } from 'zod'
import { conflict, invalid, missing } from '../../contract/failure.ts'
import { type Context, operation, type Written } from '../../contract/operation.ts'
import {
  AssessmentId,
  ConsumerKey,
  EmailAddress,
  idList,
  LocaleCode,
  PersonName,
  PhoneNumber,
  PublicId,
} from '../../contract/shapes.ts'
import { refuseProfileBeyondCap } from '../account/billing.ts'
import { countKnownTags, listTagsOfProfiles } from '../tag/store.ts'
import { addProfile } from './add.ts'
import { eraseProfile } from './erase.ts'
import { Profile, WrittenProfile, withoutReading } from './model.ts'
import {
  countProfiles,
  findProfile,
  findProfilesByAddress,
  lockProfile,
  updateProfile,
  writeDocument,
} from './store.ts'

export const getProfile = operation({
  name: 'get_profile',
  summary: 'Get one profile with its results',
  scope: 'profiles:read',
  effect: 'reads',
  refuses: ['missing'],
  input: z.strictObject({
    profileId: PublicId,
    includeTags: z.boolean().default(false).meta({ description: 'Adds `tags`.' }),
  }),
  output: Profile,
  rest: { group: 'profiles', route: 'GET /profile/{profileId}', key: 'profile', status: 200 },
  async run({ sql, account }, { profileId, includeTags }) {
    const profile = (await findProfile(sql, account.id, profileId)) ?? noSuchProfile()
    if (!includeTags) return { resource: profile }
    const tags = await listTagsOfProfiles(sql, account.id, [profileId])
    return { resource: { ...profile, tags: tags.get(profileId) ?? [] } }
  },
})

/** Text fields may be left out; an empty one means the same as none. */
const optionalName = PersonName.transform((name) => name || null).optional()

export const createProfile = operation({
  name: 'create_profile',
  summary: 'Create a profile; sends nothing',
  scope: 'profiles:write',
  effect: 'adds',
  billed: true,
  refuses: ['missing', 'conflict'],
  input: z
    .strictObject({
      email: EmailAddress.optional(),
      phone: PhoneNumber.optional(),
      firstName: optionalName,
      lastName: optionalName,
      locale: LocaleCode.optional(),
      tagIds: idList(50).optional(),
      customId: ConsumerKey.optional(),
      assessmentIds: z.array(AssessmentId).min(1, 'must name at least one assessment').max(20).optional(),
    })
    .refine((input) => input.email || input.phone || input.firstName || input.lastName, {
      message: 'Give at least one of email, phone, firstName or lastName.',
    })
    .meta({ anyOf: ['email', 'phone', 'firstName', 'lastName'].map((name) => ({ required: [name] })) }),
  output: WrittenProfile,
  rest: {
    group: 'profiles',
    route: 'POST /profile',
    key: 'profile',
    status: 201,
    otherStatus: 200,
    beside: { created: z.boolean().meta({ description: 'Whether the profile is new.' }) },
  },
  async run(context, input) {
    const { sql, account } = context
    const email = input.email ?? null
    const phone = input.phone ?? null
    const isTrial = account.billingStatus === 'trialing'
    // At the cap two creations must see each other's profile, the same person's second one included.
    const count = isTrial ? await countProfiles(sql, account.id) : 0
    const holders = await findProfilesByAddress(sql, account.id, email, phone)
    if (isTrial && holders.length === 0) refuseProfileBeyondCap(account, context.site.trial, count)
    const tagIds = input.tagIds ?? []
    if (tagIds.length > 0 && (await countKnownTags(sql, account.id, tagIds)) < tagIds.length) {
      throw missing('One or more tags were not found on this account. Nothing was created.', {
        param: 'tagIds',
      })
    }
    const standing = oneOf(holders)
    if (standing) return found(context, standing, input)
    const profile = await addProfile(context, input)
    if (!profile) {
      // Somebody else created the same person in this very moment; theirs stands.
      const theirs = oneOf(await findProfilesByAddress(sql, account.id, email, phone))
      if (theirs) return found(context, theirs, input)
      throw conflict('The email or the phone was taken at the same moment. Try again.')
    }
    const { id } = profile
    return {
      resource: readable(context, profile, input),
      beside: { created: true },
      changes: [{ target: { type: 'profile', id }, changes: { fields: Object.keys(input).sort() } }],
    }
  },
})

function oneOf(ids: readonly string[]): string | undefined {
  if (ids.length > 1) {
    throw conflict('The email and the phone belong to two different profiles. Send one of them only.', {
      code: 'two_profiles',
    })
  }
  return ids[0]
}

/** The answer for a person the account knows already: nothing was overwritten. */
async function found(
  context: Context,
  profileId: string,
  sent: Record<string, unknown>,
): Promise<Written<z.output<typeof WrittenProfile>>> {
  const profile = await findProfile(context.sql, context.account.id, profileId)
  if (!profile) throw conflict('The profile was deleted at the same moment. Try again.')
  // Only what the caller knows already: the one address that matched, not the other one on file.
  const echo = pickGiven({
    email: sent.email === profile.email ? sent.email : undefined,
    phone: sent.phone === profile.phone ? sent.phone : undefined,
  })
  const shown = canRead(context) ? profile : withoutReading(profile, echo)
  return { resource: shown, created: false, beside: { created: false }, changes: [] }
}

export const updateProfileOperation = operation({
  name: 'update_profile',
  summary: 'Update the metadata of a profile',
  scope: 'profiles:write',
  effect: 'replaces',
  refuses: ['missing', 'conflict'],
  input: z
    .strictObject({
      profileId: PublicId,
      firstName: PersonName.nullable().optional(),
      lastName: PersonName.nullable().optional(),
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
    const holders = await findProfilesByAddress(sql, account.id, input.email ?? null, input.phone ?? null)
    if (holders.some((id) => id !== profileId)) {
      throw conflict('The email or the phone belongs to another profile of this account.', {
        code: 'address_taken',
      })
    }
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

export const deleteProfile = operation({
  name: 'delete_profile',
  summary: 'Delete a profile with everything held on the person',
  scope: 'profiles:write',
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

function canRead({ caller }: Context): boolean {
  return caller.kind === 'machine' && caller.scopes.has('profiles:read')
}

/** A profile as the answer to whoever changed it: without profiles:read no more than where it stands and what was sent. */
export function readable(context: Context, profile: Profile, sent: Record<string, unknown>) {
  return canRead(context) ? profile : withoutReading(profile, sent)
}

function pickGiven<T extends Record<string, unknown>>(fields: T) {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
