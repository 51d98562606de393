import { randomBytes } from 'node:crypto'
import { eventTypes } from './answers.ts'
import { Failure } from './failure.ts'
import { forward, Unanswered } from './forward.ts'
import { printable } from './printable.ts'
import type { Service } from './service.ts'

/**
 * Sends the sample of a type to a local server once, with a new id and the present time. Nothing happens in the account.
 * True if the server accepted it.
 */
export async function trigger(
  service: Service,
  { type, target, secret }: { type: string; target: URL; secret: string },
  print: (line: string) => void,
): Promise<boolean> {
  const known = (await service.request('GET', '/event-types', eventTypes)).eventTypes
  const found = known.find((one) => one.type === type)
  if (!found) {
    const names = known.map((one) => one.type).join(', ')
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
