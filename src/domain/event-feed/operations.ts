import { z } from 'zod'
import { answerOnceOnDisk } from '../../contract/answer-once-on-disk.ts'
import { clientKeyOf, isTokenCaller } from '../../contract/caller.ts'
import { Event, Position } from '../../contract/event.ts'
import { eventTypeNames } from '../../contract/event-types.ts'
import { operation, type PrepareContext, type ReadyJson } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import { PublicId } from '../../contract/shapes.ts'
import { findActorNames } from './actor-store.ts'
import { withCustomIds } from './custom-ids.ts'
import { type FeedRequest, readFeedPage } from './page.ts'
import { readCampaignNames, type StoredEvent } from './store.ts'
import { describeTypes, FeedType, resolveTypes } from './types.ts'

const After = z
  .union([PublicId, z.literal('latest')], { error: 'is not the id of an event, or latest' })
  .optional()
  .meta({
    description:
      'Id of the last event that you have seen: the response continues after it. Without it, the response ' +
      'starts with the oldest event that is kept. `latest` returns no events, only where the feed ends now.',
    examples: ['6920a14f0c7d2e8f5a634b1a'],
  })

const Before = z
  .union([PublicId, z.literal('latest')], { error: 'is not the id of an event, or latest' })
  .optional()
  .meta({
    description:
      'For showing the feed to people: the newest first, from before this event, or all of them with `latest`. ' +
      'Not together with `after`, and without `wait`.',
    examples: ['latest'],
  })

const FeedInput = z
  .strictObject({
    after: After,
    before: Before,
    types: z
      .array(FeedType)
      .min(1, 'must name at least one type')
      .max(50, 'has too many types: at most 50')
      .optional()
      .meta({
        description:
          'Only events of these types. `profile.*` stands for all types that start with `profile.`, including ' +
          'later ones.',
        examples: [['profile.completed', 'invite.*']],
      }),
    profileId: PublicId.optional().meta({ description: 'Only events about this person.' }),
    limit: z
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(100, 'must be at most 100')
      .default(100)
      .meta({ description: 'Maximum number of events.', examples: [100] }),
    wait: z
      .int('must be a whole number')
      .min(0, 'must be at least 0')
      .max(20, 'must be at most 20')
      .default(0)
      .meta({
        description:
          'Seconds to wait for an event if there is none yet (long polling). A client can have 4 requests that ' +
          'wait; more are answered right away.',
        examples: [20],
      }),
    includeCustomIds: z
      .boolean('must be true or false')
      .default(false)
      .meta({
        description: 'Adds `customIds`: the current keys of the profile or tag of each event.',
        examples: [true],
      }),
    includeNames: z
      .boolean('must be true or false')
      .default(false)
      .meta({
        description:
          'Adds `actorName`: who caused each event, and `campaignName` to events about a campaign. Also requires ' +
          '`profiles:read`.',
        examples: [true],
      }),
  })
  .refine(({ after, before }) => after === undefined || before === undefined, {
    message: 'Give after or before, not both.',
  })

const siblings = {
  after: PublicId.nullable().meta({
    description:
      'What to send as `after` next, also if the page is empty. Null if the account has had no event yet.',
    examples: ['6920a14f0c7d2e8f5a634b1a'],
  }),
  hasMore: z.boolean().meta({ description: 'Whether there are more events right now.', examples: [false] }),
  oldest: Position,
  latest: Position,
}

export const listEvents = operation({
  name: 'list_events',
  summary: 'Read what happened, oldest first',
  description:
    'Every change that others may care about writes one event in the same transaction. The feed has them in ' +
    'the order in which they were committed, without gaps, for 30 days. Store `after` and send it with the ' +
    'next request: a reader with a cursor misses nothing and sees nothing twice. An `after` that is no longer ' +
    'kept is refused with `cursor_expired`; `details.oldest` says where the feed starts.\n\nEvents contain ids, ' +
    'states and names of fields. To read more, call the API with a scope for it.',
  scope: 'account:read',
  scopeWith: { includeNames: 'profiles:read' },
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['invalid'],
  takesLong: true,
  input: FeedInput,
  output: z.array(Event),
  rest: { group: 'events', route: 'GET /events', sdk: 'events.stream', key: 'events', status: 200, siblings },
  async prepare(input, preparation) {
    await waitForEvents(requestOf(input), preparation, input.wait)
    return input
  },
  async withoutPreparation(input, { sql, account }) {
    if (input.wait === 0 || input.after === 'latest' || input.before !== undefined) return input
    const { events } = await readFeedPage(sql, account.id, requestOf(input))
    return events.length > 0 ? input : undefined
  },
  async run({ sql, account }, input) {
    const { events, ...position } = await readFeedPage(sql, account.id, requestOf(input))
    // A reader must not keep a position that a crash would undo.
    answerOnceOnDisk(sql)
    if (!input.includeCustomIds && !input.includeNames)
      return { resource: readyList(events) as unknown as Event[], siblings: position }
    const parsed = events.map(({ body }) => JSON.parse(body) as Event)
    const keyed = input.includeCustomIds ? await withCustomIds(sql, account.id, parsed) : parsed
    const resource = input.includeNames ? await withNames(sql, account.id, keyed) : keyed
    return { resource, siblings: position }
  },
})

function requestOf({ after, before, types, profileId, limit }: z.output<typeof FeedInput>): FeedRequest {
  return { after, before, types: types && resolveTypes(types), profileId, limit }
}

/** Bodies are returned as they are stored, byte for byte. */
function readyList(events: readonly StoredEvent[]): ReadyJson {
  return { readyJson: `[${events.map(({ body }) => body).join(',')}]` }
}

async function withNames(sql: Sql, accountId: string, events: readonly Event[]): Promise<Event[]> {
  return withCampaignNames(sql, accountId, await withActorNames(sql, accountId, events))
}

async function withCampaignNames(sql: Sql, accountId: string, events: readonly Event[]): Promise<Event[]> {
  const idOf = ({ data }: Event) => (typeof data.campaignId === 'string' ? data.campaignId : undefined)
  const ids = new Set(events.flatMap((event) => idOf(event) ?? []))
  if (ids.size === 0) return [...events]
  const names = await readCampaignNames(sql, accountId, [...ids])
  return events.map((event) => {
    const id = idOf(event)
    return id === undefined ? event : { ...event, campaignName: names.get(id) ?? null }
  })
}

async function withActorNames(sql: Sql, accountId: string, events: readonly Event[]): Promise<Event[]> {
  const names = await findActorNames(
    sql,
    accountId,
    events.map(({ id, requestId, by, data }) => ({
      id,
      requestId,
      subjects: Object.values(data).filter(
        (value) => typeof value === 'string' && isPublicId(value),
      ) as string[],
      inviteId: by.kind === 'system' && typeof data.inviteId === 'string' ? data.inviteId : null,
    })),
  )
  return events.map((event) => ({ ...event, actorName: names.get(event.id) ?? null }))
}

const isPublicId = (value: string) => PublicId.safeParse(value).success

/**
 * Resolves when there is an event for this request, or when the time is up. Holds no connection meanwhile: commits of
 * this process end the wait early, and a look every two seconds finds those of others.
 */
async function waitForEvents(
  request: FeedRequest,
  { account, caller, transact, eventSignals }: PrepareContext,
  seconds: number,
): Promise<void> {
  const client = isTokenCaller(caller) ? clientKeyOf(caller) : caller.kind
  const place = eventSignals.enter(account.id, client, seconds)
  if (!place) return
  try {
    do {
      const { events } = await transact((sql) => readFeedPage(sql, account.id, request))
      if (events.length > 0) return
    } while (await place.next())
  } finally {
    place.leave()
  }
}

const EventTypeDescription = z
  .strictObject({
    type: z.enum(eventTypeNames).meta({ description: 'The type.', examples: ['profile.completed'] }),
    description: z.string().meta({ description: 'When it is written.', examples: ['A profile was added.'] }),
    since: z.string().meta({ description: 'The first release that writes this type.', examples: ['0.1.0'] }),
    deprecated: z.boolean().meta({ description: 'Whether another type replaces it.', examples: [false] }),
    scope: z
      .string()
      .nullable()
      .meta({
        description: 'Scope of the request that usually comes next. Null if there is nothing to read.',
        examples: ['profiles:read'],
      }),
    schema: z
      .record(z.string(), z.unknown())
      .meta({ description: 'JSON Schema of the whole event.', examples: [{ type: 'object' }] }),
    sample: Event,
  })
  .meta({ id: 'EventType', description: 'A type of event.' })

export const listEventTypes = operation({
  name: 'list_event_types',
  summary: 'List the types of events',
  access: 'anyToken',
  coaches: 'theirTeams',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.array(EventTypeDescription),
  rest: {
    group: 'events',
    route: 'GET /event-types',
    sdk: 'eventTypes.list',
    key: 'eventTypes',
    status: 200,
  },
  async run() {
    return { resource: describeTypes() }
  },
})
