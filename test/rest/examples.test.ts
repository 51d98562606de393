import { beforeAll, describe, expect, test } from 'vitest'
import type { Schema } from '../../src/contract/json-schema.ts'
import { operationsOf } from '../../src/http/rest/openapi/objects.ts'
import { openapiDocument } from '../support/openapi-checks.ts'
import { startTestService, type TestAccount } from '../support/service.ts'

let account: TestAccount
beforeAll(async () => {
  account = await (await startTestService()).account()
})

type Shown = { method: string; path: string; body: unknown; answers: Record<string, unknown> }

function shown(route: string): Shown {
  const placed = operationsOf(openapiDocument()).find(
    ({ method, path }) => `${method.toUpperCase()} ${path}` === route,
  )
  if (!placed) throw new Error(`${route} is not in the document.`)
  const { requestBody, responses } = placed.operation
  const exampleIn = (content: unknown) =>
    (content as Record<string, Schema> | undefined)?.['application/json']?.example
  const answers = Object.entries(responses).map(([status, one]) => [status, exampleIn(one.content)])
  const method = placed.method.toUpperCase()
  return {
    method,
    path: placed.path,
    body: exampleIn(requestBody?.content),
    answers: Object.fromEntries(answers),
  }
}

describe('the document’s examples can be sent unchanged', () => {
  test.each([
    ['POST /test', 200],
    ['PATCH /account/preferences', 200],
    ['PUT /account/logo', 200],
    ['POST /assessment-invite', 201],
    ['POST /tag', 201],
  ])('%s is %i', async (route, status) => {
    const { method, path, body } = shown(route)
    expect((await account.call(method, path, body)).status).toBe(status)
  })

  test('POST /profile is 201 and 200, and answers as shown except for ids and times', async () => {
    const { body, answers } = shown('POST /profile')
    const own = { id: expect.any(String), createdAt: expect.any(String), updatedAt: expect.any(String) }
    for (const status of [201, 200]) {
      const answer = await account.call('POST', '/profile', body)
      const example = answers[status] as { profile: object }
      expect(answer.status).toBe(status)
      expect(answer.body).toEqual({ ...example, profile: { ...example.profile, ...own } })
    }
  })
})
