import { z } from 'zod'
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
import { existingProfileAnswers, newPerson } from './examples.ts'
import { findOrAddProfile, matchingAddresses } from './find-or-add.ts'
import { toWrittenProfile, WrittenProfile } from './model.ts'

/** Text fields may be missing; empty means missing. */
const optionalName = PersonName.transform((name) => name || null).optional()

export const createProfile = operation({
  name: 'create_profile',
  summary: 'Create a profile; sends nothing',
  description:
    'A new person is answered with 201 and `created: true`. Whoever the account knows by this email or phone is ' +
    'answered with 200 and `created: false`, and nothing of them is overwritten: names, locale, `tagIds` and ' +
    '`assessmentIds` are for new profiles only, but `customId` is given to that profile too, if it does not have it. ' +
    'An email and a phone of two different profiles are 409 `two_profiles`. Names alone never match anybody.',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'adds',
  billed: true,
  refuses: ['missing', 'conflict'],
  input: z
    .strictObject({
      email: EmailAddress.optional(),
      phone: PhoneNumber.optional(),
      firstName: optionalName.meta({ description: 'The given name, on one line.', examples: ['Ada'] }),
      lastName: optionalName.meta({ description: 'The family name, on one line.', examples: ['Osei'] }),
      locale: LocaleCode.optional(),
      tagIds: idList(50)
        .optional()
        .meta({ description: 'Tags of the account that the new profile gets, at most 50.' }),
      customId: ConsumerKey.optional(),
      assessmentIds: z
        .array(AssessmentId)
        .min(1, 'must name at least one assessment')
        .max(20)
        .optional()
        .meta({
          description: 'What the person is asked to take; without it what is usual on the account.',
          examples: [['disc', 'focus', 'core']],
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
    key: 'profile',
    status: 201,
    otherStatus: 200,
    siblings: { created: z.boolean().meta({ description: 'Whether the profile is new.', examples: [true] }) },
    examples: { body: newPerson, answers: existingProfileAnswers },
  },
  async run(context, input) {
    const { profile, isNew, changes } = await findOrAddProfile(context, input)
    if (isNew) return { resource: profile, beside: { created: true }, changes }
    return { resource: profile, created: false, beside: { created: false }, changes }
  },
  // Of an existing profile only what the caller already has: the address that matched, not the other one on file.
  withoutProfilesRead: ({ resource, created }, input) =>
    toWrittenProfile(resource, created === false ? matchingAddresses(resource, input) : input),
})
