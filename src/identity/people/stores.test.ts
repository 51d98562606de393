import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { createKeyRing } from '../key-ring.ts'
import { consumeChallenge, newChallenge } from './challenges.ts'
import { insertCode, newCode } from './codes.ts'
import { insertPasskey, usePasskey } from './passkeys.ts'
import { notePerson } from './person.ts'

let db: TestDatabase
const now = new Date('2026-11-21T09:00:00Z')
beforeAll(async () => {
  db = await createTestDatabase()
})

describe('insertCode', () => {
  test('keeps the same code of two attempts as two values, which another SECRET_KEY makes anew', async () => {
    const keys = [createKeyRing([randomBytes(32)]), createKeyRing([randomBytes(32)])] as const
    const first = newCode(now)
    const second = { ...newCode(now), code: first.code }
    for (const [made, secretKey] of [
      [first, keys[0]],
      [second, keys[0]],
      [{ ...newCode(now), code: first.code }, keys[1]],
    ] as const) {
      await db.database.inSystem((sql) => insertCode(sql, made, { email: 'ada@test.test', now, secretKey }))
    }
    const rows = await db.admin<{ mac: string }>(`select encode(code_mac, 'hex') as mac from sign_in_code`)
    expect(new Set(rows.map(({ mac }) => mac)).size).toBe(3)
  })
})

describe('newCode', () => {
  test('has six digits, leading zeros among them', () => {
    const codes = Array.from({ length: 500 }, () => newCode(now).code)
    expect(codes.filter((code) => !/^\d{6}$/.test(code))).toEqual([])
    expect(codes.some((code) => code.startsWith('0'))).toBe(true)
  })
})

describe('usePasskey', () => {
  const added = async (id: string, counter: number) => {
    const person = { id: randomBytes(12).toString('hex'), email: `${id}@test.test`, now }
    const passkey = { id, counter, publicKey: randomBytes(8), transports: [], deviceType: 'singleDevice' }
    await db.database.inSystem(async (sql) => {
      const { id: personId } = await notePerson(sql, person)
      await insertPasskey(sql, { ...passkey, personId, backedUp: false, name: 'Key', now })
    })
  }
  const use = (id: string, counter: number) =>
    db.database.inSystem((sql) => usePasskey(sql, { id, counter, now }))

  test('takes a counter that goes up, once, however many come at once', async () => {
    await added('counting', 5)
    expect(await use('counting', 5)).toBe(false)
    expect(await use('counting', 4)).toBe(false)
    const uses = await Promise.all(Array.from({ length: 6 }, () => use('counting', 6)))
    expect(uses.filter(Boolean)).toHaveLength(1)
    expect(await use('counting', 0)).toBe(false)
  })

  test('takes a passkey that never counts', async () => {
    await added('standing', 0)
    expect([await use('standing', 0), await use('standing', 0)]).toEqual([true, true])
  })
})

describe('consumeChallenge', () => {
  const consume = (challenge: string, to: Parameters<typeof consumeChallenge>[2], at = now) =>
    db.database.inSystem((sql) => consumeChallenge(sql, challenge, to, at))

  test('works once, for what it was given out for, within ten minutes', async () => {
    const give = () => db.database.inSystem((sql) => newChallenge(sql, { purpose: 'sign-in' }, now))
    const challenge = await give()
    const person = { purpose: 'registration', personId: randomBytes(12).toString('hex') } as const
    expect(await consume(challenge, person)).toBe(false)
    const uses = await Promise.all(
      Array.from({ length: 6 }, () => consume(challenge, { purpose: 'sign-in' })),
    )
    expect(uses.filter(Boolean)).toHaveLength(1)
    const late = new Date(now.getTime() + 10 * 60_000)
    expect(await consume(await give(), { purpose: 'sign-in' }, late)).toBe(false)
  })
})
