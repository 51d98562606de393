import { z } from 'zod'
import { canReadProfiles } from '../../contract/caller.ts'
import { conflict } from '../../contract/failure.ts'
import { type Change, type Context, operation } from '../../contract/operation.ts'
import { pickDefined } from '../../contract/pick-defined.ts'
import { ConsumerKey, EmailAddress, PhoneNumber, PublicId } from '../../contract/shapes.ts'
import { recordEvent } from '../event/record.ts'
import { newProfileEvents } from '../profile/add.ts'
import { updateProfileRow } from '../profile/change-store.ts'
import { findOrAddProfile, matchingAddresses } from '../profile/find-or-add.ts'
import type { Profile } from '../profile/model.ts'
import { lockProfile, writeDocument } from '../profile/store.ts'
import type { InviteAddress } from './limits.ts'
import { inviteChange } from './send.ts'
import { sendInviteOnce } from './send-once.ts'

const Invited = z.object({
  profileId: PublicId,
  created: z.boolean().meta({ description: 'Whether the profile is new.' }),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})

export const sendAssessmentInvite = operation({
  name: 'send_assessment_invite',
  summary: 'Invite someone by email address or phone number',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'invite',
  effect: 'adds',
  emits: [...newProfileEvents, 'profile.updated'],
  billed: true,
  refuses: ['missing', 'conflict', 'limited'],
  input: z
    .strictObject({
      email: EmailAddress.optional().meta({
        description: 'Where to send the link. Required without a phone.',
      }),
      phone: PhoneNumber.optional().meta({
        description:
          'E.164, such as +4915112345678. Required without an email; the link is then sent by SMS.',
      }),
      tagId: z.string().optional().meta({
        description: 'Tag for a new profile. Existing profiles keep their tags.',
      }),
      customId: ConsumerKey.optional().meta({ description: 'Your own key for the profile.' }),
      focusForm: z.enum(['focus-120', 'focus-60']).optional().meta({
        description:
          'For a new profile: `focus-60` is half as long and less precise. Default: the one of the account.',
      }),
    })
    .refine((input) => input.email !== undefined || input.phone !== undefined, {
      message: 'email or phone number is required.',
    }),
  output: Invited,
  mcp: {
    title: 'Send assessment invite',
    description:
      'Sends a real email, or a text message if only a phone is given, with a link to the assessments: ' +
      'make sure that the user wants this. Creates a profile, or uses the one with this address without ' +
      'changing it. The link is valid for 7 days and replaces earlier ones.',
    output: Invited,
    content: ({ resource }) => resource,
    reachesOut: true,
    refusals: {
      tag_not_found:
        'One or more tags not found for account. Nothing was sent. Call list_tags to see valid ids.',
      trial_report_limit: 'maximum reports reached for trial account. Choose a plan to go on.',
      trial_profile_cap:
        'maximum reports reached for trial account: it has its maximum number of profiles. Delete one or ' +
        'choose a plan; people who have a profile can still be invited.',
      recipient_opted_out:
        "This person has unsubscribed from the account's emails. Nothing was sent; don't try another way " +
        'to email them. They can subscribe again with the link in any earlier email.',
      recipient_wrong_person:
        'Someone at this address or number said that they are not this person. Nothing was sent: ask the user for the right one.',
      number_invalid: 'The phone number is not in use in its country. Check it and send it again.',
    },
  },
  async run(context, { tagId, ...sent }) {
    const person = pickDefined({ ...sent, tagIds: tagId === undefined ? undefined : [tagId] })
    const { profile: found, isNew, changes } = await findOrAddProfile(context, person, 'mcp')
    // Locked, so that of two simultaneous invites the later one supersedes the earlier.
    const locked =
      (await lockProfile(context.sql, context.account.id, found.id)) ?? profileChangedConcurrently()
    const profile = await withFurtherAddress(context, locked, sent)
    const matched = matchingAddresses(profile, sent)
    const address = matched.email
      ? toEmail(matched.email)
      : matched.phone
        ? toPhone(matched.phone)
        : profileChangedConcurrently()
    const fields = isNew ? Object.keys(person).sort() : changedFields(locked, profile)
    const isSent = await sendInviteOnce(context, profile, address)
    const keyChanges = isNew ? changes.slice(1) : changes
    return {
      resource: {
        profileId: profile.id,
        created: isNew,
        email: profile.email,
        phone: profile.phone,
      },
      changes: [...ownChange(profile.id, address, { isSent, isNew, fields }), ...keyChanges],
    }
  },
  withoutProfilesRead: ({ resource }, sent) => {
    const matched = matchingAddresses(resource, sent)
    return { ...resource, email: matched.email ?? null, phone: matched.phone ?? null }
  },
})

const toEmail = (to: string): InviteAddress => ({ channel: 'email', to })
const toPhone = (to: string): InviteAddress => ({ channel: 'sms', to })

/** Adds the other address to a profile that was found by one address and had only that. Overwrites nothing. */
async function withFurtherAddress(
  context: Context,
  profile: Profile,
  sent: { email?: string | undefined; phone?: string | undefined },
): Promise<Profile> {
  const { sql, account, now } = context
  const further = pickDefined({
    email: profile.email === null ? sent.email : undefined,
    phone: profile.phone === null ? sent.phone : undefined,
  })
  if (Object.keys(further).length === 0) return profile
  recordEvent(sql, {
    type: 'profile.updated',
    data: { profileId: profile.id, fields: Object.keys(further).sort() },
  })
  await updateProfileRow(
    sql,
    account.id,
    profile,
    { ...further, isConfirmed: canReadProfiles(context.caller) },
    now(),
  )
  return writeDocument(sql, account.id, profile.id)
}

function changedFields(before: Profile, after: Profile): string[] {
  return (['email', 'phone'] as const).filter((field) => before[field] !== after[field])
}

function ownChange(
  profileId: string,
  { channel }: InviteAddress,
  { isSent, isNew, fields }: { isSent: boolean; isNew: boolean; fields: readonly string[] },
): Change[] {
  if (!isSent && fields.length === 0) return []
  const { target, changes } = inviteChange(profileId, channel)
  return [{ target, changes: { ...(isSent ? changes : {}), created: isNew, fields } }]
}

function profileChangedConcurrently(): never {
  throw conflict('The profile was changed or deleted at the same time. Try again.')
}
