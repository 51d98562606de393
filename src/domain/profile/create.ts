import { z } from 'zod'
import { conflict, missing } from '../../contract/failure.ts'
import { type Context, operation, type Written } from '../../contract/operation.ts'
import {
  AssessmentId,
  ConsumerKey,
  EmailAddress,
  idList,
  LocaleCode,
  PersonName,
  PhoneNumber,
} from '../../contract/shapes.ts'
import { refuseProfileBeyondCap } from '../account/billing.ts'
import { countKnownTags } from '../tag/store.ts'
import { addProfile, giveKey, type Newcomer } from './add.ts'
import { newPerson, standingAnswers } from './examples.ts'
import { WrittenProfile, withoutReading } from './model.ts'
import { canRead, pickGiven, readable } from './operations.ts'
import {
  countProfiles,
  findProfile,
  findProfilesByAddress,
  lockProfile,
  markUpdated,
  writeDocument,
} from './store.ts'

/** Text fields may be left out; an empty one means the same as none. */
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
    beside: { created: z.boolean().meta({ description: 'Whether the profile is new.', examples: [true] }) },
    examples: { body: newPerson, answers: standingAnswers },
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
        code: 'tag_not_found',
        param: 'tagIds',
      })
    }
    const standing = oneOf(holders)
    if (standing) return found(context, standing, input)
    const added = await addProfile(context, input)
    if (!added) {
      // Somebody else created the same person in this very moment; theirs stands.
      const theirs = oneOf(await findProfilesByAddress(sql, account.id, email, phone))
      if (theirs) return found(context, theirs, input)
      throw conflict('The email or the phone was taken at the same moment. Try again.')
    }
    const { profile, keyChanges } = added
    const change = {
      target: { type: 'profile', id: profile.id },
      changes: { fields: Object.keys(input).sort() },
    } as const
    return {
      resource: readable(context, profile, input),
      beside: { created: true },
      changes: [change, ...keyChanges],
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

/** The answer for a person the account knows already: nothing was overwritten, and a further key given at most. */
async function found(
  context: Context,
  profileId: string,
  sent: Newcomer,
): Promise<Written<z.output<typeof WrittenProfile>>> {
  const { sql, account } = context
  const find = sent.customId === undefined ? findProfile : lockProfile
  const standing = (await find(sql, account.id, profileId)) ?? changedMeanwhile()
  const isMeant = standing.email === sent.email || standing.phone === sent.phone
  if (!isMeant) changedMeanwhile()
  const changes = sent.customId === undefined ? [] : await giveKey(context, profileId, sent.customId)
  if (changes.length > 0) await markUpdated(sql, account.id, profileId, context.now())
  const profile = changes.length > 0 ? await writeDocument(sql, account.id, profileId) : standing
  // Only what the caller knows already: the one address that matched, not the other one on file.
  const echo = pickGiven({
    email: sent.email === profile.email ? sent.email : undefined,
    phone: sent.phone === profile.phone ? sent.phone : undefined,
  })
  const shown = canRead(context) ? profile : withoutReading(profile, echo)
  return { resource: shown, created: false, beside: { created: false }, changes }
}

function changedMeanwhile(): never {
  throw conflict('The profile was changed or deleted at the same moment. Try again.')
}
