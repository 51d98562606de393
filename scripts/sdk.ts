import { join } from 'node:path'
import { documentedErrors } from '../src/http/rest/openapi/error-codes.ts'
import { type OpenApiDocument, operationsOf, type PathOperation } from '../src/http/rest/openapi/objects.ts'
import { compileTypes, type Json, madeFile, object, operationsSchema } from './client-types.ts'

const folder = join(import.meta.dirname, '../clients/sdk/made')
/** What only this program writes. */
export const sdkTypesPath = join(folder, 'types.ts')
export const sdkMethodsPath = join(folder, 'methods.ts')

/** The types of the SDK: `Operations` as in the dashboard, but open to later values, then events and error codes. */
export async function sdkTypes(document: OpenApiDocument): Promise<string> {
  const operations = await compileTypes('Operations', operationsSchema(document, open))
  const envelope = eventSchema(document, 'profile.completed')
  const common = await compileTypes('EventEnvelope', open(without(envelope, ['type', 'data'])), ' ')
  const data = object(
    Object.fromEntries(
      Object.keys(document.webhooks).map((type) => [
        type,
        open(propertiesOf(eventSchema(document, type)).data as Json),
      ]),
    ),
  )
  const eventData = await compileTypes('EventData', data, ' ')
  const codes = [...new Set(documentedErrors.map(({ code }) => code))].sort()
  return `${[operations, common, eventData].map((text) => text.trim()).join('\n\n')}

/** An event, told apart by \`type\`. */
export type TimbreEvent = {
  [Type in keyof EventData]: EventEnvelope & { type: Type; data: EventData[Type] }
}[keyof EventData]

/** The codes of the API that this version was made from. */
export type ErrorCode =
${codes.map((code) => `  | '${code}'`).join('\n')}
`
}

/** The table of routes that the methods are built from, and their signatures. */
export function sdkMethods(document: OpenApiDocument): string {
  const groups = Map.groupBy(operationsOf(document), (placed) => nameOf(placed)[0])
  const names = [...groups.keys()].sort()
  const table = names.map((group) => {
    const rows = (groups.get(group) ?? []).map((placed) => `    ${nameOf(placed)[1]}: '${routeOf(placed)}',`)
    return [`  ${group}: {`, ...rows, '  },'].join('\n')
  })
  const signatures = names.map((group) => {
    const rows = (groups.get(group) ?? []).flatMap(signatureOf)
    return [`  ${group}: {`, ...rows, '  }'].join('\n')
  })
  return `${madeFile}

import type { Call, List } from '../shapes/call.ts'
import type { CallOptions } from '../shapes/options.ts'
import type { Operations, TimbreEvent } from './types.ts'

/** \`METHOD path\`, then what the answer and the fields need. \`methods.ts\` reads it. */
export const routes: Record<string, Record<string, string>> = {
${table.join('\n')}
}

type Answer<Route extends keyof Operations> = Operations[Route] extends { answer: infer Found } ? Found : undefined
type Fields<Route extends keyof Operations, Part extends 'query' | 'body'> = Operations[Route] extends {
  [Name in Part]: infer Found
}
  ? keyof Found extends never
    ? Record<string, never>
    : Found
  : Record<string, never>
/** The feed, with events that are told apart by their type. */
type Feed = Omit<Answer<'GET /events'>, 'events'> & { events: TimbreEvent[] }

export type Methods = {
${signatures.join('\n')}
}
`
}

function nameOf({ operation, method, path }: PathOperation): [string, string] {
  const [group, name] = operation['x-sdk']?.split('.') ?? []
  if (!group || !name) throw new Error(`${method} ${path} has no name in the SDK.`)
  return [group, name]
}

type Kind = { items?: string; words: string[] }

/** Lists that continue: by `pagination`, by the last item that came before, or for ever. */
function kindOf({ operation }: PathOperation): Kind {
  const answer = answerOf(operation.responses)
  const items = Object.entries(answer).findLast(([, one]) => (one as Json).type === 'array')?.[0]
  const takes = (name: string) => queryOf(operation.parameters).some((one) => one.name === name)
  if (!items) return { words: [] }
  if (takes('wait')) return { items, words: ['feed'] }
  if (answer.pagination) return { items, words: [] }
  return answer.hasMore && takes('before') ? { items, words: ['before'] } : { words: [] }
}

function routeOf(placed: PathOperation): string {
  const { method, path, operation } = placed
  const { items, words } = kindOf(placed)
  const list = listOf(placed)
  if (operation.requestBody && queryOf(operation.parameters).length > 0) {
    // One object holds the fields of both, and the table doesn't say yet which is which.
    throw new Error(`${method} ${path} has a query and a body. Say in the table which fields are its query.`)
  }
  return [
    `${method.toUpperCase()} ${path}`,
    ...((operation.security as unknown[] | undefined)?.length === 0 ? ['open'] : []),
    ...(operation['x-takes-long'] ? ['slow'] : []),
    ...(operation.requestBody ? ['body'] : []),
    ...(list ? [`list=${list}`] : []),
    ...(items ? [`items=${items}`, ...words] : []),
  ].join(' ')
}

function signatureOf(placed: PathOperation): string[] {
  const { method, path, operation } = placed
  const route = `${method.toUpperCase()} ${path}`
  const body = operation.requestBody
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: string`)
  const images = Object.keys(body?.content ?? {}).some((type) => type.startsWith('image/'))
  const list = listOf(placed)
  const fields = `Fields<'${route}', '${body ? 'body' : 'query'}'>`
  const types = [fields, ...(images ? ['Blob'] : []), ...(list ? [`readonly string[]`] : [])].join(' | ')
  const isNeeded = body?.required || queryOf(operation.parameters).some((one) => one.required)
  const all = [...parameters, `fields${isNeeded ? '' : '?'}: ${types}`, 'options?: CallOptions']
  const { items, words } = kindOf(placed)
  const page = words.includes('feed') ? 'Feed' : `Answer<'${route}'>`
  const result = items ? `List<${page}, ${page}['${items}'][number]>` : `Call<${page}>`
  return [
    `    /** ${operation.summary}. \`${route}\` */`,
    `    ${nameOf(placed)[1]}(${all.join(', ')}): ${result}`,
  ]
}

/** The only field that a body needs, if it is a list: then the list may be given instead. */
function listOf({ operation }: PathOperation): string | undefined {
  const { properties = {}, required = [] } = (operation.requestBody?.content['application/json']?.schema ??
    {}) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  const [name = '', ...others] = required
  const items = properties[name]?.items as Json | undefined
  return others.length === 0 && items?.type === 'string' ? name : undefined
}

function queryOf(parameters: readonly Json[] = []): readonly Json[] {
  return parameters.filter((one) => one.in === 'query')
}

function answerOf(responses: Readonly<Record<string, unknown>>): Json {
  const content = (responses['200'] as Json | undefined)?.content as
    | Record<string, { schema: Json }>
    | undefined
  return propertiesOf(content?.['application/json']?.schema ?? {})
}

const propertiesOf = (schema: Json) => (schema.properties ?? {}) as Json

function eventSchema({ webhooks }: OpenApiDocument, type: string): Json {
  return webhooks[type]?.post.requestBody?.content['application/json']?.schema as Json
}

function without(schema: Json, names: readonly string[]): Json {
  const left = Object.entries(propertiesOf(schema)).filter(([name]) => !names.includes(name))
  const required = (schema.required as string[]).filter((name) => !names.includes(name))
  return { ...schema, properties: Object.fromEntries(left), required }
}

/** Values that the service may add to later: what is known is listed, and any other text is allowed. */
function open(schema: Json): Json {
  return opened(schema) as Json
}

function opened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(opened)
  if (value === null || typeof value !== 'object') return value
  const { enum: known, ...others } = value as Json
  const isTexts = Array.isArray(known) && known.every((one) => one === null || typeof one === 'string')
  const rest = Object.fromEntries(
    Object.entries(isTexts ? others : (value as Json)).map(([key, one]) => [key, opened(one)]),
  )
  if (!isTexts) return rest
  const types = known.map((one) => (one === null ? 'null' : `'${one}'`))
  return { ...rest, tsType: `(${[...types, '(string & {})'].join(' | ')})` }
}
