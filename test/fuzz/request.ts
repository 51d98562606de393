import type { Schema } from '../../src/contract/json-schema.ts'
import type { OpenApiDocument, OperationObject } from '../../src/http/rest/openapi/objects.ts'
import type { Random } from '../../src/scoring/random.ts'
import { brokenBody, hostileText, spoiled, strangeHeaders } from './hostile.ts'
import { type Making, pickAny, resolveSchema, validValue } from './values.ts'

/** One operation, with nothing but what the document says. */
export type Target = {
  operationId: string
  method: string
  path: string
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  body: Schema | undefined
  statuses: string[]
}

export type FuzzRequest = {
  target: Target
  /** Path and query as sent on the wire. */
  address: string
  headers: Record<string, string>
  body: Buffer | undefined
  /**
   * What the service reads from the request, to be checked against the document; undefined if it must be refused
   * unread.
   */
  meant: { path: Record<string, string>; query: Record<string, unknown>; body: unknown } | undefined
}

/** The token endpoint has its own tests, and the document itself is a file. */
const apart = ['/auth', '/openapi.json']

/** Every operation of the document that needs a token. */
export function targetsOf(document: OpenApiDocument): Target[] {
  const shared = document.components.parameters ?? {}
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, OperationObject>)
      .filter(
        ([method]) => ['get', 'post', 'put', 'patch', 'delete'].includes(method) && !apart.includes(path),
      )
      .map(([method, described]) => ({
        operationId: described.operationId,
        method: method.toUpperCase(),
        path,
        parameters: (described.parameters ?? [])
          .map(
            (parameter) =>
              (parameter.$ref
                ? shared[String(parameter.$ref).split('/').at(-1) ?? '']
                : parameter) as never as Target['parameters'][number],
          )
          .filter((one) => one.in === 'path' || one.in === 'query'),
        body: described.requestBody?.content['application/json']?.schema,
        statuses: Object.keys(described.responses),
      })),
  )
}

/** A request that the document allows, or one with a single fault. */
export function makeRequest(target: Target, making: Making): FuzzRequest {
  const { random } = making
  const path: Record<string, string> = {}
  const query: [string, string][] = []
  for (const { name, in: place, required, schema } of target.parameters) {
    if (place === 'path') path[name] = encodeURIComponent(String(validValue(schema, name, making)))
    else if (required || random() < 0.3)
      query.push([name, encodeURIComponent(queryText(validValue(patient(name, schema), name, making)))])
  }
  let body = target.body && validValue(target.body, '', making)
  const headers: Record<string, string> = random() < 0.1 ? strangeHeaders(random) : {}
  if (target.method === 'POST' && random() < 0.1)
    headers['idempotency-key'] = `key-${Math.floor(random() * 40)}`
  const way = random()
  if (way < 0.1 && Object.keys(path).length > 0)
    path[pickAny(Object.keys(path), random)] = hostileText(random)
  else if (way < 0.2)
    query.push([
      pickAny(['limit', 'page', 'sortProp', 'search', 'x', 'limit[]', ...names(target)], random),
      hostileText(random),
    ])
  else if (way < 0.5 && target.body) body = spoiled(body, random)
  const text = body === undefined ? undefined : JSON.stringify(body)
  const broken = text !== undefined && way > 0.93 ? brokenBody(text, random) : undefined
  if (broken) headers['content-type'] = broken.contentType
  else if (text !== undefined) headers['content-type'] = 'application/json'
  const search = query.map(([name, value]) => `${encodeURIComponent(name)}=${value}`).join('&')
  return {
    target,
    address:
      target.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '') + (search ? `?${search}` : ''),
    headers,
    body: broken?.bytes ?? (text === undefined ? undefined : Buffer.from(text)),
    meant: broken ? undefined : meaningOf(target, path, query, text, making),
  }
}

/** A request that waits for events would only hold up the others. */
function patient(name: string, schema: Schema): Schema {
  return name === 'wait' ? { ...schema, maximum: 1 } : schema
}

function names(target: Target): string[] {
  return target.parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name)
}

function queryText(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value)
}

/** Parses the request as the document says: numbers, booleans and comma-separated lists from texts. */
function meaningOf(
  target: Target,
  path: Record<string, string>,
  query: readonly [string, string][],
  text: string | undefined,
  making: Making,
): FuzzRequest['meant'] {
  const sentQuery = new Map(query)
  if (sentQuery.size < query.length) return undefined
  if (target.method !== 'GET' && query.length > 0) return undefined
  try {
    return {
      path: Object.fromEntries(
        Object.entries(path).map(([name, value]) => [name, decodeURIComponent(value)]),
      ),
      query: Object.fromEntries(
        [...sentQuery].map(([name, value]) => {
          const schema = target.parameters.find(
            (parameter) => parameter.in === 'query' && parameter.name === name,
          )?.schema
          return [name, typed(schema, decodeURIComponent(value), making)]
        }),
      ),
      body: text === undefined ? undefined : JSON.parse(text),
    }
  } catch {
    return undefined
  }
}

function typed(schema: Schema | undefined, text: string, making: Making): unknown {
  const type = schema && resolveSchema(schema, making).type
  if (type === 'integer' || type === 'number') return /^-?\d{1,15}$/.test(text) ? Number(text) : text
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (type === 'array') return text === '' ? [] : text.split(',').map(partOf(schema))
  return text
}

/** Blanks around ids and names in a list are ignored; those in the caller's own keys are part of them. */
function partOf(schema: Schema | undefined): (part: string) => string {
  const { pattern, enum: named } = (schema?.items ?? {}) as Schema
  return (part) => (pattern || named ? part.trim() : part)
}

export type { Random }
