import { beforeAll, describe, expect, test } from 'vitest'
import { addressOf, type Door, doors } from '../support/doors.ts'
import { expectEnvelope } from '../support/envelope.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'

let running: TestService
let tables: Tables
let account: TestAccount
let profileId = ''
let state = ''
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account()
  await renew()
})

/** A profile to aim at; a legitimate DELETE in the matrix takes it away, and the next case needs another. */
async function renew(): Promise<void> {
  const { body } = await account.call('POST', '/profile', {
    email: `aim${Math.random()}@test.test`,
    firstName: 'Aim',
  })
  profileId = body.profile.id
  state = await tables.dump()
}

/** Whatever is sent: a refusal in the envelope that changed nothing, or a success. Never a fault of ours. */
async function expectSafe(
  door: Door,
  label: string,
  path: string,
  body?: unknown,
  raw = false,
): Promise<number> {
  const sent = body === undefined ? undefined : raw ? (body as string) : JSON.stringify(body)
  const answer = await account.call(door.method, path, sent)
  if (answer.status >= 300) {
    expectEnvelope(answer, label)
    expect((await tables.dump()) === state, `${label} changed something`).toBe(true)
  } else if (door.operation.effect !== 'reads') await renew()
  return answer.status
}

const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

/** Values of JSON that a field may be given. */
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

/** Texts that a query parameter or a part of the path may be given. */
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

describe.each(doors.map((door) => [door.name, door] as const))('%s', (_, door) => {
  const isRead = door.method === 'GET'
  const path = () => addressOf(door, { profileId })

  test('any value in any field is refused in the envelope or is a success, and a refusal changes nothing', async () => {
    for (const field of door.fields) {
      for (const [label, value] of isRead ? queryValues : bodyValues) {
        const name = `${field} = ${label}`
        if (isRead) await expectSafe(door, name, `${path()}?${field}=${encodeURIComponent(value as string)}`)
        else await expectSafe(door, name, path(), { ...required(door), [field]: value })
      }
    }
  })

  test('400 for any malformed id in the path', async () => {
    for (const field of door.inPath) {
      const malformed = [
        'abc',
        '0',
        profileId.toUpperCase(),
        `${profileId}0`,
        'g'.repeat(24),
        'é'.repeat(24),
        '٠'.repeat(24),
      ]
      for (const value of [...malformed, ...queryValues.map(([, text]) => text)]) {
        if (value === '') continue
        const status = await expectSafe(
          door,
          `${field} = ${value.slice(0, 40)}`,
          addressOf(door, { [field]: value }),
          isRead || door.method === 'DELETE' ? undefined : required(door),
        )
        expect(status, value.slice(0, 40)).toBe(400)
      }
    }
  })

  test('400 for an unknown field, whatever its name', async () => {
    const names = [
      'foo',
      '__proto__',
      'constructor',
      'prototype',
      'toString',
      'accountId',
      'role',
      'billing',
      'x'.repeat(5_000),
      'a\0b',
      '\ud800',
      '',
      'profileIdx',
    ]
    for (const name of names) {
      const label = `field ${name.slice(0, 20)}`
      const query = `${path()}?${encodeURIComponent(name.toWellFormed())}=1`
      expect(await expectSafe(door, label, query, isRead ? undefined : required(door)), label).toBe(400)
      if (isRead) continue
      // JSON.stringify would drop __proto__ as a key, and a client is not so kind.
      const body = `{${JSON.stringify(name)}:{"polluted":true}${JSON.stringify(required(door))
        .slice(1)
        .replace(/^(?=")/, ',')}`
      expect(await expectSafe(door, label, path(), body, true), label).toBe(400)
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

/** The least that a body must hold for its other fields to be looked at. */
function required(door: Door): Record<string, unknown> {
  if (door.name === 'test_with_body') return { ping: 'x' }
  if (door.name === 'create_profile') return { firstName: 'Somebody' }
  if (door.name === 'update_profile') return { lastName: 'Somebody' }
  return {}
}
