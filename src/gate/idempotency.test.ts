import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import {
  adding,
  countingLimits,
  installation,
  now,
  openGate,
  outcome,
  reading,
  request,
  usedUp,
  within,
} from '../../test/support/gate.ts'
import type { Caller } from '../contract/caller.ts'
import type { Operation } from '../contract/operation.ts'
import type { RequestMetadata } from '../contract/request.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})

const keyed = (idempotencyKey = 'key', facts: Partial<RequestMetadata> = {}) =>
  request({ idempotencyKey, ...facts })

/** Answers with the number of its run. */
function counting() {
  let runs = 0
  return async () => ({ resource: { name: `run ${++runs}` }, changes: [] })
}

/** Starts, and ends on request. */
function slowly() {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let runs = 0
  const run = async () => {
    runs += 1
    begun.resolve()
    await ended.promise
    return { resource: { name: `run ${runs}` }, changes: [] }
  }
  return { run, begun: begun.promise, end: ended.resolve }
}

describe('a second request with the same key', () => {
  test('returns the response of the first, without running', async () => {
    const { gate, machine, audited, seen } = await openGate(db)
    const operation = adding()
    for (const expected of [{ name: 'a' }, { again: { name: 'a' } }])
      expect(await outcome(gate(operation, machine, { name: 'a' }, keyed()))).toEqual(expected)
    expect(await audited()).toHaveLength(1)
    expect(seen.transactions).toEqual(Array(2).fill({ readOnly: false, heavy: false, unproven: false }))
  })

  test('returns it if the first only read, in a transaction that may write', async () => {
    const { gate, machine, seen } = await openGate(db)
    const operation = reading({ run: counting() })
    expect(await outcome(gate(operation, machine, {}, keyed()))).toEqual({ name: 'run 1' })
    expect(await outcome(gate(operation, machine, {}, keyed()))).toEqual({ again: { name: 'run 1' } })
    expect(seen.transactions[0]).toMatchObject({ readOnly: false })
  })

  test('returns it after billing has stopped new work', async () => {
    const { gate, machine, accountId } = await openGate(db)
    const operation = adding({ billed: true, run: counting() })
    await gate(operation, machine, {}, keyed())
    await db.admin(`update account set billing_status = 'unpaid' where id = $1`, [accountId])
    expect(await outcome(gate(operation, machine, {}, keyed()))).toEqual({ again: { name: 'run 1' } })
    expect(await outcome(gate(operation, machine, {}, keyed('new')))).toBe('billing billing_unpaid')
  })

  test.each<[string, Partial<{ name: string; scopes: string[]; operation: string }>]>([
    ['another input', { name: 'b' }],
    ['other scopes', { scopes: ['tags:manage'] }],
    ['another operation', { operation: 'add_other' }],
  ])('409 with %s', async (_, { name = 'a', scopes, operation = 'add_thing' }) => {
    const { gate, machine } = await openGate(db)
    const other = { ...machine, scopes: new Set(scopes ?? machine.scopes) } as Caller
    await gate(adding(), machine, { name: 'a' }, keyed())
    const run = gate({ ...adding(), name: operation } as never, other, { name }, keyed())
    expect(await outcome(run)).toBe('conflict idempotency_key_reused')
  })

  test('400 for a malformed key, before any effect', async () => {
    const { gate, machine, seen } = await openGate(db)
    expect(await outcome(gate(adding(), machine, {}, keyed('no key')))).toBe(
      'invalid invalid_idempotency_key',
    )
    expect(seen).toMatchObject({ woken: 0, used: [] })
  })

  test('runs again if the key is of another client, of another member, or of a visitor', async () => {
    const { gate, machine, otherMachine, guest, app } = await openGate(db)
    const operation = adding({ run: counting() })
    const [one, other] = [await app(), await app()]
    const names: unknown[] = []
    for (const caller of [machine, otherMachine, one, other, one, { ...one, tokenId: 'later' }])
      names.push(await outcome(gate(operation, caller, {}, keyed())))
    const open = adding({ run: operation.run as never }, { access: 'guest' })
    for (const _ of [1, 2]) names.push(await outcome(gate(open, guest, {}, keyed())))
    expect(names).toEqual([
      ...[1, 2, 3, 4].map((run) => ({ name: `run ${run}` })),
      ...Array(2).fill({ again: { name: 'run 3' } }),
      ...[5, 6].map((run) => ({ name: `run ${run}` })),
    ])
  })

  test('is stored with the profile of its response', async () => {
    const { gate, machine, accountId } = await openGate(db)
    const profileId = 'b'.repeat(24)
    await db.admin(
      `insert into profile (account_id, id, created_at, updated_at, state, available_assessments, doc)
       values ($1, $2, now(), now(), 'pending', '{focus}', '{}')`,
      [accountId, profileId],
    )
    await gate(adding(), machine, { profileId }, keyed())
    const kept = 'select profile_id, client_id, created_at from idempotency_key where account_id = $1'
    expect(await db.admin(kept, [accountId])).toEqual([
      { profile_id: profileId, client_id: machine.clientId, created_at: now },
    ])
  })
})

describe('while a request with a key is in progress, another one with it', () => {
  /** What came of the other one while the first was held back; one that is meant to wait is given a quarter second. */
  async function meanwhile(
    ask: (setup: Awaited<ReturnType<typeof openGate>>) => Promise<[Operation, Caller, RequestMetadata]>,
    { limits = countingLimits(), isMeantToWait = false } = {},
  ) {
    const setup = await openGate(db, { limits: limits.limits })
    const first = slowly()
    const running = outcome(setup.gate(adding({ run: first.run }), setup.machine, {}, keyed()))
    await first.begun
    const [operation, caller, facts] = await ask(setup)
    const other = outcome(setup.gate(operation, caller, {}, facts))
    const waited = new Promise((resolve) => setTimeout(resolve, 250, 'waits'))
    const came = await (isMeantToWait ? Promise.race([other, waited]) : other)
    const transactions = setup.seen.transactions.length
    first.end()
    expect(await running).toEqual({ name: 'run 1' })
    return { came, later: await other, transactions, ...limits }
  }

  test('waits, counted and without a transaction, and returns the same response', async () => {
    const reported: unknown[] = []
    const facts = keyed('key', { onRateLimit: (allowance) => reported.push(allowance) })
    const { came, later, transactions, taken } = await meanwhile(
      async ({ machine }) => [adding() as never, machine, facts],
      { isMeantToWait: true },
    )
    expect([came, later]).toEqual(['waits', { again: { name: 'run 1' } }])
    expect(transactions).toBe(1)
    expect([taken, reported]).toEqual([{ programRequests: 2 }, [within]])
  })

  test('waits too if the key is quoted', async () => {
    const { came } = await meanwhile(async ({ machine }) => [adding() as never, machine, keyed('"key"')], {
      isMeantToWait: true,
    })
    expect(came).toBe('waits')
  })

  test("doesn't wait for another key or another caller's", async () => {
    const run = async () => ({ resource: { name: 'mine' }, changes: [] })
    const requests = [
      async ({ machine }) => [adding({ run }), machine, keyed('other')],
      async ({ otherMachine }) => [adding({ run }), otherMachine, keyed()],
      async ({ app }) => [adding({ run }), await app(), keyed()],
      async ({ guest }) => [adding({ run }, { access: 'guest' }), guest, keyed()],
      async ({ machine }) => [adding({ run }), machine, request()],
    ] as Parameters<typeof meanwhile>[0][]
    for (const ask of requests) expect((await meanwhile(ask)).came).toEqual({ name: 'mine' })
  })

  test("doesn't wait behind a link, which is charged instead of a client", async () => {
    const { limits, taken } = countingLimits()
    const { gate, guest } = await openGate(db, { limits })
    const first = slowly()
    const running = gate(adding({ run: first.run }, { access: 'guest' }), guest, {}, keyed())
    await first.begun
    const other = adding({}, { access: 'guest' })
    expect(await outcome(gate(other, guest, { name: 'mine' }, keyed()))).toEqual({ name: 'mine' })
    first.end()
    await running
    expect(taken).toEqual({ unknownLinks: 2 })
  })

  test('403 immediately without the scope, and is not counted', async () => {
    const { came, taken } = await meanwhile(async ({ machine }) => [
      adding() as never,
      { ...machine, scopes: new Set(['account:read'] as const) },
      keyed(),
    ])
    expect(came).toBe('scopeMissing insufficient_scope')
    expect(taken).toEqual({ programRequests: 1 })
  })

  test('400 immediately for a malformed key', async () => {
    const { came } = await meanwhile(async ({ machine }) => [adding() as never, machine, keyed('no key')])
    expect(came).toBe('invalid invalid_idempotency_key')
  })

  test('429 immediately after the rate limit is reached', async () => {
    let allowance = within
    const limits = countingLimits()
    const changing = { ...limits.limits, programRequests: async () => allowance }
    const { came } = await meanwhile(
      async ({ machine }) => {
        allowance = usedUp
        return [adding() as never, machine, keyed()]
      },
      { limits: { ...limits, limits: changing } },
    )
    expect(came).toBe('limited rate_limited')
  })
})

test("keys are stored as MACs under the installation's secret key only", async () => {
  const { gate, machine, accountId } = await openGate(db)
  await gate(adding(), machine, {}, keyed('plain-key'))
  const rows = await db.admin('select * from idempotency_key where account_id = $1', [accountId])
  expect(JSON.stringify(rows)).not.toContain('plain-key')
  const { stored } = await storedResponse(accountId, machine.clientId)
  expect(stored).toEqual({ resource: { name: 'nobody' } })
})

describe('a stored response', () => {
  const siblings = { created: true }
  const operation = adding({ run: async () => ({ resource: { name: 'a' }, siblings, changes: [] }) })

  test('is readable for earlier releases, which call the siblings beside', async () => {
    const { gate, machine, accountId } = await openGate(db)
    await gate(operation, machine, {}, keyed())
    const { stored } = await storedResponse(accountId, machine.clientId)
    expect(stored).toEqual({ resource: { name: 'a' }, beside: siblings })
    expect(await gate(operation, machine, {}, keyed())).toEqual({
      resource: { name: 'a' },
      siblings,
      replayed: true,
    })
  })

  test('of an earlier release is replayed with its siblings', async () => {
    const { gate, machine, accountId } = await openGate(db)
    await gate(operation, machine, {}, keyed())
    const { key, place } = await storedResponse(accountId, machine.clientId)
    const earlier = { resource: { name: 'b' }, beside: { pagination: { page: 1 } }, created: false }
    await db.admin('update idempotency_key set answer_sealed = $3 where account_id = $1 and key = $2', [
      accountId,
      key,
      installation.secretKey.seal(JSON.stringify(earlier), place),
    ])
    expect(await gate(operation, machine, {}, keyed())).toEqual({
      resource: { name: 'b' },
      siblings: { pagination: { page: 1 } },
      created: false,
      replayed: true,
    })
  })
})

/** The one stored response of an account, opened. */
async function storedResponse(accountId: string, clientId: string) {
  const [row] = await db.admin('select key, answer_sealed from idempotency_key where account_id = $1', [
    accountId,
  ])
  const place = `idempotency_key:${accountId}:${clientId}:${row?.key}` as const
  const text = installation.secretKey.unseal(row?.answer_sealed, place).toString()
  return { key: row?.key, place, stored: JSON.parse(text) }
}
