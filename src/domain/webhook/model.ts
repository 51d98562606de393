import { z } from 'zod'
import { type EventType, eventTypeNames, eventTypes } from '../../contract/event-types.ts'
import { Failure } from '../../contract/failure.ts'
import type { SealContext } from '../../contract/secret-key.ts'
import { PublicId, Timestamp } from '../../contract/shapes.ts'

/** Endpoints of one account. */
export const maxEndpoints = 20

/** Deliveries that may wait for one endpoint; beyond that it is disabled, and the feed still has everything. */
export const maxWaiting = 50_000

export const TypeList = z
  .array(z.string().max(60, 'is too long: at most 60 characters'))
  .min(1, 'must name at least one type; leave it out for all of them')
  .max(100, 'has too many types: at most 100')
  .nullable()
  .meta({
    description:
      'Types to send; null for all, later ones included. `profile.*` stands for all types that start with ' +
      '`profile.`. If any of them is about people, `profile.deleted` must be one of them: receivers have to learn ' +
      'that a person was deleted.',
    examples: [['profile.completed', 'profile.deleted']],
  })

export const WebhookName = z
  .string()
  .max(100, 'is too long: at most 100 characters')
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must not contain control characters or line breaks')
  .nullable()
  .meta({ description: 'A name for people.', examples: ['Payroll sync'] })

export const Order = z.enum(['none', 'strict'], { error: 'must be none or strict' }).meta({
  description:
    '`none`: several requests at the same time; use `seq` to ignore what is older. `strict`: one at a time in the ' +
    'order of `seq`; the next one waits until this one is delivered or given up.',
  examples: ['none'],
})

export const MaxInFlight = z
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(16, 'must be at most 16')
  .meta({ description: 'Requests to the endpoint at the same time. `strict` means 1.', examples: [4] })

export const Include = z
  .array(z.enum(['customIds'], { error: 'must be customIds' }))
  .max(1)
  .meta({
    description:
      '`customIds` adds the current keys of the profile or tag. They are looked up for each attempt.',
    examples: [['customIds']],
  })

const WebhookHealth = z
  .strictObject({
    state: z
      .enum(['healthy', 'failing', 'disabled'])
      .meta({ examples: ['healthy'], description: 'In one word.' }),
    lastSuccessAt: Timestamp.nullable().meta({ description: 'The last answer with a status of 200 to 299.' }),
    failingSince: Timestamp.nullable().meta({ description: 'The first failure since then.' }),
    waiting: z.int().meta({ description: 'Deliveries that wait, counted up to 50,000.', examples: [0] }),
    oldestWaitingAt: Timestamp.nullable().meta({ description: 'Since when the oldest of them waits.' }),
    last24h: z
      .strictObject({
        delivered: z.int().meta({ description: 'Attempts with a status of 200 to 299.' }),
        failed: z.int().meta({ description: 'All others.' }),
        p50Ms: z.int().nullable().meta({ description: 'Median time of answers, in milliseconds.' }),
        p95Ms: z.int().nullable().meta({ description: '95th percentile of it.' }),
      })
      .meta({
        description: 'Attempts of the last 24 hours (the newest 10,000), with the time that answers took.',
        examples: [{ delivered: 120, failed: 1, p50Ms: 84, p95Ms: 310 }],
      }),
    hours: z
      .array(
        z.strictObject({
          delivered: z.int().meta({ description: 'Attempts with a status of 200 to 299.', examples: [5] }),
          failed: z.int().meta({ description: 'All others.', examples: [0] }),
        }),
      )
      .optional()
      .meta({ description: 'The same attempts for each of the 24 hours up to now, the oldest first.' }),
  })
  .meta({ id: 'WebhookHealth', description: 'How an endpoint does.' })
export type WebhookHealth = z.output<typeof WebhookHealth>

export const Webhook = z
  .strictObject({
    id: PublicId,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    name: WebhookName,
    url: z.string().meta({
      description: 'Where events are sent. Without `account:write` only its origin and last four characters.',
      examples: ['https://hooks.example.com/timbre'],
    }),
    types: TypeList,
    order: Order,
    maxInFlight: MaxInFlight,
    include: Include,
    state: z
      .enum(['enabled', 'disabled'])
      .meta({ description: 'Whether events are sent.', examples: ['enabled'] }),
    disabledReason: z
      .enum(['failing', 'gone', 'backlog', 'grantEnded'])
      .nullable()
      .meta({
        description:
          'Why the service disabled it. `failing`: five days of failures; `gone`: it answered 410; `backlog`: too many ' +
          'deliveries waited; `grantEnded`: the app that created it was disconnected.',
        examples: [null],
      }),
    formerSecretUntil: Timestamp.nullable().meta({
      description: 'Until when requests are also signed with the former secret. Null if there is none.',
    }),
    health: WebhookHealth.optional().meta({ description: 'Only in the response of one endpoint.' }),
    missed: z
      .strictObject({
        from: z.int().meta({ description: 'Number of the first one.' }),
        to: z.int().meta({ description: 'Number of the last one.' }),
        count: z.int().meta({ description: 'How many, up to 10,000.' }),
        after: PublicId.nullable().meta({
          description: 'Id of the event before them, for `after` of a replay. Null if there is none.',
        }),
      })
      .optional()
      .meta({
        description:
          'Events while it was disabled, by `seq`. Only when it is enabled again; replay sends them.',
        examples: [{ from: 1204, to: 1417, count: 214, after: '6920a14f0c7d2e8f5a634b1a' }],
      }),
  })
  .meta({ id: 'Webhook', description: 'An endpoint to which events are sent.' })
export type Webhook = z.output<typeof Webhook>

/** The response that creates a secret: no response to a read has one. */
export const WebhookWithSecret = Webhook.extend({
  secret: z.string().meta({
    description: 'The signing secret, which is shown only now.',
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
  }),
}).meta({ id: 'WebhookWithSecret', description: 'A webhook endpoint, with its new secret.' })

export const DeliveryState = z
  .enum(['waiting', 'delivered', 'failed', 'cancelled'])
  .meta({ description: '`failed`: given up after ten attempts.', examples: ['delivered'] })

export const WebhookAttempt = z
  .strictObject({
    n: z
      .int()
      .min(1)
      .meta({ description: 'Number of the attempt.', examples: [1] }),
    at: Timestamp,
    status: z
      .int()
      .nullable()
      .meta({ description: 'Status of the answer. Null without one.', examples: [200] }),
    milliseconds: z.int().meta({ description: 'How long it took.', examples: [84] }),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why there was no answer.', examples: [null] }),
    excerpt: z
      .string()
      .nullable()
      .optional()
      .meta({
        description: 'Beginning of the answer, without addresses and secrets. Only with `account:write`.',
        examples: ['ok'],
      }),
  })
  .meta({ id: 'WebhookAttempt', description: 'One request to an endpoint.' })
export type WebhookAttempt = z.output<typeof WebhookAttempt>

export const WebhookDelivery = z
  .strictObject({
    id: PublicId,
    webhookId: PublicId,
    eventId: PublicId,
    seq: z
      .int()
      .min(1)
      .meta({ description: 'Number of the event.', examples: [1842] }),
    type: z.enum([...eventTypeNames]).meta({ description: 'Type of the event.' }),
    createdAt: Timestamp,
    state: DeliveryState,
    attempts: z
      .int()
      .min(0)
      .meta({ description: 'Attempts so far.', examples: [1] }),
    dueAt: Timestamp.nullable().meta({ description: 'When the next attempt is due. Null unless it waits.' }),
    doneAt: Timestamp.nullable().meta({ description: 'When it was delivered, given up or cancelled.' }),
    isReplay: z.boolean().meta({ description: 'Whether it was sent again on request.', examples: [false] }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why it was cancelled.', examples: [null] }),
    log: z
      .array(WebhookAttempt)
      .optional()
      .meta({ description: 'All attempts. Only in the response of one delivery.' }),
  })
  .meta({ id: 'WebhookDelivery', description: 'An event that is sent to an endpoint.' })
export type WebhookDelivery = z.output<typeof WebhookDelivery>

/** Types whose data names a person. */
const aboutPeople = eventTypeNames.filter((type) => 'profileId' in eventTypes[type].data.shape)

/** Fails if a list of types is about people and leaves out their deletion. */
export function refuseWithoutDeletion(types: readonly EventType[]): void {
  if (!types.some((type) => aboutPeople.includes(type)) || types.includes('profile.deleted')) return
  throw new Failure('type_required', { param: 'types' })
}

export function urlContext(accountId: string, webhookId: string): SealContext {
  return `webhook_url:${accountId}:${webhookId}`
}

export function secretContext(accountId: string, webhookId: string): SealContext {
  return `webhook_secret:${accountId}:${webhookId}`
}

/** Apart from the current one, so that one can't be passed off as the other. */
export function formerSecretContext(accountId: string, webhookId: string): SealContext {
  return `webhook_former_secret:${accountId}:${webhookId}`
}
