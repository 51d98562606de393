import { join } from 'node:path'
import { compile } from 'json-schema-to-typescript'
import { type OpenApiDocument, operationsOf, type PathOperation } from '../src/http/rest/openapi/objects.ts'

export type Json = { readonly [key: string]: unknown }

/** The types that the dashboard calls the API with. Only this program writes the file. */
export const clientTypesPath = join(import.meta.dirname, '../web/dashboard/client/types.ts')

/**
 * The API document as TypeScript: an interface for each schema, and `Operations`, which maps each route (`GET
 * /profile/{profileId}`) to its `path`, `query`, `body` and `answer`.
 */
export function clientTypes(document: OpenApiDocument): Promise<string> {
  return compileTypes('Operations', operationsSchema(document))
}

/** A schema with a property for each route. `answers` may change what the service answers. */
export function operationsSchema(
  document: OpenApiDocument,
  answers: (schema: Json) => Json = (one) => one,
): Json {
  const properties = Object.fromEntries(
    operationsOf(document).map((placed) => [
      `${placed.method.toUpperCase()} ${placed.path}`,
      object(partsOf(placed, answers)),
    ]),
  )
  return { ...object(properties), $defs: answers(document.components.schemas as Json) }
}

export const madeFile = '// Made from docs/openapi.json by "npm run openapi". Do not edit.'

/** A schema as TypeScript, without its prose. */
export function compileTypes(name: string, schema: Json, bannerComment = madeFile): Promise<string> {
  return compile(withoutProse(schema) as never, name, {
    additionalProperties: false,
    bannerComment,
    style: { semi: false, singleQuote: true, printWidth: 110, trailingComma: 'all' },
  })
}

function partsOf({ operation }: PathOperation, change: (schema: Json) => Json): Json {
  const declared = (operation.parameters ?? []) as unknown as Json[]
  const placed = (place: string) => declared.filter((one) => one.in === place)
  const body = json(operation.requestBody as Json | undefined)
  const answers = Object.entries(operation.responses as unknown as Json)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => json(response as Json) ?? [])
    .map((schema) => change(schema as Json))
  return {
    path: fields(placed('path')),
    query: fields(placed('query')),
    ...(body && { body }),
    ...(answers.length > 0 && { answer: answers.length > 1 ? { anyOf: answers } : answers[0] }),
  }
}

function json(holder: Json | undefined): Json | undefined {
  const content = holder?.content as Record<string, { schema: Json }> | undefined
  return content?.['application/json']?.schema
}

function fields(parameters: Json[]): Json {
  const required = parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name)
  const properties = Object.fromEntries(
    parameters.map((parameter) => [parameter.name as string, parameter.schema as Json]),
  )
  return { type: 'object', properties, required, additionalProperties: false }
}

export function object(properties: Json): Json {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

const prose = new Set(['description', 'examples', 'example', 'maxItems', 'minItems', 'default'])

/** Drops descriptions, which remain in the document, and turns references into ones that the compiler resolves. */
function withoutProse(value: unknown, isNamed = false): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutProse(one))
  if (typeof value === 'string') return value.replace('#/components/schemas/', '#/$defs/')
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(
    ([key, one]) => isNamed || !(prose.has(key) || (/^(any|one)Of$/.test(key) && isOnlyRequired(one))),
  )
  return Object.fromEntries(
    entries.map(([key, one]) => [key, withoutProse(one, key === 'properties' || key === '$defs')]),
  )
}

/** "One of these fields is needed": the compiler would allow any other field then. */
function isOnlyRequired(choices: unknown): boolean {
  return (choices as Json[]).every((one) => Object.keys(one).join() === 'required')
}
