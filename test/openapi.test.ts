import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { asFile, committedPath, releasedPath } from '../scripts/openapi.ts'
import { catalog } from '../src/catalog.ts'
import type { Schema } from '../src/contract/json-schema.ts'
import { scopes, scopesNeeded } from '../src/contract/scope.ts'
import type { CodeSample } from '../src/http/rest/openapi/code-samples.ts'
import { type OpenApiDocument, operationsOf, type PathOperation } from '../src/http/rest/openapi/objects.ts'
import { breaksBetween } from './support/compatibility.ts'
import { openapiDocument } from './support/openapi-checks.ts'

const document = openapiDocument()
const operations = operationsOf(document)
const inCatalog = catalog.filter((one) => one.rest)

describe('the document', () => {
  test('is OpenAPI 3.1, with info version 3.1.0', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/)
    expect(document.info.version).toBe('3.1.0')
  })

  test('has no findings with all recommended rules of Redocly', { tags: 'long' }, async () => {
    const { createConfig, lintFromString } = await import('@redocly/openapi-core')
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({
      source: JSON.stringify(document),
      absoluteRef: 'openapi.json',
      config,
    })
    const lines = problems.map(
      (problem) => `${problem.ruleId}: ${problem.message} ${problem.location[0]?.pointer}`,
    )
    expect(lines).toEqual([])
  })

  test('is committed in its current state; after a change of the API run "npm run openapi"', () => {
    expect(readFileSync(committedPath, 'utf8') === asFile(document), 'run "npm run openapi"').toBe(true)
  })

  // The command writes them with the document, so a forgotten run fails above.
  test('is the source of the dashboard types; "npm run openapi" writes them too', {
    tags: 'long',
  }, async () => {
    const { clientTypes, clientTypesPath } = await import('../scripts/client-types.ts')
    expect(
      readFileSync(clientTypesPath, 'utf8') === (await clientTypes(document)),
      'run "npm run openapi"',
    ).toBe(true)
  })

  test('breaks nothing that was released: v4 only adds', () => {
    const released = JSON.parse(readFileSync(releasedPath, 'utf8')) as OpenApiDocument
    expect(breaksBetween(released, document)).toEqual([])
  })

  test('has every operation of the catalog once, plus POST /auth and itself', () => {
    const routes = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    const known = inCatalog.map((one) => one.rest?.route)
    expect(routes.toSorted()).toEqual([...known, 'POST /auth', 'GET /openapi.json'].toSorted())
  })

  test('has a unique camelCase id for each operation', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z][a-zA-Z]+$/)
  })

  test('puts every operation into a described group', () => {
    const tags = new Map(document.tags.map((tag) => [tag.name, tag.description]))
    for (const { operation } of operations) {
      expect(operation.tags).toHaveLength(1)
      expect(tags.get(operation.tags[0] ?? '')?.length).toBeGreaterThan(10)
    }
  })

  test('has the five scopes and both ways to sign in', () => {
    const { M2M, OAuth2 } = document.components.securitySchemes as Record<string, Schema>
    expect(M2M).toMatchObject({ type: 'http', scheme: 'bearer' })
    const flow = (OAuth2 as { flows: { authorizationCode: Schema } }).flows.authorizationCode
    expect(flow).toMatchObject({
      authorizationUrl: 'https://timbre.example.org/oauth/authorize',
      tokenUrl: 'https://timbre.example.org/oauth/token',
    })
    expect(Object.keys(flow.scopes as object)).toEqual(scopes)
  })
})

const described_ = operations.map(
  (operation) =>
    [`${operation.method.toUpperCase()} ${operation.path}`, operation] as [string, PathOperation],
)

describe.each(described_)('%s', (route, { operation }) => {
  const own = inCatalog.find((one) => one.rest?.route === route)

  test('lists the required scopes, for programs and for people', () => {
    const needed = own ? scopesNeeded(own) : []
    if (own) expect(operation.security).toEqual([{ M2M: [] }, { OAuth2: needed }])
    else expect(operation.security).toEqual([])
    for (const scope of needed) expect(operation.description).toContain(`\`${scope}\``)
  })

  test('declares every status with headers, and every body with a schema and an example', () => {
    const always = own ? [400, 401, 403, 404, 405, 406, 421, 429, 500, 503] : [405, 500]
    const statuses = Object.keys(operation.responses).map(Number)
    expect(statuses).toEqual(expect.arrayContaining(always))
    if (own?.billed) expect(statuses).toContain(402)
    if (own && own.effect !== 'reads') expect(statuses).toEqual(expect.arrayContaining([409, 413, 415]))
    for (const [status, one] of Object.entries(operation.responses)) {
      const answer = resolved(one)
      expect(answer.headers, status).toHaveProperty('X-Request-Id')
      const content = answer.content as Record<string, Schema> | undefined
      if (status === '204' || status === '304') expect(content, status).toBeUndefined()
      else {
        const { example, examples, ...media } = content?.['application/json'] ?? {}
        expect(media, status).toMatchObject({ schema: {} })
        expect(example ?? examples, status).toMatchObject({})
      }
    }
  })

  test('has examples that its own schemas allow', () => {
    expect(
      examplesOf(operation).flatMap(([place, schema, example]) => faults(place, schema, example)),
    ).toEqual([])
  })

  test('has samples in curl, with the SDK, in TypeScript and Python', () => {
    const samples = operation['x-codeSamples'] as CodeSample[]
    expect(samples.map((sample) => sample.label)).toEqual(['curl', 'SDK', 'TypeScript', 'Python'])
    for (const { label, source } of samples) {
      expect(source).toContain(`https://timbre.example.org${label === 'SDK' ? "'" : '/api/v4/'}`)
      expect(source).not.toMatch(/[{%]7?\w*Id[}%]|undefined|\[object/)
    }
  })
})

test('every field and every parameter has a description, its own or that of its schema', () => {
  const named = Object.entries(document.components.schemas ?? {})
  const inline = operations.flatMap(({ path, method, operation }) => {
    const bodies = [operation.requestBody, ...Object.values(operation.responses)].flatMap((one) =>
      Object.values((one?.content ?? {}) as Record<string, Schema>),
    )
    return bodies.map((media) => [`${method} ${path}`, media.schema as Schema] as const)
  })
  expect([...named, ...inline].flatMap(([place, schema]) => silentFields(place, schema))).toEqual([])
  const parameters = operations.flatMap(({ operation }) => (operation.parameters ?? []).map(resolved))
  expect(parameters.filter((parameter) => !parameter.description).map((parameter) => parameter.name)).toEqual(
    [],
  )
})

test('every example text is meaningful', () => {
  const examples = operations.flatMap(({ operation }) => examplesOf(operation))
  const empty = examples.filter(([, , example]) => /:"text"/i.test(JSON.stringify(example)))
  expect(empty.map(([place]) => place)).toEqual([])
})

test('the samples have valid syntax in shell, TypeScript and Python', { tags: 'long' }, () => {
  const samples = operations.flatMap(({ operation }) => operation['x-codeSamples'] as CodeSample[])
  const of = (label: string) =>
    samples.filter((sample) => sample.label === label).map((sample) => sample.source)
  expect(spawnSync('sh', ['-n'], { input: of('curl').join('\n'), encoding: 'utf8' }).stderr).toBe('')
  const typescript = of('TypeScript').map((source) => `await (async () => {\n${source}\n})()`)
  const check = spawnSync(process.execPath, ['--input-type=module-typescript', '--check'], {
    input: typescript.join('\n'),
    encoding: 'utf8',
  })
  expect(check.status, check.stderr).toBe(0)
  const python = spawnSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], {
    input: of('Python').join('\n'),
    encoding: 'utf8',
  })
  // A machine without Python cannot check it.
  if (python.error === undefined) expect(python.stderr).toBe('')
})

/** Fields at any depth without a description, their own or their schema's. */
function silentFields(place: string, schema: Schema): string[] {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  const own = fields.filter(([, field]) => !tells(field)).map(([name]) => `${place}.${name}`)
  const inner = [...((schema.anyOf ?? []) as Schema[]), schema.items, schema.additionalProperties]
    .filter((one): one is Schema => typeof one === 'object' && one !== null)
    .flatMap((one) => silentFields(place, one))
  return [...own, ...inner, ...fields.flatMap(([name, field]) => silentFields(`${place}.${name}`, field))]
}

function tells(field: Schema): boolean {
  const branches = (field.anyOf ?? []) as Schema[]
  return Boolean(field.description || resolved(field).description || branches.some(tells))
}

function resolved(value: Schema): Schema {
  if (typeof value.$ref !== 'string') return value
  const [, , kind = '', name = ''] = value.$ref.split('/')
  return resolved(document.components[kind]?.[name] ?? {})
}

/** All examples of an operation, each with its place and its schema. */
function examplesOf(operation: PathOperation['operation']): [string, Schema, unknown][] {
  const found: [string, Schema, unknown][] = []
  const media = (place: string, content: unknown) => {
    for (const [type, one] of Object.entries((content ?? {}) as Record<string, Schema>)) {
      if ('example' in one) found.push([`${place} ${type}`, one.schema as Schema, one.example])
      for (const [name, { value }] of Object.entries((one.examples ?? {}) as Record<string, Schema>)) {
        found.push([`${place} ${type} ${name}`, one.schema as Schema, value])
      }
    }
  }
  for (const parameter of (operation.parameters ?? []).map(resolved)) {
    found.push([String(parameter.name), parameter.schema as Schema, parameter.example])
  }
  media('body', operation.requestBody?.content)
  for (const [status, one] of Object.entries(operation.responses)) {
    const answer = resolved(one)
    media(status, answer.content)
    for (const [name, header] of Object.entries((answer.headers ?? {}) as Record<string, Schema>)) {
      found.push([`${status} ${name}`, resolved(header).schema as Schema, resolved(header).example])
    }
  }
  return found
}

const ajv = new Ajv2020({ strictSchema: false, validateSchema: false })
addFormats.default(ajv)
for (const format of ['binary', 'base64']) ajv.addFormat(format, true)
ajv.addSchema({ ...document, $id: 'api' }, 'api')

/** By the text of their schemas: most operations share headers and refusals. */
const validators = new Map<string, ValidateFunction>()

function validatorOf(schema: Schema): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/')
  const known = validators.get(text)
  if (known) return known
  const made = ajv.compile(JSON.parse(text))
  validators.set(text, made)
  return made
}

function faults(place: string, schema: Schema, example: unknown): string[] {
  const validate = validatorOf(schema)
  return validate(example) ? [] : [`${place}: ${ajv.errorsText(validate.errors)}`]
}
