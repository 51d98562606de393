import type { Schema } from '../../src/contract/json-schema.ts'
import {
  type OpenApiDocument,
  type OperationObject,
  operationsOf,
} from '../../src/http/rest/openapi/objects.ts'
import { schemaBreaks, schemaFields } from './schema-compatibility.ts'

/**
 * What a client of the released document can do and a client of the current one cannot, one line each. v4 only adds:
 * new operations, statuses, fields of answers, values in answers and optional inputs are not breaks.
 */
export function breaksBetween(released: OpenApiDocument, present: OpenApiDocument): string[] {
  const now = new Map(operationsOf(present).map((one) => [`${one.method} ${one.path}`, one.operation]))
  return operationsOf(released).flatMap(({ method, path, operation }) => {
    const label = `${method.toUpperCase()} ${path}`
    const successor = now.get(`${method} ${path}`)
    if (!successor) return [`${label} is gone`]
    const pair = { before: operation, after: successor, released, present }
    return [...nameBreaks(pair), ...parameterBreaks(pair), ...bodyBreaks(pair), ...answerBreaks(pair)].map(
      (text) => `${label}: ${text}`,
    )
  })
}

type Pair = {
  before: OperationObject
  after: OperationObject
  released: OpenApiDocument
  present: OpenApiDocument
}

/** Generated clients call operations by id, and a token with enough scopes must stay sufficient. */
function nameBreaks({ before, after }: Pair): string[] {
  const more = scopesOf(after).filter((scope) => !scopesOf(before).includes(scope))
  return [
    ...(before.operationId === after.operationId ? [] : [`its id was ${before.operationId}`]),
    ...more.map((scope) => `needs the scope ${scope} now`),
  ]
}

function scopesOf(operation: OperationObject): string[] {
  const ways = (operation.security ?? []) as Record<string, string[]>[]
  return ways.flatMap((way) => way.OAuth2 ?? [])
}

function parameterBreaks({ before, after, released, present }: Pair): string[] {
  const old = named(before.parameters ?? [], released)
  const now = named(after.parameters ?? [], present)
  const added = Object.entries(now).filter(([name, one]) => one.required && !(name in old))
  return [
    ...added.map(([name]) => `the parameter ${name} is new and required`),
    ...Object.entries(old).flatMap(([name, one]) => {
      const successor = now[name]
      if (!successor) return [`the parameter ${name} is gone`]
      const inner = schemaBreaks(one.schema as Schema, successor.schema as Schema, {
        sent: true,
        old: released,
        now: present,
      })
      const isRequired = successor.required && !one.required
      return [
        ...(isRequired ? [`the parameter ${name} is required now`] : []),
        ...inner.map((text) => `the parameter ${name}${text}`),
      ]
    }),
  ]
}

function named(parameters: readonly Schema[], document: OpenApiDocument): Record<string, Schema> {
  const all = parameters.map((parameter) => resolved(parameter, document))
  return Object.fromEntries(all.map((one) => [`${String(one.name)} in ${String(one.in)}`, one]))
}

function bodyBreaks({ before, after, released, present }: Pair): string[] {
  const [old, now] = [before.requestBody, after.requestBody]
  if (now?.required && !old?.required) return ['the body is required now']
  if (!old) return []
  if (!now) return ['the body is gone']
  return contentBreaks(old.content, now.content, { sent: true, old: released, now: present }).map(
    (text) => `the body${text}`,
  )
}

function answerBreaks({ before, after, released, present }: Pair): string[] {
  return Object.entries(before.responses).flatMap(([status, one]) => {
    const answer = after.responses[status]
    if (!answer) return [`${status} is gone`]
    const [old, now] = [resolved(one, released), resolved(answer, present)]
    const inner = contentBreaks(contentOf(old), contentOf(now), { sent: false, old: released, now: present })
    return [...inner, ...headerBreaks(old, now, released, present)].map((text) => `${status}${text}`)
  })
}

type Content = Record<string, { schema: Schema }>

function contentOf(response: Schema): Content {
  return (response.content ?? {}) as Content
}

function contentBreaks(old: Content, now: Content, way: Parameters<typeof schemaBreaks>[2]): string[] {
  return Object.entries(old).flatMap(([type, { schema }]) => {
    const successor = now[type]
    return successor ? schemaBreaks(schema, successor.schema, way) : [` is no longer ${type}`]
  })
}

function headerBreaks(
  old: Schema,
  now: Schema,
  released: OpenApiDocument,
  present: OpenApiDocument,
): string[] {
  const headers = schemaFields(now, 'headers')
  return Object.entries(schemaFields(old, 'headers')).flatMap(([name, one]) => {
    const successor = headers[name]
    if (!successor) return [`: the header ${name} is gone`]
    const isLoose = resolved(one, released).required && !resolved(successor, present).required
    return isLoose ? [`: the header ${name} may be missing now`] : []
  })
}

function resolved(value: Schema, document: OpenApiDocument): Schema {
  if (typeof value.$ref !== 'string') return value
  const [, , kind = '', name = ''] = value.$ref.split('/')
  return document.components[kind]?.[name] ?? {}
}
