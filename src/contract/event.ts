import { z } from 'zod'
import { accountModes } from './account-mode.ts'
import { EventCause, type EventType, eventTypeNames, eventTypes } from './event-types.ts'
import { PublicId, Timestamp } from './shapes.ts'

/** The number of an event in its account. */
const Seq = z
  .int()
  .min(1)
  .meta({ description: 'Number of the event in its account: 1, 2, 3, without gaps.', examples: [1842] })

const customIds = z
  .array(z.string())
  .optional()
  .meta({
    description:
      'Current keys of the profile or tag, if it still exists. Only with `includeCustomIds`, or `include` of a ' +
      'webhook; never part of the stored event.',
    examples: [['crm-4711']],
  })

const customIdsInData = customIds.meta({
  description: 'The same as `customIds` of the event. Only in webhooks.',
  examples: [['crm-4711']],
})

const actorName = z
  .string()
  .nullable()
  .optional()
  .meta({
    description:
      'Present name of the member or the client who caused it; of what the service sends, of who had it sent. Null if ' +
      'neither did. Only with `includeNames`; never part of the stored event.',
    examples: ['ada@example.com'],
  })

const campaignName = z
  .string()
  .nullable()
  .optional()
  .meta({
    description:
      'Present name of the campaign that the event is about. Null if it no longer exists. Only with `includeNames`; never ' +
      'part of the stored event.',
    examples: ['Sales team, spring'],
  })

const sharedFields = {
  id: PublicId.meta({ description: 'Id of the event, the same wherever it is read or sent.' }),
  seq: Seq,
  timestamp: Timestamp.meta({ description: 'When it happened.' }),
  accountId: PublicId.meta({ description: 'The account.' }),
  region: z.string().meta({ description: 'The region of the account.', examples: ['eu'] }),
  mode: z.enum(accountModes).meta({
    description: '`demo` and `sandbox`: the people of this account are invented.',
    examples: ['live'],
  }),
  requestId: z
    .string()
    .nullable()
    .meta({
      description: '`X-Request-Id` of the request that caused it. Null if none did.',
      examples: ['7d1f3c1e-4a55-4a0e-9d0b-2f6f0c1f9a11'],
    }),
  by: EventCause,
}

/** One event, as it is read and sent: the type decides the shape of `data`. */
export const Event = z
  .strictObject({
    ...sharedFields,
    type: z.enum(eventTypeNames).meta({ description: 'What happened.', examples: ['profile.completed'] }),
    data: z.record(z.string(), z.unknown()).meta({
      description: 'Ids, states and names of fields. `GET /event-types` has the schema of each type.',
      examples: [
        { profileId: '6920318e4b1a0c7d2e8f5a63', attempt: 1, assessmentIds: ['disc', 'focus', 'core'] },
      ],
    }),
    customIds,
    actorName,
    campaignName,
  })
  .meta({
    id: 'Event',
    description: 'Something that happened. Never contains a name, an address, an answer, a score or a text.',
  })
export type Event = z.output<typeof Event>

/** The fields of `data` that name the profile or tag whose keys can be asked for, the first one first. */
export const subjectKeys = ['profileId', 'tagId', 'resourceId'] as const

/** The whole event of one type, as it is stored, which is also the body of a webhook that asks for nothing more. */
export function eventOf(type: EventType) {
  const { id, seq, timestamp, ...rest } = sharedFields
  return z.strictObject({ id, seq, type: z.literal(type), timestamp, ...rest, data: eventTypes[type].data })
}

/** The same with what readers and endpoints can ask for. A webhook has the keys in `data` too. */
export function fullEventOf(type: EventType): z.ZodObject {
  const data: z.ZodObject = eventTypes[type].data
  if ('campaignId' in data.shape) return eventOf(type).extend({ actorName, campaignName })
  if (!subjectKeys.some((key) => key in data.shape)) return eventOf(type).extend({ actorName })
  return eventOf(type).extend({ data: data.extend({ customIds: customIdsInData }), customIds, actorName })
}

/** A position in the feed. */
export const Position = z
  .strictObject({ id: PublicId, seq: Seq })
  .nullable()
  .meta({ description: 'The event, or null if there is none.' })
