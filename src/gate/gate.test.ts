import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import {
  adding,
  countingLimits,
  now,
  openGate,
  outcome,
  request,
  usedUp,
  within,
} from '../../test/support/gate.ts'
import type { MemberCaller } from '../contract/caller.ts'
import type { Context } from '../contract/operation.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})

const never = async () => {
  throw new Error('It ran.')
}
const refuse = (sqlState: string) => async (context: Context) => {
  await context.sql.run(`do $$ begin raise exception 'refused' using errcode = '${sqlState}'; end $$`)
}

describe('a caller is refused before any effect', () => {
  test('421 for an account in another region, before any query', async () => {
    const { gate, machine, seen } = await openGate(db)
    const run = gate(adding({ run: never }), { ...machine, region: 'eu' }, {}, request())
    expect(await outcome(run)).toBe('wrongRegion other_region')
    expect(seen).toEqual({ used: [], woken: 0, noted: [], transactions: [] })
  })

  test('503 for an app, before any query, without current revocations', async () => {
    const { gate, app, seen } = await openGate(db, { revocationsAreFresh: () => false })
    expect(await outcome(gate(adding({ run: never }), await app(), {}, request()))).toBe(
      'unavailable unavailable',
    )
    expect(seen.transactions).toEqual([])
  })

  test.each<[string, Parameters<typeof adding>, string, string]>([
    ['404 without an account', [], 'delete from account where id = $1', 'missing not_found'],
    [
      '401 once its client was revoked',
      [],
      'update machine_client set revoked_at = now() where account_id = $1',
      'unauthenticated token_invalid',
    ],
    [
      '403 without the scope',
      [{}, { scope: ['tags:manage', 'nothing:read'] }],
      '',
      'scopeMissing insufficient_scope',
    ],
    [
      '403 while the account is paused',
      [],
      'update account set paused = true where id = $1',
      'paused account_paused',
    ],
    [
      '402 where billing stopped new work',
      [{ billed: true }],
      "update account set billing_status = 'canceled' where id = $1",
      'billing billing_canceled',
    ],
    [
      '200 where billing stopped new work and this is none',
      [{ run: async () => ({ resource: { name: 'free' }, changes: [] }) }],
      "update account set billing_status = 'canceled' where id = $1",
      '',
    ],
  ])('%s', async (_, [changes, access], change, expected) => {
    const { gate, machine, seen, accountId } = await openGate(db)
    if (change) await db.admin(change, [accountId])
    const operation = adding({ run: never, ...changes }, access)
    const came = await outcome(gate(operation, machine, {}, request()))
    expect(came).toEqual(expected || { name: 'free' })
    expect(seen.used).toHaveLength(expected ? 0 : 1)
  })

  test("403 for a member whose sign-in is too old, by the gate's clock", async () => {
    const { gate, app } = await openGate(db)
    const { accountId, region, memberId } = await app()
    const access = { access: 'member', roles: ['owner'], signIn: 'recent' }
    const came = (milliseconds: number) => {
      const at = new Date(now.getTime() - milliseconds).toISOString()
      const member: MemberCaller = {
        kind: 'member',
        accountId,
        region,
        memberId,
        signIn: { at, byPasskey: true },
      }
      return outcome(gate(adding({}, access), member, { name: 'a' }, request()))
    }
    expect(await came(900_000)).toEqual({ name: 'a' })
    expect(await came(900_001)).toBe('forbidden sign_in_too_old')
  })

  test('403 for an app whose member signed in too long ago or at an unknown time; machine clients do not sign in', async () => {
    const { gate, app, machine } = await openGate(db)
    const delegate = await app()
    const access = { scope: 'tags:manage', signIn: 'recent' }
    const came = (signedInAt: string | undefined) =>
      outcome(gate(adding({}, access), { ...delegate, signedInAt }, { name: 'a' }, request()))
    expect(await came(new Date(now.getTime() - 900_000).toISOString())).toEqual({ name: 'a' })
    expect(await came(new Date(now.getTime() - 900_001).toISOString())).toBe('forbidden sign_in_too_old')
    expect(await came(undefined)).toBe('forbidden sign_in_too_old')
    expect(await outcome(gate(adding({}, access), machine, { name: 'a' }, request()))).toEqual({ name: 'a' })
  })

  test('429 after the rate limit is reached, before the input is parsed', async () => {
    const { limits } = countingLimits(usedUp)
    const { gate, machine } = await openGate(db, { limits })
    const reported: unknown[] = []
    const facts = request({ onRateLimit: (allowance) => reported.push(allowance) })
    const read = () => {
      throw new Error('It was read.')
    }
    const run = gate(adding({ run: never }), machine, read, facts)
    await expect(run).rejects.toMatchObject({ kind: 'limited', retryAfterSeconds: 3 })
    expect(reported).toEqual([usedUp])
  })

  test('400 for an invalid input, after it was counted', async () => {
    const { limits, taken } = countingLimits()
    const { gate, machine } = await openGate(db, { limits })
    const run = gate(adding({ run: never, billed: true }), machine, { nome: 'a' }, request())
    expect(await outcome(run)).toBe('invalid unknown_parameter')
    expect(taken).toEqual({ programRequests: 1 })
  })
})

describe('a request is counted once', () => {
  test('with one callback, even if its transaction is retried after a conflict', async () => {
    const { limits, taken } = countingLimits()
    const { gate, machine } = await openGate(db, { limits })
    const reported: unknown[] = []
    let tries = 0
    const run = async (context: Context) => {
      if (++tries < 3) await refuse('40001')(context)
      return { resource: { name: 'done' }, changes: [] }
    }
    const facts = request({ onRateLimit: (allowance) => reported.push(allowance) })
    expect(await outcome(gate(adding({ run }), machine, {}, facts))).toEqual({ name: 'done' })
    expect(tries).toBe(3)
    expect(taken).toEqual({ programRequests: 1 })
    expect(reported).toEqual([within])
  })

  test('with a key and with work before its transaction too', async () => {
    const { limits, taken } = countingLimits()
    const { gate, machine } = await openGate(db, { limits })
    const prepare = async () => ({ name: 'prepared' })
    await gate(adding({ prepare }), machine, {}, request({ idempotencyKey: 'key' }))
    expect(taken).toEqual({ programRequests: 1 })
  })

  test('without a callback if nothing is limited', async () => {
    const { gate, machine } = await openGate(db)
    const reported: unknown[] = []
    await gate(adding(), machine, {}, request({ onRateLimit: (allowance) => reported.push(allowance) }))
    expect(reported).toEqual([])
  })
})

describe('a request without an operation', () => {
  const access = { scope: 'account:read' } as const

  test('is refused like an operation, and then not recorded as a use', async () => {
    const { authorize, machine, seen } = await openGate(db, { limits: countingLimits(usedUp).limits })
    const lacking = { ...machine, scopes: new Set(['tags:manage'] as const) }
    await expect(authorize(lacking, access, request())).rejects.toMatchObject({ kind: 'scopeMissing' })
    await expect(authorize(machine, access, request())).rejects.toMatchObject({ kind: 'limited' })
    await expect(authorize({ ...machine, region: 'eu' }, access, request())).rejects.toMatchObject({
      kind: 'wrongRegion',
    })
    expect(seen.used).toEqual([])
  })

  test('is authorized without an input, counted, and recorded as a use', async () => {
    const { limits, taken } = countingLimits()
    const { authorize, machine, seen } = await openGate(db, { limits })
    const reader = { ...machine, scopes: new Set(['account:read'] as const) }
    const more = { ...access, scopeWith: { includeNames: 'profiles:read' } } as const
    await authorize(reader, more, request())
    expect(taken).toEqual({ programRequests: 1 })
    expect(seen.used).toEqual([reader])
  })

  test('is read-only, and is unproven for a link until that is found', async () => {
    const { authorize, machine, guest, seen } = await openGate(db)
    await authorize(machine, access, request())
    await authorize(guest, { access: 'guest' }, request()).catch(() => {})
    expect(seen.transactions).toEqual([
      { readOnly: true, heavy: false, unproven: false },
      { readOnly: true, heavy: false, unproven: true },
    ])
  })
})
