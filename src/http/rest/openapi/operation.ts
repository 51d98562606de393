import type { Schema } from '../../../contract/json-schema.ts'
import { exampleOf } from '../../../contract/json-schema.ts'
import type { Operation } from '../../../contract/operation.ts'
import { recentMinutes } from '../../../contract/recent-sign-in.ts'
import { scopesNeeded } from '../../../contract/scope.ts'
import { samplesOf } from './code-samples.ts'
import type { OperationObject, RestOperation } from './objects.ts'
import { parametersOf } from './parameters.ts'
import { responsesOf } from './responses.ts'
import type { SchemaRegistry } from './schemas.ts'
import { securityOf } from './security.ts'

/** One operation of the document, with parameters, responses and samples. */
export function describeOperation(
  operation: RestOperation,
  schemas: SchemaRegistry,
  base: string,
): OperationObject {
  const [method, path] = operation.rest.route.split(' ') as [string, string]
  const input = schemas.of(operation.input, 'input')
  const { parameters, rest } = parametersOf(method, path, input, schemas.named)
  const body = method === 'GET' ? undefined : bodyOf(operation, rest, schemas)
  const scopes = scopesNeeded(operation)
  const example = body?.content['application/json']?.example
  return {
    operationId: operationIdOf(operation.name),
    summary: operation.summary,
    description: descriptionOf(operation),
    tags: [operation.rest.group],
    security: securityOf(scopes),
    'x-scopes': scopes,
    'x-sdk': operation.rest.sdk,
    ...(operation.takesLong ? { 'x-takes-long': true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: responsesOf(operation, schemas),
    'x-codeSamples': samplesOf({
      method,
      address: base + exampleAddress(path, parameters),
      signedIn: true,
      name: operation.name,
      ...(body ? { body: example } : {}),
      sdk: {
        method: operation.rest.sdk,
        base,
        signedIn: true,
        ids: examplesIn('path', parameters).map(([, id]) => String(id)),
        fields: body ? example : exampleQuery(parameters),
        isSilent: operation.rest.status === 204,
      },
    }),
  }
}

/** `list_tags` becomes `listTags`. Clients generate method names from it, so it never changes. */
function operationIdOf(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function descriptionOf(operation: Operation): string {
  const { description, billed } = operation
  const scopes = scopesNeeded(operation).map((scope) => `\`${scope}\``)
  const plural = scopes.length > 1 ? 'scopes' : 'scope'
  const needs =
    scopes.length > 0 ? `Requires the ${plural} ${scopes.join(' and ')}` : 'Accepts any valid token'
  const fieldScopes = Object.entries(('scopeWith' in operation && operation.scopeWith) || {}).map(
    ([field, scope]) => `, with \`${field}\` \`${scope}\` too`,
  )
  const mode = operation.onlyIn ? ` Only for the token of a ${operation.onlyIn}.` : ''
  const paid = billed ? " Returns 402 if the account's billing status doesn't allow new work." : ''
  const recent =
    'signIn' in operation
      ? ` An app needs a sign-in of the last ${recentMinutes} minutes: otherwise it gets 403 \`sign_in_too_old\` and asks for one with \`prompt=login\`.`
      : ''
  return `${description ? `${description}\n\n` : ''}${needs}${fieldScopes.join('')}.${recent}${mode}${paid}`
}

/** The JSON body: all fields that are neither in the path nor in the query. */
function bodyOf(
  operation: RestOperation,
  input: Schema,
  schemas: SchemaRegistry,
): OperationObject['requestBody'] | undefined {
  const fields = Object.keys((input.properties as Schema | undefined) ?? {})
  if (fields.length === 0) return undefined
  const namesRequired = ((input.required as string[] | undefined) ?? []).length > 0
  // A patch has no required fields, but an empty one is refused.
  const isPatch = 'anyOf' in input || 'minProperties' in input
  const isRequired = namesRequired || isPatch
  const schema = isPatch ? { ...input, minProperties: 1 } : input
  const example = operation.rest.examples?.body ?? exampleOf(schema, schemas.named)
  const rawBodies = Object.keys(operation.rest.bodies ?? {}).map((type) => [
    type,
    { schema: { type: 'string', format: 'binary', description: `The bytes of the file, ${type}.` } },
  ])
  return {
    required: isRequired,
    content: {
      'application/json': { schema, example },
      ...Object.fromEntries(rawBodies),
    },
  }
}

/** Path and query of the samples, with the required parameters, and a page size on lists. */
function exampleAddress(path: string, parameters: readonly Schema[]): string {
  const exampleText = (parameter: Schema) => {
    const example = parameter.example
    return encodeURIComponent(Array.isArray(example) ? example.join(',') : String(example)).replaceAll(
      '%2C',
      ',',
    )
  }
  const examplePath = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    exampleText(parameters.find((parameter) => parameter.name === name) ?? { example: name }),
  )
  const query = parameters.filter(isShown).map((parameter) => `${parameter.name}=${exampleText(parameter)}`)
  return query.length > 0 ? `${examplePath}?${query.join('&')}` : examplePath
}

/** Samples have the required parameters of the query, and a page size on lists. */
function isShown(parameter: Schema): boolean {
  return parameter.in === 'query' && (parameter.required === true || parameter.name === 'limit')
}

function examplesIn(place: 'path' | 'query', parameters: readonly Schema[]): [string, unknown][] {
  return parameters.filter((one) => one.in === place).map((one) => [String(one.name), one.example])
}

function exampleQuery(parameters: readonly Schema[]): Record<string, unknown> | undefined {
  const shown = parameters.filter(isShown)
  return shown.length > 0 ? Object.fromEntries(examplesIn('query', shown)) : undefined
}
