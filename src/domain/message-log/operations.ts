import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { idList, PublicId } from '../../contract/shapes.ts'
import { ChannelName, FailureReason, MessageState, QueuedMessage, toMessage, withoutNames } from './model.ts'
import { contentRefusal, maxRetried, sendAgain, whyNotAgain } from './send-again.ts'
import {
  countFailed,
  type FailedMessage,
  findMessageRow,
  listMessageRows,
  lockFailed,
  type MessageRow,
  removeContent,
} from './store.ts'

const siblings = {
  hasMore: z.boolean().meta({ description: 'Whether there are older ones.', examples: [false] }),
  failed: z
    .array(
      z.strictObject({
        failure: FailureReason.nullable().meta({
          description: 'The reason; null for messages of earlier versions.',
          examples: ['recipient'],
        }),
        count: z.int().meta({ description: 'How many messages.', examples: [3] }),
      }),
    )
    .meta({ description: 'All failed messages of the account that still have their content, by reason.' }),
}

export const listOutgoingMessages = operation({
  name: 'list_outgoing_messages',
  summary: 'List emails and text messages, newest first',
  description:
    'What waits, what was sent in the last 30 days, and what failed and why. Texts and the addresses of people are not shown.',
  scope: 'account:read',
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['missing', 'invalid'],
  input: z.strictObject({
    state: MessageState.optional().meta({ description: 'Only messages in this state.' }),
    channel: ChannelName.optional().meta({ description: 'Only emails, or only text messages.' }),
    failure: FailureReason.optional().meta({
      description: 'Only messages whose last attempt failed for this.',
    }),
    profileId: PublicId.optional().meta({ description: 'Only messages about this person.' }),
    profileIds: idList(100).optional().meta({ description: 'Only messages about any of these people.' }),
    before: PublicId.optional().meta({ description: 'Only messages older than this one: the next page.' }),
    limit: z
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(100, 'must be at most 100')
      .default(25)
      .meta({ description: 'Maximum number of messages.', examples: [25] }),
  }),
  output: z.array(QueuedMessage),
  withoutProfilesRead: ({ resource }) => resource.map(withoutNames),
  rest: {
    group: 'messages',
    route: 'GET /messages',
    sdk: 'messages.list',
    key: 'messages',
    status: 200,
    siblings,
  },
  async run(context, { state, limit, profileId, ...filters }) {
    const { sql, account } = context
    if (filters.before !== undefined) await openMessage(context, filters.before)
    const { profileIds = profileId === undefined ? undefined : [profileId] } = filters
    const wanted = {
      ...filters,
      state: state === 'waiting' ? ('queued' as const) : state,
      profileIds: profileId === undefined ? profileIds : profileIds?.filter((id) => id === profileId),
    }
    const [rows, failed] = await Promise.all([
      listMessageRows(sql, account.id, wanted, limit + 1),
      countFailed(sql, account.id),
    ])
    return {
      resource: rows.slice(0, limit).map(toMessage),
      siblings: { hasMore: rows.length > limit, failed },
    }
  },
})

export const getOutgoingMessage = operation({
  name: 'get_outgoing_message',
  summary: 'Get one email or text message',
  description:
    'When it was queued, sent or given up, and why. Its text and the address of a person are not shown; the text is deleted ' +
    'once it was sent.',
  scope: 'account:read',
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['missing'],
  input: z.strictObject({ messageId: PublicId }),
  output: QueuedMessage,
  withoutProfilesRead: ({ resource }) => withoutNames(resource),
  rest: {
    group: 'messages',
    route: 'GET /message/{messageId}',
    sdk: 'messages.get',
    key: 'message',
    status: 200,
  },
  async run(context, { messageId }) {
    return { resource: toMessage(await openMessage(context, messageId)) }
  },
})

export const retryMessage = operation({
  name: 'retry_message',
  summary: 'Send a failed message again',
  description:
    'It is due right away, with all its attempts ahead, and keeps its Message-ID, so a mail server that has it already ' +
    'can tell.',
  scope: 'account:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  refuses: ['missing', 'conflict'],
  input: z.strictObject({ messageId: PublicId }),
  output: QueuedMessage,
  withoutProfilesRead: ({ resource }) => withoutNames(resource),
  rest: {
    group: 'messages',
    route: 'POST /message/{messageId}/retry',
    sdk: 'messages.retry',
    key: 'message',
    status: 200,
  },
  async run(context, { messageId }) {
    const { sql, account, now } = context
    const [found] = await lockFailed(sql, account.id, now(), { id: messageId, most: 1 })
    if (!found) {
      const message = await openMessage(context, messageId)
      throw new Failure(await whyNotAgain(sql, account.id, now(), message))
    }
    if ((await requeue(context, [found])) === 0) throw new Failure('recipient_opted_out')
    return {
      resource: toMessage(await openMessage(context, messageId)),
      changes: [{ target: { type: 'message', id: messageId } }],
    }
  },
})

export const retryMessages = operation({
  name: 'retry_messages',
  summary: 'Send failed messages again',
  description: `The oldest ${maxRetried} at most. What can't be sent again is left out.`,
  scope: 'account:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  refuses: ['invalid'],
  input: z.strictObject({
    failure: FailureReason.optional().meta({ description: 'Only those that failed for this reason.' }),
    channel: ChannelName.optional().meta({ description: 'Only emails, or only text messages.' }),
  }),
  output: z.strictObject({
    retried: z.int().meta({ description: 'How many are sent again.', examples: [12] }),
  }),
  rest: {
    group: 'messages',
    route: 'POST /messages/retry',
    sdk: 'messages.retryMany',
    key: 'data',
    status: 200,
  },
  async run(context, { failure, channel }) {
    const { sql, account, now } = context
    const found = await lockFailed(sql, account.id, now(), { failure, channel, most: maxRetried })
    const retried = await requeue(context, found)
    const target = { type: 'account', id: account.id } as const
    const change = { target, changes: { retried, failure: failure ?? null, channel: channel ?? null } }
    return { resource: { retried }, changes: retried > 0 ? [change] : [] }
  },
})

export const discardMessage = operation({
  name: 'discard_message',
  summary: 'Discard the content of a failed message',
  description: "It can't be sent again then, and is no longer counted among what failed.",
  scope: 'account:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  evenBeyondQuotas: true,
  emits: [],
  refuses: ['missing', 'conflict'],
  input: z.strictObject({ messageId: PublicId }),
  output: QueuedMessage,
  withoutProfilesRead: ({ resource }) => withoutNames(resource),
  rest: {
    group: 'messages',
    route: 'POST /message/{messageId}/discard',
    sdk: 'messages.discard',
    key: 'message',
    status: 200,
  },
  async run(context, { messageId }) {
    const { sql, account, now } = context
    const isDiscarded = await removeContent(sql, account.id, messageId, now())
    const message = await openMessage(context, messageId)
    const refusal = isDiscarded ? undefined : contentRefusal(message)
    if (refusal) throw new Failure(refusal)
    return { resource: toMessage(message), changes: [{ target: { type: 'message', id: messageId } }] }
  },
})

function requeue(
  { sql, account, now, installation }: Context,
  failed: readonly FailedMessage[],
): Promise<number> {
  const { secretKey } = installation
  return sendAgain(sql, failed, { accountId: account.id, now: now(), secretKey, installation })
}

async function openMessage({ sql, account }: Context, messageId: string): Promise<MessageRow> {
  const message = await findMessageRow(sql, account.id, messageId)
  if (!message) throw new Failure('message_not_found')
  return message
}
