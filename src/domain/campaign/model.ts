import { z } from 'zod'
import { filledLine, PublicId, Timestamp } from '../../contract/shapes.ts'
import { inviteReasons } from '../invite/bulk.ts'
import { cleanNote, findNoteProblem, maxNoteLength } from '../message/note.ts'

/** Days of reminders if neither the campaign nor the account names any. */
export const usualReminderDays: readonly number[] = [3, 6]

/** How many people of a queue are listed. */
export const mostQueueListed = 1_000

/** How many days of reminders are listed. */
export const mostReminderDates = 10

/** How many people can be reminded by one request. */
export const mostReminded = 1_000

export const CampaignName = filledLine(80, {
  description: 'Name, for members only. People who are invited do not see it.',
  example: 'Sales team, spring',
})

export const SenderName = filledLine(60, {
  description:
    'Who writes. Emails show it with the name of the account, as in “Ria Sen (Northwind)”. Default: the account alone.',
  example: 'Ria Sen',
})

export const PersonalNote = z
  .string()
  .max(maxNoteLength, `is too long: at most ${maxNoteLength} characters`)
  .meta({
    description:
      'Plain text that emails show as words of the sender. Line breaks are kept. Web and email addresses are refused. ' +
      'Not part of text messages.',
    examples: ['We talk about the results together on our next team day.'],
  })
  .transform((text, context) => {
    const note = cleanNote(text)
    const problem = note === '' ? 'must not be empty' : findNoteProblem(note)
    if (problem) context.addIssue({ code: 'custom', message: problem })
    return note
  })

export const Deadline = z
  .string()
  .regex(/^2\d{3}-\d{2}-\d{2}$/, 'is not a date such as 2026-12-18')
  .meta({
    description:
      "Last day to answer, in the account's time zone: emails name it, and no reminder is sent by itself after it. " +
      'Links still work for 7 days each.',
    examples: ['2026-12-18'],
  })
  .refine((text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text), {
    message: 'is not a date that exists',
  })

export const CampaignReminderDays = z
  .array(z.int('must be whole numbers').min(1, 'must be from 1 to 30').max(30, 'must be from 1 to 30'))
  .max(3, 'has too many entries: at most 3')
  .meta({
    description:
      'Days after an invite on which people who have not completed are reminded; empty for none. Sent from 8:00 to ' +
      '21:00, within two days, and never after completion, a request to be deleted or unsubscribing. These days apply ' +
      "in place of the account's `reminderDays`.",
    examples: [[3, 6]],
  })
  .transform((days) => [...new Set(days)].sort((one, other) => one - other))

export const CampaignState = z.enum(['open', 'overdue', 'ended']).meta({
  description: '`overdue`: its last day is over. `ended`: someone has ended it.',
  examples: ['open'],
})

const count = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] })

const Funnel = z
  .strictObject({
    invited: count('People invited.', 20),
    sent: count('Their message was accepted by the mail server or the SMS provider.', 20),
    opened: count('They have pressed Start.', 16),
    started: count('They have answered something.', 15),
    completed: count('They have completed everything.', 13),
  })
  .meta({ id: 'CampaignFunnel', description: 'How far its people are. Each step includes the later ones.' })

export const Campaign = z
  .strictObject({
    id: PublicId.meta({ description: 'Id of the campaign.', examples: ['6920318e4b1a0c7d2e8f5a90'] }),
    name: z.string().meta({ description: 'Name.', examples: ['Sales team, spring'] }),
    state: CampaignState,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    endedAt: Timestamp.nullable().meta({ description: 'When it was ended.', examples: [null] }),
    deadline: z
      .string()
      .nullable()
      .meta({ description: 'Last day to answer.', examples: ['2026-12-18'] }),
    senderName: z
      .string()
      .nullable()
      .meta({ description: 'Who writes.', examples: ['Ria Sen'] }),
    repliesToMemberId: PublicId.nullable().meta({
      description: "The member who gets replies. Null for the account's address.",
      examples: [null],
    }),
    note: z
      .string()
      .nullable()
      .meta({ description: 'Personal note.', examples: ['We talk about the results together.'] }),
    reminderDays: z.array(z.int()).meta({ description: 'Days of reminders.', examples: [[3, 6]] }),
    funnel: Funnel,
    medianMinutes: z
      .number()
      .nullable()
      .meta({
        description: 'Minutes that half of those who have completed needed at most. Null if nobody has.',
        examples: [21.5],
      }),
    remindable: z
      .int()
      .optional()
      .meta({
        description: `How many of its people could be reminded now, at most ${mostReminded}. Only with \`includeRemindable\`.`,
        examples: [7],
      }),
  })
  .meta({ id: 'Campaign', description: 'Invites that belong together.' })
export type Campaign = z.output<typeof Campaign>

/** Where someone is who has not completed; `completed` for the others. */
export const Step = z
  .enum(['queued', 'failed', 'addressChanged', 'wrongPerson', 'sent', 'opened', 'started', 'completed'])
  .meta({
    description:
      '`queued`: the message is waiting to be sent. `failed`: it could not be delivered. `addressChanged`: that too, and ' +
      'the person has another address since, where nothing was sent yet. `wrongPerson`: someone at the ' +
      'address said that they are not this person, and it has been neither corrected nor confirmed. `sent`: not opened yet. ' +
      '`opened`: pressed Start, no answer yet. `started`: in an assessment.',
    examples: ['started'],
  })
export type Step = z.output<typeof Step>

export const Stuck = z
  .strictObject({
    queued: count('Whose message is waiting to be sent.', 0),
    failed: count('Whose message could not be delivered.', 1),
    addressChanged: count('Whose message could not be delivered, and who have another address since.', 0),
    wrongPerson: count('At whose address someone said that they are not this person.', 0),
    sent: count('Who have not pressed Start.', 3),
    opened: count('Who have pressed Start and answered nothing.', 1),
    disc: count('Who are in DISC.', 0),
    focus: count('Who are in Focus.', 2),
    core: count('Who are in Core.', 0),
  })
  .meta({ id: 'CampaignStuck', description: 'Where the people are who have not completed.' })

/** Why someone who waits gets no link, beside what a request would say. */
const queueReasons = ['access_ended', 'waited_too_long', 'erasure_requested', 'invited_elsewhere'] as const

export const InviteQueue = z
  .strictObject({
    waiting: count(
      'People whom the service will still invite, because a limit of the account held them back.',
      20,
    ),
    nextAt: Timestamp.nullable().meta({
      description: 'When the next of them is due. Null if nobody waits.',
      examples: [null],
    }),
    people: z
      .array(
        z.strictObject({
          profileId: PublicId,
          reason: z
            .enum([...inviteReasons, ...queueReasons])
            .nullable()
            .meta({
              description:
                'Why nothing will be sent; null while they wait. `access_ended`: who asked for it has lost their access. ' +
                '`waited_too_long`: no limit allowed it within two days. `erasure_requested`: the person has asked to be ' +
                'deleted. `invited_elsewhere`: they were invited in another campaign since.',
              examples: [null],
            }),
        }),
      )
      .meta({ description: `Up to ${mostQueueListed} of them, those first to whom nothing will be sent.` }),
  })
  .meta({
    id: 'CampaignQueue',
    description: 'Invites that were asked for with `queue` and are not sent yet.',
  })
