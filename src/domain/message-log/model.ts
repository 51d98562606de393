import { z } from 'zod'
import { PublicId, Timestamp } from '../../contract/shapes.ts'
import { lanes } from '../outbox/lane.ts'
import type { MessageRow } from './store.ts'
import { contentDays } from './sweep.ts'

export const MessageState = z.enum(['waiting', 'sent', 'failed'], {
  error: 'must be waiting, sent or failed',
})
export const ChannelName = z.enum(['email', 'sms'], { error: 'must be email or sms' })
export const FailureReason = z.enum(['recipient', 'content', 'policy', 'unreachable', 'expired'], {
  error: 'must be recipient, content, policy, unreachable or expired',
})

const kinds = [
  'invite',
  'start',
  'newLink',
  'member',
  'notice',
  'memberNotice',
  'security',
  'former',
  'code',
] as const
const MessagePurpose = z.enum([...kinds, 'reminder', 'results', 'digest'])
type MessagePurpose = z.output<typeof MessagePurpose>

const failureReasons =
  'Why the last attempt failed. `recipient`: the address was refused. `content`: the text was. `policy`: the sender was. ' +
  '`unreachable`: the server could not be reached or did not answer. `expired`: it was of no use any more.'

export const QueuedMessage = z
  .strictObject({
    id: PublicId,
    profileId: PublicId.nullable().meta({ description: 'The person it is about; null for members.' }),
    channel: ChannelName.meta({ description: 'How it is sent.', examples: ['email'] }),
    kind: z
      .enum(kinds)
      .nullable()
      .meta({
        description:
          'What it is for. `invite`: a link from the account. `start`: one that a visitor of a public link asked for. ' +
          '`newLink`: one that a person asked for again. `member`: an invitation to the account. `notice`: owners learn of ' +
          'a request of a person. `memberNotice`: an email that a member has chosen. `security`: a change that affects ' +
          'who can get in. `former`: to an address that was replaced. Null for messages of earlier versions.',
        examples: ['invite'],
      }),
    purpose: MessagePurpose.nullable().meta({
      description:
        'The same in more detail. `reminder` and `results` are invites: to someone who was invited before, and to the own ' +
        'results of someone who has completed. `digest`: a `memberNotice` about several events. Null if `kind` is null. ' +
        'Messages of earlier versions that lead to results are `invite` or `newLink`.',
      examples: ['reminder'],
    }),
    campaign: z
      .strictObject({
        id: PublicId.meta({ description: 'Id of the campaign.', examples: ['6920318e4b1a0c7d2e8f5a90'] }),
        name: z
          .string()
          .nullable()
          .meta({
            description: 'Its present name; null without `profiles:read`.',
            examples: ['Sales team, spring'],
          }),
      })
      .nullable()
      .meta({ description: 'The campaign of the invite; null without one.', examples: [null] }),
    member: z
      .strictObject({
        id: PublicId.meta({ description: 'Id of the member.', examples: ['6920318e4b1a0c7d2e8f5a12'] }),
        email: z
          .string()
          .nullable()
          .meta({
            description:
              'Their present address; null without `profiles:read`, and for members who have left.',
            examples: ['ada@example.com'],
          }),
      })
      .nullable()
      .meta({
        description:
          'The member whom the email is for, or who is invited to be one; null for messages to people, and for those of ' +
          'earlier versions.',
        examples: [null],
      }),
    lane: z.enum(['signIn', 'single', 'bulk']).meta({
      description: 'What it waits with: codes and security notices, single messages, or one of many.',
      examples: ['single'],
    }),
    state: MessageState.meta({ description: 'Whether it was sent.', examples: ['failed'] }),
    attempts: z.int().meta({ description: 'Attempts so far, since it was queued last.', examples: [1] }),
    nextAttemptAt: Timestamp.nullable().meta({ description: 'When it is tried next; null if it is not.' }),
    createdAt: Timestamp,
    doneAt: Timestamp.nullable().meta({ description: 'When it was sent or given up.' }),
    failure: FailureReason.nullable().meta({ description: failureReasons, examples: ['recipient'] }),
    failureCode: z
      .string()
      .nullable()
      .meta({
        description:
          'What the server said last, without its words: they may name addresses. A status such as 5.1.1 (RFC 3463) is ' +
          'from a report that came after the email was accepted.',
        examples: ['550 RCPT TO'],
      }),
    bouncedAt: Timestamp.nullable().meta({
      description:
        'When a mail server reported that it could not deliver what it had accepted. Null without such a report.',
      examples: [null],
    }),
    addressChanged: z
      .boolean()
      .nullable()
      .meta({
        description:
          'Whether the person has another address or number than the one it went to, or none. Null without `profiles:read`, ' +
          'and for messages without an invite, of which it is not known.',
        examples: [false],
      }),
    delayReports: z.int().meta({
      description: 'Reports of mail servers that the email is delayed; no more than 20 are counted.',
      examples: [0],
    }),
    retries: z.int().meta({ description: 'How often it was sent again by hand; at most 5.', examples: [0] }),
    retryUntil: Timestamp.nullable().meta({
      description: `How long it can be sent again: ${contentDays} days after it failed. Null if it can't.`,
    }),
    discardedAt: Timestamp.nullable().meta({ description: 'When its content was discarded.' }),
  })
  .meta({
    id: 'Message',
    description: 'An email or text message, without the address that it went to and its text.',
  })

/**
 * What a caller without `profiles:read` sees: names of campaigns are texts for members, members have addresses, and a change
 * of an address is one of a person.
 */
export function withoutNames(message: z.output<typeof QueuedMessage>): z.output<typeof QueuedMessage> {
  const { campaign, member } = message
  return {
    ...message,
    campaign: campaign && { ...campaign, name: null },
    member: member && { ...member, email: null },
    addressChanged: null,
  }
}

/** What the message is for, by the name that people have for it. */
function purposeOf({ kind, lane, isReminder, isResults }: MessageRow): MessagePurpose | null {
  if ((kind === 'invite' || kind === 'newLink') && isResults) return 'results'
  if (kind === 'invite' && isReminder) return 'reminder'
  if (kind === 'memberNotice' && lane === lanes.bulk) return 'digest'
  return kind as MessagePurpose | null
}

const laneNames = ['signIn', 'single', 'bulk'] as const

export function toMessage(row: MessageRow): z.output<typeof QueuedMessage> {
  const { lane, state, dueAt, hasContent, doneAt, kind, isReminder, isResults, ...rest } = row
  const isFailed = state === 'failed'
  return {
    ...rest,
    kind: kind as z.output<typeof QueuedMessage>['kind'],
    purpose: purposeOf(row),
    lane: laneNames[lane],
    state: state === 'queued' ? 'waiting' : state,
    nextAttemptAt: state === 'queued' ? dueAt : null,
    doneAt,
    retryUntil:
      isFailed && hasContent && doneAt !== null
        ? new Date(Date.parse(doneAt) + contentDays * 86_400_000).toISOString()
        : null,
  }
}
