import { z } from 'zod'
import { FocusFormName } from '../../contract/focus-form.ts'
import { operation } from '../../contract/operation.ts'
import {
  AssessmentId,
  ConsumerKey,
  EmailAddress,
  idList,
  LocaleCode,
  PersonName,
  PhoneNumber,
} from '../../contract/shapes.ts'
import { newProfileEvents } from './add.ts'
import { existingProfileAnswers, newPerson } from './examples.ts'
import { findOrAddProfile, matchingAddresses } from './find-or-add.ts'
import { toWrittenProfile, WrittenProfile } from './model.ts'

/** Text fields may be missing; empty means missing. */
const optionalName = PersonName.transform((name) => name || null).optional()

export const createProfile = operation({
  name: 'create_profile',
  summary: 'Create a profile; sends nothing',
  description:
    'A new profile returns 201 and `created: true`. If the account already has a profile with this ' +
    'email or phone, it is returned with 200 and `created: false`, and nothing is overwritten: names, ' +
    'locale, `tagIds`, `assessmentIds` and `focusForm` apply to new profiles only, but `customId` is added if ' +
    "the profile doesn't have it. If the email and the phone belong to two different profiles, the " +
    'response is 409 `two_profiles`. Names alone are never matched.',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'adds',
  emits: newProfileEvents,
  billed: true,
  refuses: ['missing', 'conflict'],
  input: z
    .strictObject({
      email: EmailAddress.optional(),
      phone: PhoneNumber.optional(),
      firstName: optionalName.meta({ description: 'Given name, on one line.', examples: ['Ada'] }),
      lastName: optionalName.meta({ description: 'Family name, on one line.', examples: ['Osei'] }),
      locale: LocaleCode.optional(),
      tagIds: idList(50).optional().meta({ description: 'Tags of the new profile, up to 50.' }),
      customId: ConsumerKey.optional(),
      assessmentIds: z
        .array(AssessmentId)
        .min(1, 'must name at least one assessment')
        .max(20)
        .optional()
        .meta({
          description: "Assessments for the person. Default: the account's.",
          examples: [['disc', 'focus', 'core']],
        }),
      focusForm: FocusFormName.optional().meta({
        description: "Length of Focus for the person. Default: the account's.",
        examples: ['focus-60'],
      }),
    })
    .refine((input) => input.email || input.phone || input.firstName || input.lastName, {
      message: 'Give at least one of email, phone, firstName or lastName.',
    })
    .meta({ anyOf: ['email', 'phone', 'firstName', 'lastName'].map((name) => ({ required: [name] })) }),
  output: WrittenProfile,
  rest: {
    group: 'profiles',
    route: 'POST /profile',
    sdk: 'profiles.create',
    key: 'profile',
    status: 201,
    otherStatus: 200,
    siblings: { created: z.boolean().meta({ description: 'Whether the profile is new.', examples: [true] }) },
    examples: { body: newPerson, answers: existingProfileAnswers },
  },
  async run(context, input) {
    const { profile, isNew, changes } = await findOrAddProfile(context, input)
    if (isNew) return { resource: profile, siblings: { created: true }, changes }
    return { resource: profile, created: false, siblings: { created: false }, changes }
  },
  // Of an existing profile only what the caller already has: the address that matched, not the other one on file.
  withoutProfilesRead: ({ resource, created }, input) =>
    toWrittenProfile(resource, created === false ? matchingAddresses(resource, input) : input),
})
