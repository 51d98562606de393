import { randomBytes } from 'node:crypto'
import type { FeedEvent } from './event.ts'
import { Failure } from './failure.ts'
import { forward, Unanswered } from './forward.ts'
import { printable } from './printable.ts'
import type { Service } from './service.ts'

type EventTypes = { eventTypes: { type: string; sample: FeedEvent }[] }

/**
 * Sends the sample of a type to a local server once, with a new id and the present time. Nothing happens in the account.
 * True if the server accepted it.
 */
export async function trigger(
  service: Service,
  { type, target, secret }: { type: string; target: URL; secret: string },
  print: (line: string) => void,
): Promise<boolean> {
  const { eventTypes } = await service.request<EventTypes>('GET', '/event-types')
  const found = eventTypes.find((one) => one.type === type)
  if (!found) {
    const names = eventTypes.map((one) => one.type).join(', ')
    throw new Failure(printable(`There is no event type "${type}". There are: ${names}`))
  }
  const event = {
    ...found.sample,
    id: randomBytes(12).toString('hex'),
    timestamp: new Date().toISOString(),
  }
  try {
    const { status, milliseconds } = await forward(target, event, { secret, answerSeconds: 10 })
    print(printable(`${type}  ${event.id}  ${status} in ${milliseconds} ms`))
    return status >= 200 && status < 300
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    throw new Failure(`${target.origin} doesn't answer (${error.message}).`)
  }
}
