import { z } from 'zod'
import { answerOnceOnDisk } from '../../contract/answer-once-on-disk.ts'
import { Event } from '../../contract/event.ts'
import { Failure } from '../../contract/failure.ts'
import { operation } from '../../contract/operation.ts'
import { PublicId } from '../../contract/shapes.ts'
import { findEvent } from '../event-feed/store.ts'
import { listDeliveriesOfEvent } from './delivery-store.ts'
import { DeliveryState } from './model.ts'

const SentEvent = Event.safeExtend({
  deliveries: z
    .array(
      z.strictObject({
        webhookId: PublicId,
        deliveryId: PublicId,
        state: DeliveryState,
        attempts: z.int().meta({ description: 'Attempts so far.', examples: [1] }),
      }),
    )
    .meta({ description: 'The endpoints that it is sent to.' }),
}).meta({ id: 'SentEvent', description: 'An event, and where it was sent.' })

export const getEvent = operation({
  name: 'get_event',
  summary: 'Get one event, and where it was sent',
  scope: 'account:read',
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['missing'],
  input: z.strictObject({ eventId: PublicId }),
  output: SentEvent,
  rest: { group: 'events', route: 'GET /event/{eventId}', sdk: 'events.get', key: 'event', status: 200 },
  async run({ sql, account }, { eventId }) {
    const found = await findEvent(sql, account.id, eventId)
    if (!found) throw new Failure('event_not_found')
    answerOnceOnDisk(sql)
    const event = JSON.parse(found.body) as Event
    return { resource: { ...event, deliveries: await listDeliveriesOfEvent(sql, account.id, event.seq) } }
  },
})
