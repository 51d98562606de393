import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { exampleDocument } from '../../scripts/openapi.ts'
import type { Schema } from '../../src/contract/json-schema.ts'
import { apiPath } from '../../src/http/app.ts'
import type { SentResponse } from '../../src/http/response-tap.ts'
import {
  type OpenApiDocument,
  operationsOf,
  type PathOperation,
} from '../../src/http/rest/openapi/objects.ts'

let document: OpenApiDocument | undefined

/** The OpenAPI document, created once per process. */
export function openapiDocument(): OpenApiDocument {
  document ??= exampleDocument()
  return document
}

/** What in an answer contradicts the OpenAPI document, one line each. Answers outside of the API have no faults. */
export function responseFaults(answer: SentResponse): string[] {
  if (!answer.path.startsWith(`${apiPath}/`)) return []
  const places = placesAt(answer.path.slice(apiPath.length))
  const method = answer.method === 'HEAD' ? 'get' : answer.method.toLowerCase()
  const place = places.find((one) => one.method === method) ?? places[0]
  const label = `${answer.method} ${place?.path ?? 'an unknown address'} ${answer.status}`
  if (isPreflight(answer)) return []
  const reference = place
    ? `/paths/${escaped(place.path)}/${place.method}/responses`
    : unknownAddress[answer.status]
  const found = reference && resolve(place ? `${reference}/${answer.status}` : reference)
  if (!found) return [`${label}: the status is not declared`]
  const faults = [...headerFaults(found.response, answer), ...bodyFaults(found, answer)]
  return faults.map((fault) => `${label}: ${fault}`)
}

/**
 * The same for requests that the server's parser refused, whose answers no hook sees: the caller reads them from the
 * socket.
 */
export function unreadableRequestFaults(answer: Pick<SentResponse, 'status' | 'headers' | 'body'>): string[] {
  const found = resolve('/components/responses/Invalid')
  if (!found) throw new Error('The document has no shared refusal of invalid input.')
  const sent = { method: 'any method', path: '', ...answer }
  return [...headerFaults(found.response, sent), ...bodyFaults(found, sent)]
}

/** What an address outside of the document may answer; the token is checked first there, too. */
const unknownAddress: Readonly<Record<number, string>> = {
  400: '/components/responses/Invalid',
  401: '/components/responses/Unauthenticated',
  404: '/components/responses/NotFound',
  413: '/components/responses/TooLarge',
  421: '/components/responses/Elsewhere',
}

function isPreflight({ method, status, headers }: SentResponse): boolean {
  return method === 'OPTIONS' && status === 204 && headers['access-control-allow-methods'] !== undefined
}

/** By the number of their segments: every answer of every test is looked up here. */
let routes: Map<number, { pattern: RegExp; place: PathOperation }[]> | undefined

function placesAt(path: string): PathOperation[] {
  routes ??= Map.groupBy(
    operationsOf(openapiDocument())
      .map((place) => ({ pattern: new RegExp(`^${place.path.replace(/\{\w+\}/g, '[^/]*')}$`), place }))
      .sort((left, right) => wildness(left.place.path) - wildness(right.place.path)),
    ({ place }) => place.path.split('/').length,
  )
  const found = (routes.get(path.split('/').length) ?? [])
    .filter(({ pattern }) => pattern.test(path))
    .map(({ place }) => place)
  return found.filter(({ path: one }) => one === found[0]?.path)
}

/** Paths without parameters come before paths with them. */
function wildness(path: string): number {
  return path.split('{').length
}

type Found = { response: Schema; pointer: string }

/** The response at a pointer into the document, with a reference resolved. */
function resolve(pointer: string): Found | undefined {
  let value: unknown = openapiDocument()
  for (const part of pointer.split('/').slice(1)) {
    value = (value as Schema | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  const response = value as Schema | undefined
  if (!response) return undefined
  return typeof response.$ref === 'string' ? resolve(response.$ref.slice(1)) : { response, pointer }
}

function headerFaults(response: Schema, answer: SentResponse): string[] {
  return Object.entries((response.headers ?? {}) as Record<string, Schema>).flatMap(([name, reference]) => {
    const header = typeof reference.$ref === 'string' ? resolve(reference.$ref.slice(1))?.response : reference
    const value = answer.headers[name.toLowerCase()]
    if (value === undefined) return header?.required ? [`the header ${name} is missing`] : []
    const schema = header?.schema as Schema
    const isRight = validatorOf(schema, schema)(schema.type === 'integer' ? Number(value) : value)
    return isRight ? [] : [`the header ${name} is ${JSON.stringify(value)}`]
  })
}

function bodyFaults({ response, pointer }: Found, answer: SentResponse): string[] {
  if (answer.body === undefined) return ['the body is a stream']
  const content = response.content as Record<string, Schema> | undefined
  if (!content) return answer.body.length > 0 ? ['there is a body'] : []
  const type = (answer.headers['content-type'] ?? '').replace(/;.*$/, '')
  if (!(type in content)) return [`the media type is ${type || 'missing'}`]
  if (answer.method === 'HEAD' || answer.headers['content-encoding']) return []
  let body: unknown
  try {
    body = JSON.parse(answer.body.toString('utf8'))
  } catch {
    return ['the body is no JSON']
  }
  const reference = `api#${pointer}/content/${escaped(type)}/schema`
  const validate = validatorOf(reference, { $ref: reference })
  if (!validate(body)) return [worst(validate)]
  const { code } = body as { code?: unknown }
  return code !== undefined && code !== answer.status ? [`the body says ${String(code)}`] : []
}

/** The deepest error is the most specific; those above it only name the branches that did not match. */
function worst({ errors }: ValidateFunction): string {
  const [first] = (errors ?? []).toSorted(
    (left, right) => right.instancePath.length - left.instancePath.length,
  )
  const extra = JSON.stringify(first?.params ?? {})
  return `${first?.instancePath || 'the body'} ${first?.message ?? 'is wrong'} ${extra}`
}

/** By reference, or by the schema itself, of which the document has one object each. */
const validators = new Map<string | Schema, ValidateFunction>()
let ajv: Ajv2020 | undefined

/** Compiled at first use, because a test file sees few of all answers. */
function validatorOf(key: string | Schema, schema: Schema): ValidateFunction {
  const known = validators.get(key)
  if (known) return known
  ajv ??= newAjv()
  const made = ajv.compile(schema)
  validators.set(key, made)
  return made
}

/** A validator with the document as `api`, so that schemas can refer to it. */
function newAjv(): Ajv2020 {
  // Compiling takes longer than all checks of an answer: no code is optimized, and a schema that many answers refer to is
  // compiled once.
  const made = new Ajv2020({
    strictSchema: false,
    allErrors: false,
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  })
  addFormats.default(made)
  for (const format of ['int32', 'binary', 'base64']) made.addFormat(format, true)
  return made.addSchema({ $id: 'api', ...openapiDocument() }, 'api')
}

function escaped(text: string): string {
  return text.replaceAll('~', '~0').replaceAll('/', '~1')
}
