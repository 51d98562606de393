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

describe('a caller is refused before anything is done', () => {
  test('421 whose account lives elsewhere, before the database is asked', async () => {
    const { gate, machine, seen } = await openGate(db)
    const run = gate(adding({ run: never }), { ...machine, region: 'eu' }, {}, request())
    expect(await outcome(run)).toBe('wrongRegion other_region')
    expect(seen).toEqual({ used: [], committed: 0, transactions: [] })
  })

  test('503 for an app, before the database is asked, where revocations were not heard of', async () => {
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
    expect(seen.committed).toBe(expected ? 0 : 1)
  })

  test('403 for a member whose sign-in is too old, by the clock of the gate', async () => {
    const { gate, app } = await openGate(db)
    const { accountId, region, memberId } = await app()
    const access = { access: 'member', roles: ['owner'], signIn: 'recent' }
    const came = (milliseconds: number) => {
      const at = new Date(now.getTime() - milliseconds).toISOString()
      const member: MemberCaller = {
        ...{ kind: 'member', accountId, region, memberId },
        signIn: { at, byPasskey: true },
      }
      return outcome(gate(adding({}, access), member, { name: 'a' }, request()))
    }
    expect(await came(900_000)).toEqual({ name: 'a' })
    expect(await came(900_001)).toBe('forbidden sign_in_too_old')
  })

  test('429 with an allowance that is used up, before the input is looked at', async () => {
    const { limits } = countingLimits(usedUp)
    const { gate, machine } = await openGate(db, { limits })
    const told: unknown[] = []
    const facts = request({ onRateLimit: (allowance) => told.push(allowance) })
    const read = () => {
      throw new Error('It was read.')
    }
    const run = gate(adding({ run: never }), machine, read, facts)
    await expect(run).rejects.toMatchObject({ kind: 'limited', retryAfterSeconds: 3 })
    expect(told).toEqual([usedUp])
  })

  test('400 for an input of another shape, after it was counted', async () => {
    const { limits, taken } = countingLimits()
    const { gate, machine } = await openGate(db, { limits })
    const run = gate(adding({ run: never, billed: true }), machine, { nome: 'a' }, request())
    expect(await outcome(run)).toBe('invalid unknown_parameter')
    expect(taken).toEqual({ programRequests: 1 })
  })
})

describe('a request counts once', () => {
  test('and is told so, although the database runs it again after a conflict', async () => {
    const { limits, taken } = countingLimits()
    const { gate, machine } = await openGate(db, { limits })
    const told: unknown[] = []
    let tries = 0
    const run = async (context: Context) => {
      if (++tries < 3) await refuse('40001')(context)
      return { resource: { name: 'done' }, changes: [] }
    }
    const facts = request({ onRateLimit: (allowance) => told.push(allowance) })
    expect(await outcome(gate(adding({ run }), machine, {}, facts))).toEqual({ name: 'done' })
    expect(tries).toBe(3)
    expect(taken).toEqual({ programRequests: 1 })
    expect(told).toEqual([within])
  })

  test('with a key and with work before its transaction too', async () => {
    const { limits, taken } = countingLimits()
    const { gate, machine } = await openGate(db, { limits })
    const prepare = async () => ({ name: 'prepared' })
    await gate(adding({ prepare }), machine, {}, request({ idempotencyKey: 'key' }))
    expect(taken).toEqual({ programRequests: 1 })
  })

  test('and nobody is told where nothing limits', async () => {
    const { gate, machine } = await openGate(db)
    const told: unknown[] = []
    await gate(adding(), machine, {}, request({ onRateLimit: (allowance) => told.push(allowance) }))
    expect(told).toEqual([])
  })
})
