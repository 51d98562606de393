import { z } from 'zod'
import { type Event, eventOf, fullEventOf } from '../../contract/event.ts'
import { type EventType, eventTypeNames, eventTypes } from '../../contract/event-types.ts'
import { Failure } from '../../contract/failure.ts'
import { exampleOf, type Schema } from '../../contract/json-schema.ts'
import { nearest } from '../../contract/nearest.ts'

/** A type, or a group of types such as `profile.*`. */
export const FeedType = z
  .string()
  .max(60, 'is too long: at most 60 characters')
  .meta({ description: 'A type of event, or a group such as `profile.*`.', examples: ['profile.completed'] })

const groups = [...new Set(eventTypeNames.map((type) => `${type.slice(0, type.indexOf('.'))}.*`))]

/** The types that these names stand for. Fails as `type_unknown`, with the closest name. */
export function resolveTypes(names: readonly string[]): EventType[] {
  const found = new Set<EventType>()
  for (const name of names) {
    const matching = eventTypeNames.filter((type) => type === name || isInGroup(type, name))
    if (matching.length === 0) throw unknownType(name)
    for (const type of matching) found.add(type)
  }
  return [...found]
}

function isInGroup(type: EventType, name: string): boolean {
  return name.endsWith('.*') && type.startsWith(name.slice(0, -1))
}

function unknownType(name: string): Failure {
  const near = nearest(name, [...eventTypeNames, ...groups])
  const shown = JSON.stringify(name.toWellFormed())
  const hint = near ? ` Did you mean "${near}"?` : ' GET /event-types lists them.'
  return new Failure('type_unknown', { message: `There is no event type ${shown}.${hint}`, param: 'types' })
}

export type EventTypeDescription = {
  type: EventType
  description: string
  since: string
  deprecated: boolean
  scope: string | null
  schema: Schema
  sample: Event
}

let described: EventTypeDescription[] | undefined

/** Every type with its JSON Schema and a sample. */
export function describeTypes(): EventTypeDescription[] {
  described ??= eventTypeNames.map((type) => {
    const { when, since, scope } = eventTypes[type]
    const stored = z.toJSONSchema(eventOf(type)) as Schema
    return {
      type,
      description: when,
      since,
      deprecated: false,
      scope,
      schema: z.toJSONSchema(fullEventOf(type)) as Schema,
      // As it comes to those who ask for nothing more.
      sample: exampleOf(stored, {}) as Event,
    }
  })
  return described
}
