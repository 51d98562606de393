import type { Schema } from '../../../contract/json-schema.ts'
import { type OpenApiDocument, operationsOf, type PathOperation } from './objects.ts'

/** A Postman collection, format v2.1, as far as it is used here. */
export type PostmanCollection = {
  info: { name: string; description: string; schema: string; version: string }
  auth: PostmanAuth
  event: { listen: 'prerequest' | 'test'; script: { type: string; exec: string[] } }[]
  variable: { key: string; value: string; type: 'string'; description?: string }[]
  item: PostmanFolder[]
}

export type PostmanFolder = { name: string; description: string; item: PostmanItem[] }

export type PostmanItem = {
  name: string
  request: {
    method: string
    description: string
    auth?: PostmanAuth
    header: { key: string; value: string }[]
    url: {
      raw: string
      host: string[]
      path: string[]
      query: PostmanParameter[]
      variable: PostmanParameter[]
    }
    body?: { mode: 'raw'; raw: string; options: { raw: { language: 'json' } } }
  }
}

type PostmanParameter = { key: string; value: string; description: string; disabled?: boolean }
type PostmanAuth =
  | { type: 'noauth' }
  | { type: 'bearer'; bearer: { key: string; value: string; type: 'string' }[] }

/**
 * A collection of the operations of the document that programs may call: a folder for each of its tags, bodies from its examples. It asks for
 * the address and the credentials once, gets its tokens by itself, and puts ids that answers contain where other
 * requests need them.
 */
export function postmanCollection(document: OpenApiDocument): PostmanCollection {
  const operations = operationsOf(document)
  const idNames = new Set<string>()
  const item = document.tags.filter(isForPrograms).map((tag) => ({
    name: tag['x-displayName'],
    description: tag.description,
    item: operations
      .filter(({ operation }) => operation.tags[0] === tag.name)
      .map((place) => itemOf(document, place, idNames)),
  }))
  const settings = [
    { key: 'baseUrl', value: document.servers[0]?.url ?? '', description: 'The address of the REST API' },
    { key: 'clientId', value: '', description: 'From the dashboard: Account, Programs' },
    { key: 'clientSecret', value: '', description: 'Shown once, when the program was made' },
    { key: 'token', value: '', description: 'Filled in by the collection' },
    { key: 'tokenEnds', value: '0', description: 'When a new token is needed, in milliseconds' },
  ]
  const ids = [...idNames]
    .toSorted()
    .map((key) => ({ key, value: '', description: 'Filled in from answers' }))
  return {
    info: {
      name: 'Timbre API',
      description:
        'Set baseUrl, clientId and clientSecret in the variables of the collection. Tokens are fetched when they are needed. ' +
        'Ids of the first entry in an answer become variables such as profileId, which other requests use.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
      version: document.info.version,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    event: [
      { listen: 'prerequest', script: { type: 'text/javascript', exec: tokenScript } },
      { listen: 'test', script: { type: 'text/javascript', exec: idScript } },
    ],
    variable: [...settings, ...ids].map((one) => ({ ...one, type: 'string' })),
    item,
  }
}

/** Private notes are open to the dashboard only: a program gets nothing but 403. */
function isForPrograms({ name }: OpenApiDocument['tags'][number]): boolean {
  return name !== 'notes'
}

function itemOf(document: OpenApiDocument, place: PathOperation, idNames: Set<string>): PostmanItem {
  const { operation, path, method } = place
  const parameters = (operation.parameters ?? []).map((one) => resolved(document, one))
  const route = `${method.toUpperCase()} ${path}`
  const example = operation.requestBody?.content['application/json']?.example
  const name = (key: string) => (key === 'profileId' && needsResults.has(route) ? 'completedProfileId' : key)
  const fill = (key: string, value: unknown) => withVariables(key, value, { name, idNames })
  const filled = (one: Schema) => textOf(fill(String(one.name), one.example))
  const query = parameters
    .filter((one) => one.in === 'query')
    .map((one) => ({
      key: String(one.name),
      value: filled(one),
      description: String(one.description ?? ''),
      ...(one.required || one.name === 'limit' || sent.has(`${route} ${one.name}`) ? {} : { disabled: true }),
    }))
  const variable = parameters
    .filter((one) => one.in === 'path')
    .map((one) => ({
      key: String(one.name),
      value: filled(one),
      description: String(one.description ?? ''),
    }))
  const steps = path
    .split('/')
    .slice(1)
    .map((step) => step.replace(/^\{(\w+)\}$/, ':$1'))
  const asked = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`)
  return {
    name: String(operation.summary),
    request: {
      method: method.toUpperCase(),
      description: String(operation.description ?? ''),
      ...(isOpen(operation) ? { auth: { type: 'noauth' as const } } : {}),
      header: example === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
      url: {
        raw: `{{baseUrl}}/${steps.join('/')}${asked.length > 0 ? `?${asked.join('&')}` : ''}`,
        host: ['{{baseUrl}}'],
        path: steps,
        query,
        variable,
      },
      ...(example === undefined ? {} : { body: bodyOf(fill('', example)) }),
    },
  }
}

function bodyOf(example: unknown) {
  const raw = JSON.stringify(example, null, 2)
  return { mode: 'raw' as const, raw, options: { raw: { language: 'json' as const } } }
}

/** Requests about the results of someone, who must have some. */
const needsResults = new Set([
  'POST /profile/{profileId}/retake',
  'GET /profile/{profileId}/attempts',
  'POST /playbook/ai/debrief/{profileId}',
  'GET /playbook/ai/debrief/{profileId}',
  'POST /report-link',
])

/** Optional parameters one of which is required. */
const sent = new Set(['GET /team tagIds', 'GET /team/agenda tagIds', 'GET /team/organization tagIds'])

/** Operations without a token say so with an empty list. */
function isOpen({ security }: Schema): boolean {
  return Array.isArray(security) && security.length === 0
}

function resolved(document: OpenApiDocument, parameter: Schema): Schema {
  const name = typeof parameter.$ref === 'string' ? parameter.$ref.split('/').at(-1) : undefined
  return name === undefined ? parameter : (document.components.parameters?.[name] ?? parameter)
}

/** Fields with ids of profiles and other names. */
const profileFields = new Set(['resourceId', 'add', 'remove'])

type Naming = { name: (key: string) => string; idNames: Set<string> }

/** The example with variables where it has ids and credentials. */
function withVariables(key: string, example: unknown, naming: Naming): unknown {
  if (Array.isArray(example)) return example.map((one) => withVariables(key.replace(/s$/, ''), one, naming))
  if (typeof example === 'object' && example !== null)
    return Object.fromEntries(
      Object.entries(example).map(([inner, value]) => [inner, withVariables(inner, value, naming)]),
    )
  if (key === 'client_id') return '{{clientId}}'
  if (key === 'client_secret') return '{{clientSecret}}'
  if (typeof example !== 'string' || !/^[0-9a-f]{24}$/.test(example)) return example
  const variable = naming.name(profileFields.has(key) ? 'profileId' : key)
  naming.idNames.add(variable)
  return `{{${variable}}}`
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return Array.isArray(value) ? value.map(textOf).join(',') : String(value)
}

/** Gets a token a minute before the last one ends. Runs in Postman before every request. */
const tokenScript = `
const variables = pm.collectionVariables
// These may also be in an environment.
const [id, secret, address] = ['clientId', 'clientSecret', 'baseUrl'].map((name) => pm.variables.get(name))
if (id && Date.now() > Number(variables.get('tokenEnds')) - 60000) {
  const body = JSON.stringify({ grant_type: 'client_credentials', client_id: id, client_secret: secret })
  const header = { 'Content-Type': 'application/json' }
  pm.sendRequest({ url: address + '/auth', method: 'POST', header, body: { mode: 'raw', raw: body } }, (error, answer) => {
    if (error || answer.code !== 200) return console.error('No token: ' + (error || answer.text()))
    variables.set('token', answer.json().access_token)
    variables.set('tokenEnds', String(Date.now() + answer.json().expires_in * 1000))
  })
}`
  .trim()
  .split('\n')

/**
 * Keeps the id of what an answer has, or of the first entry of a list, in the variable of its name, the first person
 * with results, and the last change of a tag. Runs in Postman after every request.
 */
const idScript = `
const variables = pm.collectionVariables
const path = pm.request.url.path.filter((step) => !step.startsWith(':') && !/^[0-9a-f]{24}$/.test(step))
const last = path[path.length - 1].replace(/-(.)/g, (_, letter) => letter.toUpperCase())
if (pm.response.code < 300 && (pm.response.headers.get('Content-Type') || '').includes('json')) {
  for (const [name, value] of Object.entries(pm.response.json())) {
    const one = Array.isArray(value) ? value[0] : value
    if (name === 'undo' && one) variables.set('changeId', one.changeId)
    if (!one || typeof one.id !== 'string') continue
    const kind = name === 'data' ? last : name
    const names = [kind, kind.replace(/s$/, ''), kind.replace(/es$/, ''), kind.replace(/ies$/, 'y')]
    const found = names.map((each) => each + 'Id').find((each) => variables.has(each))
    if (found) variables.set(found, one.id)
    const done = name === 'profiles' && value.find((each) => each.isCompleted)
    if (done) variables.set('completedProfileId', done.id)
  }
}`
  .trim()
  .split('\n')
