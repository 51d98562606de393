import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { createSecretKeyring } from '../secret-keyring.ts'
import { consumeChallenge, isValidChallenge, newChallenge } from './challenges.ts'
import { insertPasskey, recordPasskeyUse } from './passkeys.ts'
import { upsertPerson } from './people.ts'
import { insertCode, newCode } from './sign-in-codes.ts'

let db: TestDatabase
const now = new Date('2026-11-21T09:00:00Z')
beforeAll(async () => {
  db = await createTestDatabase()
})

describe('insertCode', () => {
  test('stores the same code of two attempts, or under two SECRET_KEYs, as different values', async () => {
    const keys = [createSecretKeyring([randomBytes(32)]), createSecretKeyring([randomBytes(32)])] as const
    const first = newCode(now)
    const second = { ...newCode(now), code: first.code }
    for (const [code, secretKey] of [
      [first, keys[0]],
      [second, keys[0]],
      [{ ...newCode(now), code: first.code }, keys[1]],
    ] as const) {
      await db.database.inSystem((sql) => insertCode(sql, code, { email: 'ada@test.test', now, secretKey }))
    }
    const rows = await db.admin<{ mac: string }>(`select encode(code_mac, 'hex') as mac from sign_in_code`)
    expect(new Set(rows.map(({ mac }) => mac)).size).toBe(3)
  })
})

describe('newCode', () => {
  test('has six digits, possibly with leading zeros', () => {
    const codes = Array.from({ length: 500 }, () => newCode(now).code)
    expect(codes.filter((code) => !/^\d{6}$/.test(code))).toEqual([])
    expect(codes.some((code) => code.startsWith('0'))).toBe(true)
  })
})

describe('recordPasskeyUse', () => {
  const addPasskey = async (id: string, counter: number) => {
    const person = { id: randomBytes(12).toString('hex'), email: `${id}@test.test`, now }
    const passkey = { id, counter, publicKey: randomBytes(8), transports: [], deviceType: 'singleDevice' }
    await db.database.inSystem(async (sql) => {
      const { id: personId } = await upsertPerson(sql, person)
      await insertPasskey(sql, {
        ...passkey,
        personId,
        backedUp: false,
        name: 'Key',
        now,
        onlyAccountId: null,
      })
    })
  }
  const use = (id: string, counter: number) =>
    db.database.inSystem((sql) => recordPasskeyUse(sql, { id, counter, now }))

  test('accepts an increasing counter, once for concurrent uses', async () => {
    await addPasskey('counting', 5)
    expect(await use('counting', 5)).toBe(false)
    expect(await use('counting', 4)).toBe(false)
    const uses = await Promise.all(Array.from({ length: 6 }, () => use('counting', 6)))
    expect(uses.filter(Boolean)).toHaveLength(1)
    expect(await use('counting', 0)).toBe(false)
  })

  test('accepts a passkey without a counter', async () => {
    await addPasskey('standing', 0)
    expect([await use('standing', 0), await use('standing', 0)]).toEqual([true, true])
  })
})

describe('a challenge', () => {
  const secretKey = createSecretKeyring([randomBytes(32)])
  const signIn = { purpose: 'sign-in' } as const
  const person = { purpose: 'registration', personId: randomBytes(12).toString('hex') } as const
  const issue = () => newChallenge(secretKey, signIn, now)

  test('is valid for its purpose, for ten minutes, under its key', () => {
    const challenge = issue()
    expect(isValidChallenge(secretKey, challenge, signIn, now)).toBe(true)
    expect(isValidChallenge(secretKey, challenge, person, now)).toBe(false)
    expect(isValidChallenge(createSecretKeyring([randomBytes(32)]), challenge, signIn, now)).toBe(false)
    expect(isValidChallenge(secretKey, challenge, signIn, new Date(now.getTime() + 10 * 60_000))).toBe(false)
    for (const other of [
      '',
      challenge.slice(1),
      `${challenge}A`,
      `${challenge.slice(0, -2)}!!`,
      `A${challenge.slice(1)}`,
    ])
      expect(other === challenge || !isValidChallenge(secretKey, other, signIn, now)).toBe(true)
  })

  test('can be used once, also by concurrent requests', async () => {
    const challenge = issue()
    const consume = () => db.database.inSystem((sql) => consumeChallenge(sql, challenge, signIn))
    const uses = await Promise.all(Array.from({ length: 6 }, consume))
    expect(uses.filter(Boolean)).toHaveLength(1)
    expect(await consume()).toBe(false)
  })
})
