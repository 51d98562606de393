import { z } from 'zod'
import { AssessmentId, ConsumerKey, PublicId, Timestamp } from '../../contract/shapes.ts'
import { debriefParts } from '../debrief/model.ts'
import { Attempt } from '../profile/attempts.ts'
import { Profile } from '../profile/model.ts'
import { ExportedReportLink } from './exported-report-link.ts'

/** The shape of a personal export: all data about one person. */

const client = 'm2m_us_aSAxjksaDH0uj1pjAAECAwQFBgcICQoL'
const later = '2026-11-28T09:00:00.000Z'

const Answer = z.strictObject({
  item: z.int().meta({ description: 'The number of the item, block or screen in the form.', examples: [1] }),
  value: z.unknown().meta({ description: 'What was answered, in the form’s own terms.', examples: [4] }),
  answeredAt: Timestamp.meta({ description: 'When the answer was given.' }),
})

const Sitting = z.strictObject({
  assessment: AssessmentId,
  form: z.string().meta({ description: 'The form that the items stand in.', examples: ['focus-120-1'] }),
  itemOrder: z
    .array(z.int())
    .nullable()
    .meta({
      description: 'The order in which the blocks were shown, where it differs from the form.',
      examples: [[3, 1, 2]],
    }),
})

const Result = z.strictObject({
  assessment: AssessmentId,
  form: z.string().meta({ description: 'The form that was answered.', examples: ['focus-120-1'] }),
  version: z.string().meta({ description: 'The version of the scoring.', examples: ['1.0.0'] }),
  norm: z
    .string()
    .nullable()
    .meta({
      description: 'The norm that it was compared with; null where there is none.',
      examples: ['johnson-2014-balanced-1'],
    }),
  result: z
    .looseObject({})
    .meta({ description: 'All that scoring keeps, raw and standard scores included.' }),
  createdAt: Timestamp.meta({ description: 'When it was scored.' }),
})

const ExportedAttempt = Attempt.extend({
  sittings: z.array(Sitting).meta({ description: 'The assessments that were begun or carried over.' }),
  answers: z
    .partialRecord(AssessmentId, z.array(Answer))
    .meta({ description: 'Every answer, by assessment and in the order of its form.' }),
  results: z.array(Result).meta({ description: 'Every result with all that scoring keeps.' }),
}).meta({ id: 'HeldAttempt', description: 'An attempt with its answers and complete results.' })

const ExportedDebrief = z.strictObject({
  id: PublicId,
  ...debriefParts,
  createdAt: Timestamp.meta({ description: 'When it was written.' }),
  updatedAt: Timestamp.meta({ description: 'When it was written or last rated.' }),
  ratings: z
    .array(
      z.strictObject({
        rater: z.string().meta({
          description: 'Who rated it: `client:` or `member:` and which one.',
          examples: [`client:${client}`],
        }),
        rating: z.literal([1, -1]).meta({ description: '1 for useful, -1 for not.', examples: [1] }),
        comments: z
          .string()
          .nullable()
          .meta({ description: 'What was said to it.', examples: ['Clear and fair.'] }),
        createdAt: Timestamp.meta({ description: 'When it was first rated by this one.' }),
        updatedAt: Timestamp.meta({ description: 'When it was last rated by this one.' }),
      }),
    )
    .meta({ description: 'What was said of the text.' }),
})

const Invite = z.strictObject({
  id: PublicId,
  channel: z
    .enum(['email', 'sms', 'link'])
    .meta({ description: 'The way it went; `link` where the person started from a shared link.' }),
  recipient: z
    .string()
    .nullable()
    .meta({
      description: 'The address that it went to; null for a shared link.',
      examples: ['ada@example.com'],
    }),
  createdAt: Timestamp.meta({ description: 'When it was asked for.' }),
  expiresAt: Timestamp.meta({ description: 'When its link ends or ended.', examples: [later] }),
  sentAt: Timestamp.nullable().meta({ description: 'When the message left; null before.' }),
  openedAt: Timestamp.nullable().meta({ description: 'When the person first started from it; null before.' }),
  failedAt: Timestamp.nullable().meta({
    description: 'When the message was given up; null unless it was.',
    examples: [null],
  }),
  supersededAt: Timestamp.nullable().meta({
    description: 'When a newer invite or another address took its place; null while it stands.',
    examples: [null],
  }),
  revokedAt: Timestamp.nullable().meta({
    description: 'When its link was ended before its time; null while it stands.',
    examples: [null],
  }),
})

const Message = z.strictObject({
  id: PublicId,
  channel: z.enum(['email', 'sms']).meta({ description: 'The way it went.' }),
  state: z
    .enum(['queued', 'sent', 'failed'])
    .meta({ description: 'Whether it waits, has left, or was given up.', examples: ['sent'] }),
  createdAt: Timestamp.meta({ description: 'When it was written.' }),
  doneAt: Timestamp.nullable().meta({ description: 'When it left, or was given up.' }),
})

const Entry = z.strictObject({
  id: PublicId,
  at: Timestamp.meta({ description: 'When the change was made.' }),
  actor: z
    .strictObject({
      kind: z
        .string()
        .meta({ description: '`client`, `member`, `person`, `operator` or `system`.', examples: ['client'] }),
      id: z.string().meta({ description: 'Which one of them.', examples: [client] }),
      clientId: z
        .string()
        .nullable()
        .meta({
          description: 'The client through which the change came; null without one.',
          examples: [client],
        }),
    })
    .meta({ description: 'Who made the change.' }),
  action: z.string().meta({ description: 'The name of the operation.', examples: ['create_profile'] }),
  requestId: z.string().meta({
    description: 'The `X-Request-Id` of the answer to the request.',
    examples: ['7d1f3c1e-4a55-4a0e-9d0b-2f6f0c1f9a11'],
  }),
  changes: z.record(z.string(), z.unknown()).meta({
    description: 'What changed, without names, addresses, answers or scores.',
    examples: [{ fields: ['email', 'firstName'] }],
  }),
})

export const PersonExport = z
  .strictObject({
    exportedAt: Timestamp.meta({ description: 'When this was put together.' }),
    account: z
      .strictObject({
        id: PublicId,
        name: z.string().meta({ description: 'The name of the organization.', examples: ['Northwind'] }),
      })
      .meta({ description: 'The account that holds the person’s data.' }),
    profile: Profile,
    tags: z
      .array(
        z.strictObject({
          id: PublicId,
          label: z.string().meta({ description: 'What people call the tag.', examples: ['Sales'] }),
          color: z.string().meta({ description: 'One of the nine colors of tags.', examples: ['emerald'] }),
        }),
      )
      .meta({ description: 'The tags of the profile.' }),
    aliases: z
      .array(
        z.strictObject({
          id: PublicId,
          consumerKey: ConsumerKey,
          createdAt: Timestamp.meta({ description: 'When it was made.' }),
          updatedAt: Timestamp.meta({ description: 'When it last changed.' }),
        }),
      )
      .meta({ description: 'The account’s own keys of the profile.' }),
    attempts: z.array(ExportedAttempt).meta({ description: 'The newest first.' }),
    debriefs: z.array(ExportedDebrief).meta({ description: 'The newest first, with what was said of them.' }),
    invites: z.array(Invite).meta({ description: 'The newest first, without their links.' }),
    messages: z.array(Message).meta({ description: 'The newest first, without what they say.' }),
    sessions: z
      .array(
        z.strictObject({
          startedAt: Timestamp.meta({ description: 'When the person came in.' }),
          expiresAt: Timestamp.meta({ description: 'When the session ends or ended.', examples: [later] }),
        }),
      )
      .meta({ description: 'When the person came in through a link, as far as it is still kept.' }),
    agreements: z
      .array(
        z.strictObject({
          attempt: z
            .int()
            .meta({ description: 'The attempt that the person started with it.', examples: [1] }),
          version: z.string().meta({
            description: 'Names these very words: another word is another version.',
            examples: ['3f0b6c1d9a5e4f7288c1d0b2a4e6f901'],
          }),
          locale: z.string().meta({ description: 'The language of the words.', examples: ['en'] }),
          words: z.string().meta({
            description:
              'What the page said: why, who sees the results, how long they are kept, and the agreement.',
            examples: ['To describe how you tend to work and what matters to you.'],
          }),
          agreedAt: Timestamp.meta({ description: 'When the person pressed the button.' }),
        }),
      )
      .meta({ description: 'What the person agreed to by starting, the newest first.' }),
    erasureRequestedAt: Timestamp.nullable().meta({
      description: 'Since when the person asks to be deleted; null while they do not.',
      examples: [null],
    }),
    reportLinks: z
      .array(ExportedReportLink)
      .meta({ description: 'Links that show the report, without their addresses; the newest first.' }),
    auditEntries: z
      .array(Entry)
      .meta({ description: 'What was changed about the person, the newest first.' }),
  })
  .meta({ id: 'HeldOnPerson', description: 'Everything that is held on one person.' })
