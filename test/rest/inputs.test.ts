import { beforeAll, describe, expect, test } from 'vitest'
import { fieldKind, fieldOf, openSubjects, otherIds, sendInput, validInput } from '../support/inputs.ts'
import { restOperations } from '../support/rest-operations.ts'
import { fieldNames, idPlaces } from '../support/schemas.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'

let running: TestService
let account: TestAccount
let subjects: Awaited<ReturnType<typeof openSubjects>>
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
  subjects = await openSubjects(running, account)
})

// The matrices of this folder rely on this: the operations that they call would otherwise succeed.
describe.each(restOperations.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_, endpoint) => {
  test('200, 201 or 204 for a valid input, in the envelope, with a request id and no-store', async () => {
    const input = validInput(endpoint, await subjects.freshFor(endpoint))
    const answer = await sendInput(account.call, endpoint, input)
    const created = endpoint.operation.rest?.status
    expect([200, 201, 204], `${JSON.stringify(input)}: ${answer.text}`).toContain(answer.status)
    expect(answer.status === 204, answer.text).toBe(created === 204)
    expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9_-]{8,64}$/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    if (created === 204) {
      expect([answer.text, answer.headers.get('content-type')]).toEqual(['', null])
      return
    }
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.body).toMatchObject({ code: answer.status, status: 'success' })
    expect(answer.body).toHaveProperty(String(endpoint.operation.rest?.key))
  })

  test('has no id field that the matrices cannot fill', () => {
    for (const place of idPlaces(endpoint.operation.input))
      expect(fieldKind(endpoint, fieldOf(place))).toBeTruthy()
  })

  test('declares every id with the id schema', () => {
    const fields = idPlaces(endpoint.operation.input).map(fieldOf)
    const named = fieldNames(endpoint.operation.input).filter((name) => /(^id|Ids?)$/.test(name))
    expect(named.filter((name) => !fields.includes(name) && !otherIds.has(name))).toEqual([])
  })
})
