import { z } from 'zod'
import { AssessmentId, ConsumerKey, PublicId, Timestamp } from '../../contract/shapes.ts'
import { Attempt } from '../profile/attempts.ts'
import { Profile } from '../profile/model.ts'

/** The shape in which everything held on a person leaves the service. */

const Answer = z.strictObject({
  item: z.int().meta({ description: 'The number of the item, block or screen in the form.', examples: [1] }),
  value: z.unknown().meta({ description: 'What was answered, in the form’s own terms.', examples: [4] }),
  answeredAt: Timestamp,
})

const Sitting = z.strictObject({
  assessment: AssessmentId,
  form: z.string().meta({ description: 'The form that the items stand in.', examples: ['focus-120-1'] }),
  itemOrder: z
    .array(z.int())
    .nullable()
    .meta({ description: 'The order in which the blocks were shown, where it differs from the form.' }),
})

const Result = z.strictObject({
  assessment: AssessmentId,
  form: z.string().meta({ examples: ['focus-120-1'] }),
  version: z.string().meta({ description: 'The version of the scoring.' }),
  norm: z.string().nullable(),
  result: z
    .looseObject({})
    .meta({ description: 'All that scoring keeps, raw and standard scores included.' }),
  createdAt: Timestamp,
})

const HeldAttempt = Attempt.extend({
  sittings: z.array(Sitting).meta({ description: 'The assessments that were begun or carried over.' }),
  answers: z
    .partialRecord(AssessmentId, z.array(Answer))
    .meta({ description: 'Every answer, by assessment and in the order of its form.' }),
  results: z.array(Result).meta({ description: 'Every result with all that scoring keeps.' }),
}).meta({ id: 'HeldAttempt', description: 'An attempt with its answers and complete results.' })

const Invite = z.strictObject({
  id: PublicId,
  channel: z.enum(['email', 'sms', 'link']),
  recipient: z.string().nullable().meta({ description: 'The address that it went to.' }),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  sentAt: Timestamp.nullable(),
  openedAt: Timestamp.nullable(),
  failedAt: Timestamp.nullable(),
  supersededAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
})

const Message = z.strictObject({
  id: PublicId,
  channel: z.enum(['email', 'sms']),
  state: z.enum(['queued', 'sent', 'failed']),
  createdAt: Timestamp,
  doneAt: Timestamp.nullable().meta({ description: 'When it left, or was given up.' }),
})

const Entry = z.strictObject({
  id: PublicId,
  at: Timestamp,
  actor: z.strictObject({ kind: z.string(), id: z.string(), clientId: z.string().nullable() }),
  action: z.string().meta({ examples: ['create_profile'] }),
  requestId: z.string(),
  changes: z.record(z.string(), z.unknown()),
})

export const HeldOnPerson = z
  .strictObject({
    exportedAt: Timestamp,
    account: z
      .strictObject({ id: PublicId, name: z.string().meta({ examples: ['Northwind'] }) })
      .meta({ description: 'The account that holds the person’s data.' }),
    profile: Profile,
    tags: z
      .array(z.strictObject({ id: PublicId, label: z.string(), color: z.string() }))
      .meta({ description: 'The tags of the profile.' }),
    aliases: z
      .array(
        z.strictObject({
          id: PublicId,
          consumerKey: ConsumerKey,
          createdAt: Timestamp,
          updatedAt: Timestamp,
        }),
      )
      .meta({ description: 'The account’s own keys of the profile.' }),
    attempts: z.array(HeldAttempt).meta({ description: 'The newest first.' }),
    invites: z.array(Invite).meta({ description: 'The newest first, without their links.' }),
    messages: z.array(Message).meta({ description: 'The newest first, without what they say.' }),
    sessions: z
      .array(z.strictObject({ startedAt: Timestamp, expiresAt: Timestamp }))
      .meta({ description: 'When the person came in through a link, as far as it is still kept.' }),
    auditEntries: z
      .array(Entry)
      .meta({ description: 'What was changed about the person, the newest first.' }),
  })
  .meta({ id: 'HeldOnPerson', description: 'Everything that is held on one person.' })
