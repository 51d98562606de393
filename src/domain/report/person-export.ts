import { z } from 'zod'
import { AssessmentId, ConsumerKey, PublicId, Timestamp } from '../../contract/shapes.ts'
import { StoredAgreement } from '../agreement/model.ts'
import { debriefParts } from '../debrief/model.ts'
import { Attempt } from '../profile/attempts.ts'
import { Profile } from '../profile/model.ts'
import { ExportedReportLink, ExportedShareCard } from './exported-report-link.ts'

/** The shape of a personal export: all data about one person. */

const client = 'm2m_us_aSAxjksaDH0uj1pjAAECAwQFBgcICQoL'
const later = '2026-11-28T09:00:00.000Z'

export const ExportedAnswer = z.strictObject({
  item: z.int().meta({ description: 'Number of the item, block or screen in the form.', examples: [1] }),
  value: z.unknown().meta({ description: "The answer, in the form's own terms.", examples: [4] }),
  answeredAt: Timestamp.meta({ description: 'When the answer was given.' }),
})

const Sitting = z.strictObject({
  assessment: AssessmentId,
  form: z.string().meta({ description: 'Form of the items.', examples: ['focus-120-1'] }),
  itemOrder: z
    .array(z.int())
    .nullable()
    .meta({
      description: 'Order in which the blocks were shown, if it differs from the form.',
      examples: [[3, 1, 2]],
    }),
  wording: z.int().meta({
    description:
      'Wording of the questions, in every language. The one a sitting begins with is kept to its end.',
    examples: [1],
  }),
})

export const ExportedResult = z.strictObject({
  assessment: AssessmentId,
  form: z.string().meta({ description: 'Form that was answered.', examples: ['focus-120-1'] }),
  version: z.string().meta({ description: 'Version of the scoring.', examples: ['1.0.0'] }),
  norm: z
    .string()
    .nullable()
    .meta({
      description: 'Norm of the result. Null if there is none.',
      examples: ['johnson-2014-balanced-1'],
    }),
  result: z
    .looseObject({})
    .meta({ description: 'Everything that scoring stores, including raw and standard scores.' }),
  createdAt: Timestamp.meta({ description: 'When it was scored.' }),
})

const ExportedAttempt = Attempt.extend({
  sittings: z.array(Sitting).meta({ description: 'Assessments that were started or carried over.' }),
  answers: z
    .partialRecord(AssessmentId, z.array(ExportedAnswer))
    .meta({ description: 'Every answer, by assessment and in the order of the form.' }),
  results: z.array(ExportedResult).meta({ description: 'Every result with everything that scoring stores.' }),
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
          description: 'Who rated it: `client:` or `member:` followed by the id.',
          examples: [`client:${client}`],
        }),
        rating: z.literal([1, -1]).meta({ description: '1 if useful, -1 if not.', examples: [1] }),
        comments: z
          .string()
          .nullable()
          .meta({ description: 'Comment.', examples: ['Clear and fair.'] }),
        createdAt: Timestamp.meta({ description: 'When it was first rated.' }),
        updatedAt: Timestamp.meta({ description: 'When it was last rated.' }),
      }),
    )
    .meta({ description: 'Ratings of the text.' }),
})

const ExportedNote = z.strictObject({
  id: PublicId,
  memberId: PublicId.meta({ description: 'The member who wrote it.' }),
  createdAt: Timestamp.meta({ description: 'When it was written.' }),
  updatedAt: Timestamp.meta({ description: 'When it was last changed.' }),
})

const Invite = z.strictObject({
  id: PublicId,
  channel: z
    .enum(['email', 'sms', 'link'])
    .meta({ description: 'How it was sent. `link`: the person started from a public link.' }),
  recipient: z
    .string()
    .nullable()
    .meta({
      description: 'Address it was sent to. Null for a public link.',
      examples: ['ada@example.com'],
    }),
  createdAt: Timestamp.meta({ description: 'When it was requested.' }),
  expiresAt: Timestamp.meta({ description: 'When its link expires or expired.', examples: [later] }),
  sentAt: Timestamp.nullable().meta({ description: "When the message was sent. Null if it wasn't." }),
  openedAt: Timestamp.nullable().meta({ description: 'When the person first started from it. Null before.' }),
  failedAt: Timestamp.nullable().meta({
    description: "When delivery was given up. Null if it wasn't.",
    examples: [null],
  }),
  supersededAt: Timestamp.nullable().meta({
    description: "When it was replaced by a newer invite or address. Null if it wasn't.",
    examples: [null],
  }),
  revokedAt: Timestamp.nullable().meta({
    description: "When its link was revoked. Null if it wasn't.",
    examples: [null],
  }),
})

const Message = z.strictObject({
  id: PublicId,
  channel: z.enum(['email', 'sms']).meta({ description: 'How it was sent.' }),
  state: z
    .enum(['queued', 'sent', 'failed'])
    .meta({ description: 'Whether it is waiting, was sent, or was given up.', examples: ['sent'] }),
  createdAt: Timestamp.meta({ description: 'When it was written.' }),
  doneAt: Timestamp.nullable().meta({ description: 'When it was sent or given up.' }),
})

const Entry = z.strictObject({
  id: PublicId,
  at: Timestamp.meta({ description: 'When the change was made.' }),
  actor: z
    .strictObject({
      kind: z
        .string()
        .meta({ description: '`client`, `member`, `person`, `operator` or `system`.', examples: ['client'] }),
      id: z.string().meta({ description: 'Id of the actor.', examples: [client] }),
      clientId: z
        .string()
        .nullable()
        .meta({
          description: 'Client that was used. Null if none.',
          examples: [client],
        }),
    })
    .meta({ description: 'Who made the change.' }),
  action: z.string().meta({ description: 'Name of the operation.', examples: ['create_profile'] }),
  requestId: z.string().meta({
    description: '`X-Request-Id` of the response.',
    examples: ['7d1f3c1e-4a55-4a0e-9d0b-2f6f0c1f9a11'],
  }),
  changes: z.record(z.string(), z.unknown()).meta({
    description: 'What changed, without names, addresses, answers or scores.',
    examples: [{ fields: ['email', 'firstName'] }],
  }),
})

export const PersonExport = z
  .strictObject({
    exportedAt: Timestamp.meta({ description: 'When this export was created.' }),
    account: z
      .strictObject({
        id: PublicId,
        name: z.string().meta({ description: 'The name of the organization.', examples: ['Northwind'] }),
      })
      .meta({ description: "Account that stores the person's data." }),
    profile: Profile,
    tags: z
      .array(
        z.strictObject({
          id: PublicId,
          label: z.string().meta({ description: 'Display name of the tag.', examples: ['Sales'] }),
          color: z.string().meta({ description: 'One of nine tag colors.', examples: ['emerald'] }),
        }),
      )
      .meta({ description: 'The tags of the profile.' }),
    savedTeams: z
      .array(
        z.strictObject({
          id: PublicId,
          name: z.string().meta({ description: 'Name of the team.', examples: ['Launch team'] }),
        }),
      )
      .meta({ description: 'The saved teams that the person is in.' }),
    aliases: z
      .array(
        z.strictObject({
          id: PublicId,
          consumerKey: ConsumerKey,
          createdAt: Timestamp.meta({ description: 'When it was created.' }),
          updatedAt: Timestamp.meta({ description: 'When it last changed.' }),
        }),
      )
      .meta({ description: "The account's own keys of the profile." }),
    attempts: z.array(ExportedAttempt).meta({ description: 'Newest first.' }),
    debriefs: z.array(ExportedDebrief).meta({ description: 'Newest first, with their ratings.' }),
    notes: z.array(ExportedNote).meta({
      description:
        'Private notes of members about the person, newest first, without their text: only the writer can read it. If ' +
        'the person asks for their data, ask the writers.',
    }),
    invites: z.array(Invite).meta({ description: 'Newest first, without their links.' }),
    messages: z.array(Message).meta({ description: 'Newest first, without their content.' }),
    sessions: z
      .array(
        z.strictObject({
          startedAt: Timestamp.meta({ description: 'When the session started.' }),
          expiresAt: Timestamp.meta({
            description: 'When the session expires or expired.',
            examples: [later],
          }),
        }),
      )
      .meta({
        description: 'Sessions that the person opened through links, as far as they are still stored.',
      }),
    agreements: z
      .array(StoredAgreement)
      .meta({ description: 'What the person agreed to when starting, newest first.' }),
    erasureRequestedAt: Timestamp.nullable().meta({
      description: 'When the person requested deletion. Null if there is no open request.',
      examples: [null],
    }),
    reportLinks: z
      .array(ExportedReportLink)
      .meta({ description: 'Report links, without their URLs, newest first.' }),
    shareCards: z
      .array(ExportedShareCard)
      .meta({ description: "The person's share card, without its address; empty if there is none." }),
    auditEntries: z.array(Entry).meta({ description: "Changes to the person's data, newest first." }),
  })
  .meta({ id: 'HeldOnPerson', description: 'All data stored about one person.' })
export type PersonExport = z.output<typeof PersonExport>
