import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Timbre } from '../../clients/sdk/timbre.ts'
import { sdkMethods, sdkMethodsPath, sdkTypes, sdkTypesPath } from '../../scripts/sdk.ts'
import { operationsOf, type PathOperation } from '../../src/http/rest/openapi/objects.ts'
import { openapiDocument } from '../support/openapi-checks.ts'

const document = openapiDocument()
const operations = operationsOf(document)

test('types and methods are made from the document; after a change of the API run "npm run openapi"', async () => {
  expect(readFileSync(sdkTypesPath, 'utf8') === (await sdkTypes(document)), 'npm run openapi').toBe(true)
  expect(readFileSync(sdkMethodsPath, 'utf8') === sdkMethods(document), 'npm run openapi').toBe(true)
})

type Method = (...given: unknown[]) => PromiseLike<unknown>
type Seen = { method: string; path: string; search: string; headers: Headers; body: unknown }

/** A client whose requests are only noted. */
function notedClient() {
  const seen: Seen[] = []
  const noted: typeof fetch = async (input, init) => {
    const url = new URL(String(input))
    const { method = '', body } = init ?? {}
    seen.push({ method, path: url.pathname, search: url.search, headers: new Headers(init?.headers), body })
    return new Response('{}', { status: 200 })
  }
  const timbre = new Timbre({ baseUrl: 'https://timbre.example.org', token: () => 'token', fetch: noted })
  return { seen, timbre: timbre as unknown as Record<string, Record<string, Method>> }
}

test('every operation of the document has exactly one method, which sends its route', async () => {
  const { seen, timbre } = notedClient()
  const methods = Object.entries(timbre).flatMap(([group, table]) =>
    typeof table === 'function' ? [] : Object.keys(table).map((name) => `${group}.${name}`),
  )
  expect(methods.toSorted()).toEqual(operations.map(({ operation }) => operation['x-sdk']).toSorted())
  for (const { path, method, operation } of operations) {
    const [group = '', name = ''] = operation['x-sdk']?.split('.') ?? []
    const ids = [...path.matchAll(/\{\w+\}/g)].map((_, n) => `id ${n}/`)
    await timbre[group]?.[name]?.(...ids, ...fieldsOf({ path, method, operation }))
    const filled = ids.reduce((text, id) => text.replace(/\{\w+\}/, encodeURIComponent(id)), path)
    const request = seen.pop()
    expect([request?.method, request?.path]).toEqual([method.toUpperCase(), `/api/v4${filled}`])
    const isOpen = (operation.security as unknown[]).length === 0
    expect(request?.headers.get('authorization')).toBe(isOpen ? null : 'Bearer token')
    const takesKey = operation.parameters?.some((one) => String(one.$ref).endsWith('IdempotencyKey'))
    expect(request?.headers.has('idempotency-key'), path).toBe(takesKey === true)
    expect(request?.body, path).toBe(operation.requestBody ? '{"a":1}' : undefined)
    expect(request?.search, path).toBe(operation.requestBody ? '' : '?a=1')
  }
  expect(operations.length).toBeGreaterThan(75)
})

const fieldsOf = (_: PathOperation) => [{ a: 1 }]

test('lists in a query are separated by commas, with commas in custom ids escaped', async () => {
  const { seen, timbre } = notedClient()
  await timbre.profiles?.list?.({ customIds: ['a,b', 'c\\'], isCompleted: false, search: undefined })
  expect(new URLSearchParams(seen[0]?.search).get('customIds')).toBe('a\\,b,c\\\\')
  expect([...new URLSearchParams(seen[0]?.search).keys()]).toEqual(['customIds', 'isCompleted'])
})

test('a list that is all a body needs may be given instead of it', async () => {
  const { seen, timbre } = notedClient()
  await timbre.tags?.replaceProfiles?.('tag', ['a', 'b'])
  expect(seen[0]?.body).toBe('{"profileIds":["a","b"]}')
})

test.each([[undefined], [''], ['..'], [7]])('an id like %j is refused before anything is sent', (id) => {
  const { seen, timbre } = notedClient()
  expect(() => timbre.profiles?.delete?.(id)).toThrow('timbre.profiles.delete needs profileId')
  expect(seen).toEqual([])
})
