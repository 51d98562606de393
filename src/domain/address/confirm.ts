import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { operation } from '../../contract/operation.ts'
import { pickDefined } from '../../contract/pick-defined.ts'
import { EmailAddress, PhoneNumber, PublicId } from '../../contract/shapes.ts'
import { confirmProfileFields } from '../profile/change-store.ts'
import { Profile } from '../profile/model.ts'
import { noSuchProfile } from '../profile/operations.ts'
import { lockProfile, writeDocument } from '../profile/store.ts'

export const confirmAddress = operation({
  name: 'confirm_address',
  summary: 'Confirm that an address belongs to the person',
  description:
    'Addresses set with a token without `profiles:read` are unconfirmed: links sent there show only ' +
    'what was entered through them. After confirmation they show everything, like links to other ' +
    'addresses. Send the address you checked; 409 `address_changed` means that the profile now has a ' +
    'different one.',
  scope: ['profiles:read', 'profiles:write'],
  reveals: 'results',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  refuses: ['missing', 'conflict'],
  input: z
    .strictObject({ profileId: PublicId, email: EmailAddress.optional(), phone: PhoneNumber.optional() })
    .refine((input) => Object.keys(input).length > 1, { message: 'Give at least one of email or phone.' })
    .meta({ anyOf: [{ required: ['email'] }, { required: ['phone'] }] }),
  output: Profile,
  rest: {
    group: 'profiles',
    route: 'POST /profile/{profileId}/confirm-address',
    sdk: 'profiles.confirmAddress',
    key: 'profile',
    status: 200,
  },
  async run({ sql, account, now }, { profileId, ...input }) {
    const profile = (await lockProfile(sql, account.id, profileId)) ?? noSuchProfile()
    const addresses = pickDefined(input)
    for (const [field, value] of Object.entries(addresses)) {
      if (profile[field as 'email' | 'phone'] === value) continue
      throw new Failure('address_changed', {
        message: `The profile's ${field} has changed. Read the profile again.`,
        param: field,
      })
    }
    const fields = Object.keys(addresses).sort()
    await confirmProfileFields(sql, account.id, profileId, fields, now())
    const written = await writeDocument(sql, account.id, profileId)
    return {
      resource: written,
      changes: [{ target: { type: 'profile', id: profileId }, changes: { fields } }],
    }
  },
})
