import { z } from 'zod'
import { isTokenCaller } from '../../contract/caller.ts'
import { Failure } from '../../contract/failure.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { paginationOf, rowRangeOf } from '../../contract/pagination.ts'
import { nonEmptyIdList, PageNumber, PageSize, PublicId, TimeInput } from '../../contract/shapes.ts'
import { countEvents, findSeq } from '../event-feed/store.ts'
import { FeedType, resolveTypes } from '../event-feed/types.ts'
import {
  type DeliveryRow,
  findDelivery,
  listDeliveryRows,
  listWebhookAttempts,
  makeDeliveryDue,
  queueReplay,
} from './delivery-store.ts'
import { noSuchWebhook } from './endpoints.ts'
import { DeliveryState, WebhookDelivery } from './model.ts'
import { type EndpointRow, findEndpoint } from './store.ts'

export const listDeliveries = operation({
  name: 'list_deliveries',
  summary: 'List the deliveries of an endpoint, newest event first',
  scope: 'account:read',
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['missing', 'invalid'],
  input: z.strictObject({
    webhookId: PublicId,
    state: DeliveryState.optional(),
    type: FeedType.optional(),
    profileId: PublicId.optional().meta({ description: 'Only events about this person.' }),
    since: TimeInput.optional().meta({ description: 'Only events from this time on.' }),
    limit: PageSize,
    page: PageNumber,
  }),
  output: z.array(WebhookDelivery),
  rest: {
    group: 'webhooks',
    route: 'GET /webhook/{webhookId}/deliveries',
    sdk: 'deliveries.list',
    key: 'deliveries',
    status: 200,
  },
  async run({ sql, account }, { webhookId, type, limit, page, ...filters }) {
    if (!(await findEndpoint(sql, account.id, webhookId))) noSuchWebhook()
    const types = type === undefined ? undefined : resolveTypes([type])
    const range = rowRangeOf({ limit, page })
    const { rows, total } = await listDeliveryRows(sql, account.id, webhookId, { ...filters, types }, range)
    return { resource: rows.map(toDelivery), siblings: { pagination: paginationOf({ limit, page }, total) } }
  },
})

export const getDelivery = operation({
  name: 'get_delivery',
  summary: 'Get one delivery with all its attempts',
  scope: 'account:read',
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['missing'],
  input: z.strictObject({ webhookId: PublicId, deliveryId: PublicId }),
  output: WebhookDelivery,
  rest: {
    group: 'webhooks',
    route: 'GET /webhook/{webhookId}/deliveries/{deliveryId}',
    sdk: 'deliveries.get',
    key: 'delivery',
    status: 200,
  },
  async run({ sql, account, caller }, { webhookId, deliveryId }) {
    const delivery = await openDelivery(sql, account.id, { webhookId, deliveryId })
    const attempts = await listWebhookAttempts(sql, account.id, deliveryId)
    const mayWrite = isTokenCaller(caller) && caller.scopes.has('account:write')
    const log = attempts.map(({ excerpt, ...attempt }) => (mayWrite ? { ...attempt, excerpt } : attempt))
    return { resource: { ...toDelivery(delivery), log } }
  },
})

export const retryDelivery = operation({
  name: 'retry_delivery',
  summary: 'Send one delivery again',
  description:
    'It is due right away, with all its attempts ahead. One that is being sent right now stays as it is.',
  scope: 'account:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  refuses: ['missing', 'conflict'],
  input: z.strictObject({ webhookId: PublicId, deliveryId: PublicId }),
  output: WebhookDelivery,
  rest: {
    group: 'webhooks',
    route: 'POST /webhook/{webhookId}/deliveries/{deliveryId}/retry',
    sdk: 'deliveries.retry',
    key: 'delivery',
    status: 200,
  },
  async run({ sql, account, now }, { webhookId, deliveryId }) {
    await openEnabled(sql, account.id, webhookId)
    await openDelivery(sql, account.id, { webhookId, deliveryId })
    await makeDeliveryDue(sql, account.id, deliveryId, now())
    const delivery = await openDelivery(sql, account.id, { webhookId, deliveryId })
    const changes = { deliveryId, eventId: delivery.eventId }
    return {
      resource: toDelivery(delivery),
      changes: [{ target: { type: 'webhook', id: webhookId }, changes }],
    }
  },
})

/** Events in one replay. */
const maxReplayed = 10_000

export const replayEvents = operation({
  name: 'replay_events',
  summary: 'Send events to an endpoint again',
  description:
    'Either up to 100 `eventIds`, or a range of events by cursor, time and type, at most 10,000 of them, oldest first. ' +
    'They are sent with the same ids, so a receiver that remembers ids ignores what it has. Fresh events go first. ' +
    '`dryRun` only counts.',
  scope: 'account:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  refuses: ['missing', 'invalid', 'conflict'],
  input: z
    .strictObject({
      webhookId: PublicId,
      eventIds: nonEmptyIdList(100).optional(),
      after: PublicId.optional().meta({ description: 'Only events after this one.' }),
      since: TimeInput.optional().meta({ description: 'Only events from this time on.' }),
      until: TimeInput.optional().meta({ description: 'Only events up to this time.' }),
      types: z
        .array(FeedType)
        .min(1, 'must name at least one type')
        .max(50)
        .optional()
        .meta({ description: 'Only events of these types.' }),
      only: z
        .enum(['undelivered', 'all'])
        .default('undelivered')
        .meta({
          description: '`undelivered`: not those that the endpoint has accepted.',
          examples: ['undelivered'],
        }),
      dryRun: z
        .boolean()
        .default(false)
        .meta({ description: 'Only count.', examples: [true] }),
    })
    .refine(
      ({ eventIds, ...range }) =>
        eventIds === undefined || ['after', 'since', 'until', 'types'].every((name) => !(name in range)),
      { message: 'Give eventIds, or a range by after, since, until and types, not both.' },
    ),
  output: z.strictObject({
    events: z.int().meta({ description: 'How many events.', examples: [214] }),
    first: z
      .int()
      .nullable()
      .meta({ description: 'Number of the first one.', examples: [1204] }),
    last: z
      .int()
      .nullable()
      .meta({ description: 'Number of the last one.', examples: [1417] }),
  }),
  rest: {
    group: 'webhooks',
    route: 'POST /webhook/{webhookId}/replay',
    sdk: 'webhooks.replayEvents',
    key: 'data',
    status: 200,
    examples: { body: { since: '2026-11-21T09:00:00Z', dryRun: true } },
  },
  async run(context, { webhookId, eventIds, after, since, until, types, only, dryRun }) {
    const { sql, account, now } = context
    await openEnabled(sql, account.id, webhookId)
    const selection = {
      eventIds,
      after: after === undefined ? undefined : await seqOf(context, after),
      since,
      until,
      types: types && resolveTypes(types),
      isUndelivered: only === 'undelivered' && eventIds === undefined,
    }
    if (eventIds && (await countEvents(sql, account.id, eventIds)) < eventIds.length)
      throw new Failure('event_not_found', {
        message: 'One or more events were not found on this account. Nothing was sent.',
        param: 'eventIds',
      })
    const options = { now: now(), most: maxReplayed, isDryRun: dryRun }
    const count = await queueReplay(sql, { accountId: account.id, webhookId }, selection, options)
    const target = { type: 'webhook', id: webhookId } as const
    const isChange = !dryRun && count.events > 0
    return { resource: count, changes: isChange ? [{ target, changes: { ...count } }] : [] }
  },
})

async function seqOf({ sql, account }: Context, eventId: string): Promise<number> {
  const seq = await findSeq(sql, account.id, eventId)
  if (seq === undefined) throw new Failure('cursor_expired', { param: 'after' })
  return seq
}

async function openEnabled(sql: Context['sql'], accountId: string, webhookId: string): Promise<EndpointRow> {
  const endpoint = (await findEndpoint(sql, accountId, webhookId, 'for no key update')) ?? noSuchWebhook()
  if (endpoint.state === 'disabled') throw new Failure('webhook_disabled')
  return endpoint
}

async function openDelivery(
  sql: Context['sql'],
  accountId: string,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
): Promise<DeliveryRow> {
  if (!(await findEndpoint(sql, accountId, webhookId))) noSuchWebhook()
  const delivery = await findDelivery(sql, accountId, webhookId, deliveryId)
  if (!delivery) throw new Failure('delivery_not_found')
  return delivery
}

function toDelivery({ dueAt, ...row }: DeliveryRow): WebhookDelivery {
  return { ...row, dueAt: row.state === 'waiting' ? dueAt : null }
}
