import { z } from 'zod'
import { factsFor } from '../../content/assessments.ts'
import { FocusFormName } from '../../contract/focus-form.ts'
import { type Account, operation } from '../../contract/operation.ts'
import { AssessmentId, assessmentIds, LocaleCode, PersonName } from '../../contract/shapes.ts'
import { appearanceOf, emailSenderName } from '../account/appearance.ts'
import { renderInviteEmail } from '../invite/invite-email.ts'
import { openTerms, senderNameOf } from '../invite/send.ts'
import { CampaignName, CampaignReminderDays, Deadline, PersonalNote, SenderName } from './model.ts'
import { findMemberEmail } from './store.ts'
import { refusePastDeadline, replyMember } from './view.ts'

const PreviewedEmail = z
  .strictObject({
    subject: z
      .string()
      .meta({ description: 'Subject.', examples: ['Northwind invites you to take an assessment'] }),
    fromName: z.string().meta({ description: 'Name of the sender.', examples: ['Ria Sen (Northwind)'] }),
    replyTo: z
      .string()
      .nullable()
      .meta({
        description: "Where replies go. Null for the installation's sender address.",
        examples: ['people@example.com'],
      }),
    html: z
      .string()
      .meta({ description: 'The HTML part. Its links lead nowhere.', examples: ['<!doctype html>…'] }),
    text: z.string().meta({ description: 'The plain text part.', examples: ['Hello Ada,\n\n…'] }),
  })
  .meta({ id: 'PreviewedEmail', description: 'An email as people would get it.' })

export const previewCampaignEmail = operation({
  name: 'preview_campaign_email',
  summary: 'See the email of a campaign',
  description:
    'In any of the nine languages, as an invite or a reminder. Nothing is stored or sent. With all fields of the campaign, ' +
    'they are checked as `POST /campaign` does.',
  scope: 'profiles:write',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['invalid'],
  input: z.strictObject({
    name: CampaignName.optional().meta({
      description: 'Name, only to be checked.',
      examples: ['Sales team, spring'],
    }),
    reminderDays: CampaignReminderDays.optional().meta({
      description: 'Days of reminders, only to be checked.',
      examples: [[3, 6]],
    }),
    senderName: SenderName.optional(),
    repliesToMe: z
      .boolean('must be true or false')
      .optional()
      .meta({ description: 'Whether replies come to the member who sends this.', examples: [false] }),
    note: PersonalNote.optional(),
    deadline: Deadline.optional(),
    locale: LocaleCode.optional().meta({
      description: "Language. Default: the account's.",
      examples: ['en'],
    }),
    firstName: PersonName.optional().meta({ description: 'First name of the person.', examples: ['Ada'] }),
    assessmentIds: z
      .array(AssessmentId)
      .min(1, 'must name at least one assessment')
      .max(20)
      .optional()
      .meta({ description: "What the person takes. Default: the account's.", examples: [['disc']] }),
    focusForm: FocusFormName.optional(),
    isReminder: z
      .boolean('must be true or false')
      .default(false)
      .meta({ description: 'Whether to show the reminder.', examples: [false] }),
  }),
  output: PreviewedEmail,
  rest: {
    group: 'campaigns',
    route: 'POST /campaigns/preview',
    sdk: 'campaigns.preview',
    key: 'preview',
    status: 200,
  },
  async run(context, { locale, firstName, isReminder, repliesToMe, name, ...chosen }) {
    // A campaign that exists may be past its last day; only a new one has a name here.
    if (name !== undefined) refusePastDeadline(context, chosen.deadline)
    const { sql, account, installation, now } = context
    const { preferences } = account
    const memberId = replyMember(context, repliesToMe)
    const own = memberId === null ? undefined : await findMemberEmail(sql, account.id, memberId)
    const words = {
      senderName: chosen.senderName ?? null,
      note: chosen.note ?? null,
      deadline: chosen.deadline ?? null,
    }
    const { brand, logo } = await appearanceOf(sql, account)
    const email = renderInviteEmail({
      locale: locale ?? LocaleCode.catch('en').parse(preferences.locale),
      accountName: account.name,
      senderName: emailSenderName(account),
      personName: firstName,
      link: `${installation.publicUrl}${nowhere}`,
      unsubscribeLink: `${installation.publicUrl}${nowhere}`,
      destination: 'questions',
      expiresAt: new Date(now().getTime() + 7 * 24 * 3_600_000),
      timezone: preferences.timezone ?? 'UTC',
      subject: preferences.inviteSubject,
      minutes: minutesFor(account, chosen),
      isReminder,
      campaign: openTerms(words, account, now()),
      brand,
      logo: logo && { ...logo, address: installation.publicUrl + logo.path },
    })
    const fromName = senderNameOf(account, words)
    return { resource: { ...email, fromName, replyTo: own ?? preferences.replyTo ?? null } }
  },
})

/** There is no page here. The one with example results would be taken for what people get. */
const nowhere = '/preview'

function minutesFor(
  { preferences }: Account,
  chosen: { assessmentIds?: AssessmentId[] | undefined; focusForm?: FocusFormName | undefined },
): number {
  const ids = chosen.assessmentIds ?? preferences.defaultAssessmentIds ?? assessmentIds
  const form = chosen.focusForm ?? preferences.focusForm
  return assessmentIds
    .filter((id) => ids.includes(id))
    .reduce((sum, id) => sum + factsFor(id, form).estimatedMinutes, 0)
}
