import { beforeAll, describe, expect, test } from 'vitest'
import { Failure } from '../../src/contract/failure.ts'
import { readInput } from '../../src/contract/input.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { expectEnvelope } from '../support/envelope.ts'
import { formallyValid, openSubjects, restRequest, validInput } from '../support/inputs.ts'
import { type RestOperation, restOperations } from '../support/rest-operations.ts'
import { asItsAccount } from '../support/sandbox-mode.ts'
import { idPlaces } from '../support/schemas.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'

let running: TestService
let tables: Tables
let account: TestAccount
let subjects: Awaited<ReturnType<typeof openSubjects>>
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account()
  subjects = await openSubjects(running, account)
})

/** A request with one fault; `raw` is a body that no client would write. */
type Attempt = { label: string; input: Record<string, unknown>; raw?: string; query?: string }

/**
 * Sends all requests. Each is a success or a refusal in the error envelope. Refusals change nothing: no audit entry
 * names them, and if nothing else succeeds, all tables stay equal.
 */
async function expectSafe(endpoint: RestOperation, attempts: readonly Attempt[]): Promise<number[]> {
  const statuses: number[] = []
  const refused: (string | null)[] = []
  const send = async ({ label, input, raw, query }: Attempt) => {
    const { path, body } = restRequest(endpoint, input)
    const answer = await asItsAccount(endpoint, account.call, () =>
      account.call(endpoint.method, `${path}${query ?? ''}`, raw ?? body),
    )
    if (answer.status < 300) return answer.status
    expectEnvelope(answer, `${endpoint.name}: ${label}`)
    refused.push(answer.headers.get('x-request-id'))
    return answer.status
  }
  const changes = await tables.watch()
  try {
    for (let at = 0; at < attempts.length; at += 4)
      statuses.push(...(await Promise.all(attempts.slice(at, at + 4).map(send))))
  } finally {
    const changed = await changes()
    if (endpoint.method === 'GET' || refused.length === attempts.length) expect(changed).toEqual([])
  }
  expect(await tables.rows('select 1 from audit_entry where request_id = any($1)', [refused])).toEqual([])
  return statuses
}

const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

/** JSON values for a field. */
const bodyValues: [string, unknown][] = [
  ['null', null],
  ['true', true],
  ['zero', 0],
  ['a number', 12.5],
  ['a huge number', 1e308],
  ['2^53 + 1', 2 ** 53 + 1],
  ['an empty text', ''],
  ['a blank', ' '],
  ['a long text', 'x'.repeat(100_000)],
  ['NUL', 'a\0b'],
  ['half a surrogate pair', 'a\ud800b'],
  ['a line break', 'a\r\nBcc: b@test.test'],
  ['a change of direction', 'a\u202eb'],
  ['SQL', "'; drop table profile; --"],
  ['wildcards', '%_\\'],
  ['HTML', '<script>alert(1)</script>'],
  ['a template', '{{7*7}}<%= 7*7 %>'],
  ['a path', '../../etc/passwd'],
  ['an empty list', []],
  ['a list of null', [null]],
  ['a list of mixed things', ['disc', 5, {}]],
  ['ten thousand entries', Array.from({ length: 10_000 }, () => 'disc')],
  ['an empty object', {}],
  ['an operator', { $ne: '' }],
  ['a deep nest', nested(500)],
]

/** Texts for a query parameter or a part of the path. */
const queryValues: [string, string][] = bodyValues
  .filter(([, value]) => typeof value === 'string' && value.length < 1_000 && value.isWellFormed())
  .map(([label, value]): [string, string] => [label, value as string])
  .concat([
    ['null', 'null'],
    ['true', 'true'],
    ['a number', '12.5'],
    ['a huge number', '9'.repeat(400)],
    ['JSON', '{"$gt":""}'],
    ['a list of blanks', ',,,'],
    ['a long text', 'x'.repeat(3_000)],
  ])

/**
 * Of values that an operation's shape refuses for the same reason, only some: the answer is made of the reason. Of the
 * reasons and of the values that it accepts, two each. Which ones differs from call to call, so that each is sent to
 * many operations. `npm run fuzz` sends more.
 */
function distinct<T extends Attempt>(
  { operation, method }: RestOperation,
  attempts: readonly T[],
  ofEachReason: number,
): { accepted: readonly T[]; refused: readonly T[] } {
  turn += 1
  const byReason = Map.groupBy(attempts, ({ input }) => reasonOf(operation, method, input))
  const accepted = byReason.get(undefined) ?? []
  byReason.delete(undefined)
  const refused = some([...byReason.values()], 2).flatMap((alike) => some(alike, ofEachReason))
  return { accepted: some(accepted, 2), refused }
}

/** The first attempt that the operation's shape refuses, and those before it. */
function firstRefused<T extends Attempt>(
  { operation, method }: RestOperation,
  attempts: readonly T[],
): { accepted: T[]; refused: T | undefined } {
  turn += 1
  const rotated = attempts.map((_, n) => attempts[(turn + n) % attempts.length] as T)
  const at = rotated.findIndex(({ input }) => reasonOf(operation, method, input) !== undefined)
  return { accepted: rotated.slice(0, at < 0 ? undefined : at), refused: rotated[at] }
}

function some<T>(all: readonly T[], count: number): readonly T[] {
  if (all.length <= count) return all
  return Array.from({ length: count }, (_, n) => all[(turn * count + n) % all.length] as T)
}

let turn = 0

/** The message of the refusal, or undefined for an input of the right shape. */
function reasonOf(
  { input: shape }: Operation,
  method: string,
  input: Record<string, unknown>,
): string | undefined {
  const sent =
    method === 'GET'
      ? Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))
      : JSON.parse(JSON.stringify(input))
  try {
    readInput(shape, sent)
    return undefined
  } catch (error) {
    if (!(error instanceof Failure)) return undefined
    return error.message
  }
}

const strangeNames = [
  ...['foo', 'constructor', 'prototype', 'toString', 'accountId', 'role', 'billing'],
  ...['x'.repeat(5_000), 'a\0b', '\ud800', '', 'profileIdx'],
]

describe.each(restOperations.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_, endpoint) => {
  const isRead = endpoint.method === 'GET'
  // The record in the path of such an operation may be gone after a success. One that is changed can be changed again.
  const usesUp = ['POST', 'DELETE'].includes(endpoint.method) && endpoint.inPath.length > 0

  const values = isRead ? queryValues : bodyValues
  /** An input for each value of a field. */
  const withEach = (field: string, valid: Record<string, unknown> | undefined) =>
    values.map(([label, value]) => ({
      field,
      label: `${field} = ${label}`,
      input: { ...valid, [field]: value },
    }))

  test('a wrong field, id or value is refused in the envelope and changes nothing', async () => {
    const valid = formallyValid(endpoint)
    // For each field the first value that its shape refuses, from another one on each time: to sort all takes longer.
    const tried = endpoint.fields.map((field) => firstRefused(endpoint, withEach(field, valid)))
    const ofFields = tried.flatMap(({ refused }) => refused ?? [])
    // One malformed id, another one for each operation.
    const ofIds = endpoint.inPath.flatMap((field) =>
      some(distinct(endpoint, malformedIds(field, valid), 1).refused, 1),
    )
    const unknown = some(unknownFields(valid), 1)
    const statuses = await expectSafe(endpoint, [...ofIds, ...unknown, ...ofFields])
    for (const [at, { field, label }] of ofIds.entries())
      expect(ids.includes(field) ? [400] : [400, 404], label).toContain(statuses[at])
    for (const [at, { label }] of unknown.entries()) expect(statuses[ofIds.length + at], label).toBe(400)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    // Of the values that the shape accepts, one for one of the fields, by each fourth operation: the long test and
    // test/fuzz send more of them.
    if (restOperations.indexOf(endpoint) % 4 > 0) return
    const [attempt] = some(
      tried.flatMap(({ accepted }) => accepted),
      1,
    )
    if (!attempt) return
    const fresh = validInput(endpoint, await subjects.freshFor(endpoint))
    await expectSafe(endpoint, [
      { ...attempt, input: { ...fresh, [attempt.field]: attempt.input[attempt.field] } },
    ])
  })

  test('any value in any field is refused in the envelope or succeeds, and a refusal changes nothing', {
    tags: 'long',
  }, async () => {
    if (endpoint.fields.length === 0) return
    let valid: Record<string, unknown> | undefined = validInput(endpoint, await subjects.freshFor(endpoint))
    const chosen = endpoint.fields.map((field) => ({
      field,
      ...distinct(endpoint, withEach(field, valid), 1),
    }))
    // The tables are compared once after all refusals. What the shape accepts is sent field by field, as it may succeed.
    await expectSafe(
      endpoint,
      chosen.flatMap(({ refused }) => refused),
    )
    for (const { field, accepted } of chosen) {
      if (accepted.length === 0) continue
      const current: Record<string, unknown> =
        valid ?? validInput(endpoint, await subjects.freshFor(endpoint))
      const statuses = await expectSafe(
        endpoint,
        accepted.map(({ label, input }) => ({ label, input: { ...current, [field]: input[field] } })),
      )
      const isUsedUp = usesUp && statuses.some((status) => status < 300)
      valid = isUsedUp ? undefined : current
    }
  })

  const ids = endpoint.inPath.filter((name) =>
    idPlaces(endpoint.operation.input).some(([first]) => first === name),
  )
  function malformedIds(field: string, valid: Record<string, unknown>) {
    const id = String(valid[field])
    const malformed = ['abc', '0', id.toUpperCase(), `${id}0`, 'g'.repeat(24), 'é'.repeat(24), '٠'.repeat(24)]
    return [...malformed, ...queryValues.map(([, text]) => text)]
      .filter((text) => text !== '' && text !== id)
      .map((value) => ({
        field,
        label: `${field} = ${value.slice(0, 40)}`,
        input: { ...valid, [field]: value },
      }))
  }

  if (endpoint.inPath.length > 0)
    test('400 for any malformed id in the path', { tags: 'long' }, async () => {
      const valid = formallyValid(endpoint)
      for (const field of endpoint.inPath) {
        const chosen = distinct(endpoint, malformedIds(field, valid), 2).refused
        const statuses = await expectSafe(endpoint, chosen)
        // Assessments and locales are words, some of which exist.
        const expected = ids.includes(field) ? [400] : [400, 404]
        for (const [at, status] of statuses.entries()) expect(expected, chosen[at]?.label).toContain(status)
      }
    })

  test('400 for an unknown field, whatever its name', { tags: 'long' }, async () => {
    const attempts = unknownFields(formallyValid(endpoint))
    for (const status of await expectSafe(endpoint, attempts)) expect(status).toBe(400)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  function unknownFields(valid: Record<string, unknown>): Attempt[] {
    // One of them, another one for each operation: what a name does depends on no operation.
    const place = restOperations.indexOf(endpoint)
    const names = ['__proto__', strangeNames[place % strangeNames.length] as string]
    const { path, body } = restRequest(endpoint, valid)
    const joint = path.includes('?') ? '&' : '?'
    return names.flatMap((name, at): Attempt[] => {
      const label = `field ${name.slice(0, 20)}`
      const query = `${joint}${encodeURIComponent(name.toWellFormed())}=1`
      // JSON.stringify would drop __proto__ as a key, but a client might send it.
      const rest = JSON.stringify(body ?? {}).slice(1)
      const raw = `{${JSON.stringify(name)}:{"polluted":true}${rest.replace(/^(?=")/, ',')}`
      const inQuery = { label, input: valid, query }
      if (isRead) return [inQuery]
      // An operation with a body refuses every query, so one name is enough.
      return [{ label, input: valid, raw }, ...(at === place % names.length ? [inQuery] : [])]
    })
  }
})
