import { describe, expect, test } from 'vitest'
import { catalog } from '../src/catalog.ts'
import { readInput } from '../src/contract/input.ts'
import type { Schema } from '../src/contract/json-schema.ts'
import { operationsOf } from '../src/http/rest/openapi/objects.ts'
import { openapiDocument } from './support/openapi-checks.ts'

const inCatalog = catalog.filter((one) => one.rest)

function operationAt(route: string) {
  const placed = operationsOf(openapiDocument()).find(
    ({ method, path }) => `${method.toUpperCase()} ${path}` === route,
  )
  return placed?.operation
}

describe('examples of requests', () => {
  const bodyOf = (route: string) => {
    const body = operationAt(route)?.requestBody
    return body as { required: boolean; content: Record<string, { schema: Schema; example: object }> }
  }

  test.each(['PATCH /account/preferences', 'PATCH /profile/{profileId}', 'PATCH /tag/{tagId}'])(
    '%s needs a meaningful body',
    (route) => {
      const body = bodyOf(route)
      expect(body.required).toBe(true)
      expect(body.content['application/json']?.schema.minProperties).toBe(1)
    },
  )

  test.each(inCatalog.filter((one) => one.rest?.route.match(/^(POST|PATCH|PUT) /)))(
    '$name accepts its own example',
    (operation) => {
      const [, path = ''] = operation.rest?.route.split(' ') ?? []
      const body = bodyOf(operation.rest?.route ?? '')?.content['application/json']?.example ?? {}
      const ids = [...path.matchAll(/\{(\w+)\}/g)].map((match) => [match[1], '6920318e4b1a0c7d2e8f5a63'])
      expect(() => readInput(operation.input, { ...Object.fromEntries(ids), ...body })).not.toThrow()
    },
  )

  test('no example deletes people or names a missing tag', () => {
    for (const route of ['PATCH /account/preferences', 'POST /profile', 'POST /assessment-invite']) {
      const fields = Object.keys(bodyOf(route).content['application/json']?.example ?? {})
      expect(fields).not.toContain('retentionDays')
      expect(fields).not.toContain('tagIds')
    }
  })
})

test('the guide explains how to set the token for the samples, which need only curl', () => {
  expect(openapiDocument().info.description).toContain(
    "export TIMBRE_TOKEN=$(curl --silent --request POST 'https://",
  )
  expect(JSON.stringify(openapiDocument())).not.toContain('uuidgen')
})

test('a new profile is shown as pending and empty, a known one as not created', () => {
  const create = operationAt('POST /profile')
  const shown = (status: number) => {
    const content = create?.responses[status]?.content as Record<string, { example: Schema }>
    return content['application/json']?.example
  }
  expect(shown(201)).toMatchObject({ created: true, profile: { state: 'pending', disc: null, focus: null } })
  expect(shown(200)).toMatchObject({ created: false })
})
