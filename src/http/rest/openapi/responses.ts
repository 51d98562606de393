import type { FailureKind } from '../../../contract/error-definition.ts'
import type { Schema } from '../../../contract/json-schema.ts'
import { exampleOf } from '../../../contract/json-schema.ts'
import { Pagination } from '../../../contract/pagination.ts'
import { statusOf } from '../../status.ts'
import { rateLimitHeaderRefs } from './error-responses.ts'
import { headersOf } from './headers.ts'
import type { RestOperation } from './objects.ts'
import type { SchemaRegistry } from './schemas.ts'

/**
 * Every status that an operation may return. Errors of the gate and the transport follow from the operation's fields;
 * those of `run` are declared in `refuses`.
 */
export function responsesOf(operation: RestOperation, schemas: SchemaRegistry): Record<string, Schema> {
  const { rest } = operation
  const successes = [rest.status, ...(rest.otherStatus ? [rest.otherStatus] : [])]
  const responses: [number, Schema][] = successes.map((status) => [
    status,
    success(operation, status, schemas),
  ])
  for (const [status, name] of refusalsOf(operation)) {
    responses.push([status, { $ref: `#/components/responses/${name}` }])
  }
  responses.sort(([left], [right]) => left - right)
  return Object.fromEntries(responses)
}

/** The error statuses of an operation, and the shared response of each. */
function refusalsOf(operation: RestOperation): Map<number, string> {
  const method = operation.rest.route.split(' ')[0]
  const refusals = new Map(commonRefusals)
  if (operation.billed || operation.effect === 'adds') refusals.set(402, 'BillingRefused')
  if (operation.onlyIn) refusals.set(403, 'DeniedResource')
  if (method !== 'GET') for (const [status, name] of bodyRefusals) refusals.set(status, name)
  if (method === 'POST' || operation.effect !== 'reads') refusals.set(409, 'Conflict')
  for (const kind of operation.refuses ?? [])
    refusals.set(statusOf(kind), responseNames[kind] ?? unnamed(kind))
  return refusals
}

/**
 * Every operation can return these: unknown parameters are 400, and a deleted account is 404. 405 belongs to the path
 * rather than an operation, but OpenAPI has no place for it there.
 */
const commonRefusals: [number, string][] = [
  [400, 'Invalid'],
  [401, 'Unauthenticated'],
  [403, 'Denied'],
  [404, 'AccountGone'],
  [405, 'WrongMethod'],
  [406, 'NotAcceptable'],
  [421, 'Elsewhere'],
  [429, 'TooMany'],
  [500, 'Unexpected'],
  [503, 'Unavailable'],
]

const bodyRefusals: [number, string][] = [
  [413, 'TooLarge'],
  [415, 'UnsupportedType'],
]

const responseNames: Partial<Record<FailureKind, string>> = {
  invalid: 'Invalid',
  forbidden: 'DeniedResource',
  missing: 'NotFound',
  conflict: 'Conflict',
  billing: 'BillingRefused',
  tooLarge: 'TooLarge',
  unsupported: 'UnsupportedType',
  limited: 'TooMany',
  unavailable: 'Unavailable',
}

function unnamed(kind: FailureKind): never {
  throw new Error(`There is no response for failures of kind ${kind}; only the gate and transports throw it.`)
}

function success(operation: RestOperation, status: number, schemas: SchemaRegistry): Schema {
  const { rest, input } = operation
  const isList = 'page' in input.shape
  const headers = {
    ...headersOf('X-Request-Id'),
    ...rateLimitHeaderRefs(),
    ...(isList ? headersOf('Link') : {}),
    ...(rest.route.startsWith('POST ') ? headersOf('Idempotent-Replayed') : {}),
  }
  if (status === 204 || rest.key === undefined) return { description: 'Done. There is no body.', headers }
  const siblingShapes = { ...(isList ? { pagination: Pagination } : {}), ...rest.siblings }
  const siblings = Object.entries(siblingShapes).map(([name, shape]) => [name, schemas.of(shape, 'output')])
  const properties = {
    code: { type: 'integer', format: 'int32', const: status, description: 'HTTP status of the response.' },
    status: { type: 'string', const: 'success', description: '`success` for successful requests.' },
    ...Object.fromEntries(siblings),
    [rest.key]: describedResource(schemas.of(operation.output, 'output'), operation),
  }
  const schema = {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }
  const example = { ...(exampleOf(schema, schemas.named) as Schema), ...rest.examples?.answers?.[status] }
  return {
    description: describedAs(rest, status),
    headers,
    content: { 'application/json': { schema, example } },
  }
}

function describedAs({ otherStatus }: RestOperation['rest'], status: number): string {
  if (status === 201) return 'Created.'
  return otherStatus ? 'It already existed; nothing was created or overwritten.' : 'Done.'
}

/** Describes a resource by the operation's summary if it has no description of its own. */
function describedResource(schema: Schema, { summary }: RestOperation): Schema {
  if (schema.description !== undefined || schema.$ref !== undefined) return schema
  return { ...schema, description: `Response to: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}.` }
}
