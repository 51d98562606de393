import { z } from 'zod'
import { canReadProfiles } from '../../contract/caller.ts'
import { Failure, invalid } from '../../contract/failure.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { pickDefined } from '../../contract/pick-defined.ts'
import { EmailAddress, LocaleCode, PersonName, PhoneNumber, PublicId } from '../../contract/shapes.ts'
import { changeProfile } from '../profile/change.ts'
import type { ProfileChange } from '../profile/change-store.ts'
import { type Profile, toWrittenProfile, WrittenProfile } from '../profile/model.ts'
import { noSuchProfile } from '../profile/operations.ts'
import { findProfilesByAddress, lockProfile, writeDocument } from '../profile/store.ts'
import { notifyFormerAddresses } from './notify-former-addresses.ts'

export const updateProfile = operation({
  name: 'update_profile',
  summary: 'Update the details of a profile',
  description:
    'An address set with a token without `profiles:read` is unconfirmed until someone with ' +
    '`profiles:read` confirms it. Until then, links sent there show only what was entered through ' +
    'them. If a link had been sent to the previous address, that address is notified of the change.',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  emits: ['profile.updated'],
  refuses: ['missing', 'conflict', 'limited'],
  input: z
    .strictObject({
      profileId: PublicId,
      firstName: PersonName.nullable()
        .optional()
        .meta({ description: 'Given name. Null or empty removes it.', examples: ['Ada'] }),
      lastName: PersonName.nullable()
        .optional()
        .meta({ description: 'Family name. Null or empty removes it.', examples: ['Osei'] }),
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
  rest: {
    group: 'profiles',
    route: 'PATCH /profile/{profileId}',
    sdk: 'profiles.update',
    key: 'profile',
    status: 200,
  },
  async run(context, { profileId, ...input }) {
    const { sql, account } = context
    const profile = (await lockProfile(sql, account.id, profileId)) ?? noSuchProfile()
    const change = pickDefined({
      ...input,
      firstName: input.firstName === '' ? null : input.firstName,
      lastName: input.lastName === '' ? null : input.lastName,
    })
    const written = await changeAddresses(context, profile, change)
    return {
      resource: written,
      changes: [
        { target: { type: 'profile', id: profileId }, changes: { fields: Object.keys(change).sort() } },
      ],
    }
  },
  withoutProfilesRead: ({ resource }, input) => toWrittenProfile(resource, input),
})

/** Changes a locked profile, and notifies addresses that a caller who can't read the person has replaced. */
export async function changeAddresses(
  context: Context,
  profile: Profile,
  change: ProfileChange,
): Promise<Profile> {
  const { sql, account, caller } = context
  const after = { ...profile, ...change }
  if (!after.email && !after.phone && !after.firstName && !after.lastName) {
    throw invalid('A profile needs at least one of email, phone, firstName or lastName.')
  }
  await refuseTaken(context, profile.id, 'email', change.email ?? null)
  await refuseTaken(context, profile.id, 'phone', change.phone ?? null)
  const former = await changeProfile(context, profile, change)
  // A caller who can't read the person may have replaced their mailbox with another one.
  if (!canReadProfiles(caller)) await notifyFormerAddresses(context, profile, former)
  return writeDocument(sql, account.id, profile.id)
}

/** An email address or phone number belongs to at most one profile of the account. */
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
  throw new Failure('address_taken', {
    message: `The ${field} belongs to another profile of this account. Use another one, or omit it.`,
    param: field,
  })
}
