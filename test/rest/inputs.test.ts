import { beforeAll, describe, expect, test } from 'vitest'
import {
  fieldKind,
  fieldOf,
  openSubjects,
  otherIds,
  routeOf,
  sendInput,
  validInput,
} from '../support/inputs.ts'
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

const setBilling = (status: string) =>
  running.db.admin('update account set billing_status = $2 where id = $1', [account.id, status])

/** Of the audit log: what only reads writes none. audit-entries.test.ts has those of the other operations. */
async function countEntries(): Promise<number | undefined> {
  const [row] = await running.db.admin<{ count: number }>(
    'select count(*)::integer as count from audit_entry',
  )
  return row?.count
}

/** Reads an existing debrief, and is only billed for a new one; its own tests show both. */
const billedAtTimes = ['POST /playbook/ai/debrief/{profileId}']

// The matrices of this folder rely on this: the operations that they call would otherwise succeed.
describe.each(restOperations.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_, endpoint) => {
  const isBilled = endpoint.operation.billed || billedAtTimes.includes(routeOf(endpoint))
  const whose = isBilled ? '' : ' of an unpaid account'
  test(`200, 201 or 204 for a valid input${whose}, in the envelope, with a request id and no-store`, async () => {
    const input = validInput(endpoint, await subjects.freshFor(endpoint))
    // What is not billed is done for an unpaid account as well.
    if (!isBilled) await setBilling('unpaid')
    const before = await countEntries()
    const answer = await sendInput(account.call, endpoint, input)
    if (endpoint.operation.effect === 'reads') expect(await countEntries(), 'entries').toBe(before)
    if (!isBilled) await setBilling('active')
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
})

test('no operation has an id field that the matrices cannot fill', () => {
  for (const endpoint of restOperations)
    for (const place of idPlaces(endpoint.operation.input))
      expect(fieldKind(endpoint, fieldOf(place)), endpoint.name).toBeTruthy()
})

test('every operation declares every id with the id schema', () => {
  for (const {
    name: operation,
    operation: { input },
  } of restOperations) {
    const fields = idPlaces(input).map(fieldOf)
    const named = fieldNames(input).filter((name) => /(^id|Ids?)$/.test(name))
    expect(
      named.filter((name) => !fields.includes(name) && !otherIds.has(name)),
      operation,
    ).toEqual([])
  }
})

test('billing stops new work for the account, and nothing else', () => {
  const isNewWork =
    /^POST .*(\/invite(\/email|\/sms)?|\/assessment-invite|\/retake|\/debrief\/\{profileId\}|\/profile|\/profiles\/import|\/order|\/campaign|\/remind)$/
  const billed = restOperations.filter((endpoint) => endpoint.operation.billed)
  expect([...billed.map(routeOf), ...billedAtTimes].sort()).toEqual(
    restOperations
      .map(routeOf)
      .filter((route) => isNewWork.test(route))
      .sort(),
  )
})
