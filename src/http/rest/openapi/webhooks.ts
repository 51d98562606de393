import { eventOf, fullEventOf } from '../../../contract/event.ts'
import { type EventType, eventTypeNames, eventTypes } from '../../../contract/event-types.ts'
import { exampleOf } from '../../../contract/json-schema.ts'
import type { OperationObject } from './objects.ts'
import type { SchemaRegistry } from './schemas.ts'

/** The key `webhooks` of OpenAPI 3.1: the body of every type of event. */
export function describeWebhooks(schemas: SchemaRegistry): Record<string, { post: OperationObject }> {
  return Object.fromEntries(eventTypeNames.map((type) => [type, { post: describeEvent(type, schemas) }]))
}

function describeEvent(type: EventType, schemas: SchemaRegistry): OperationObject {
  const schema = schemas.of(fullEventOf(type), 'output')
  const example = exampleOf(schemas.of(eventOf(type), 'output'), schemas.named)
  const { when, scope } = eventTypes[type]
  const next = scope ? ` To read more, call the API with \`${scope}\`.` : ''
  return {
    operationId: `on${capitalized(type)}`,
    summary: type,
    description: `${when}${next}`,
    tags: ['events'],
    // Sent by the service, with a signature instead of a token.
    security: [],
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example } },
    },
    responses: { '2XX': { description: 'Received. The body of the response is ignored.' } },
  }
}

function capitalized(type: EventType): string {
  const words = type.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return words.join('')
}
