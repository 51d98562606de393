import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import {
  adding,
  countingLimits,
  now,
  openGate,
  outcome,
  reading,
  request,
  site,
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

/** Begins, and ends when it is told to. */
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
  test('is given the answer of the first, and is done by nobody', async () => {
    const { gate, machine, audited, seen } = await openGate(db)
    const operation = adding()
    for (const expected of [{ name: 'a' }, { again: { name: 'a' } }])
      expect(await outcome(gate(operation, machine, { name: 'a' }, keyed()))).toEqual(expected)
    expect(await audited()).toHaveLength(1)
    expect(seen.transactions).toEqual(Array(2).fill({ readOnly: false, heavy: false, unproven: false }))
  })

  test('is given it where the first only read, which takes a transaction that may write', async () => {
    const { gate, machine, seen } = await openGate(db)
    const operation = reading({ run: counting() })
    expect(await outcome(gate(operation, machine, {}, keyed()))).toEqual({ name: 'run 1' })
    expect(await outcome(gate(operation, machine, {}, keyed()))).toEqual({ again: { name: 'run 1' } })
    expect(seen.transactions[0]).toMatchObject({ readOnly: false })
    expect(seen.committed).toBe(2)
  })

  test('is given it after billing has stopped new work, which a new one is not', async () => {
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

  test('400 where it is no key, before anything is done', async () => {
    const { gate, machine, seen } = await openGate(db)
    expect(await outcome(gate(adding(), machine, {}, keyed('no key')))).toBe(
      'invalid invalid_idempotency_key',
    )
    expect(seen).toMatchObject({ committed: 0, used: [] })
  })

  test('is done again where the key is of another client, another member, or of nobody', async () => {
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

  test('is kept beside the profile that the answer is about', async () => {
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

describe('while a request with a key is under way, another with it', () => {
  /** What came of the other one while the first was held back; one that is meant to wait is given a quarter second. */
  async function meanwhile(
    ask: (stage: Awaited<ReturnType<typeof openGate>>) => Promise<[Operation, Caller, RequestMetadata]>,
    { limits = countingLimits(), isMeantToWait = false } = {},
  ) {
    const stage = await openGate(db, { limits: limits.limits })
    const first = slowly()
    const running = outcome(stage.gate(adding({ run: first.run }), stage.machine, {}, keyed()))
    await first.begun
    const [operation, caller, facts] = await ask(stage)
    const other = outcome(stage.gate(operation, caller, {}, facts))
    const waited = new Promise((resolve) => setTimeout(resolve, 250, 'waits'))
    const came = await (isMeantToWait ? Promise.race([other, waited]) : other)
    const transactions = stage.seen.transactions.length
    first.end()
    expect(await running).toEqual({ name: 'run 1' })
    return { came, later: await other, transactions, ...limits }
  }

  test('waits, counted and without a transaction, and is given the same answer', async () => {
    const told: unknown[] = []
    const facts = keyed('key', { onRateLimit: (allowance) => told.push(allowance) })
    const { came, later, transactions, taken } = await meanwhile(
      async ({ machine }) => [adding() as never, machine, facts],
      { isMeantToWait: true },
    )
    expect([came, later]).toEqual(['waits', { again: { name: 'run 1' } }])
    expect(transactions).toBe(1)
    expect([taken, told]).toEqual([{ programRequests: 2 }, [within]])
  })

  test('waits too where the key stands in quotation marks', async () => {
    const { came } = await meanwhile(async ({ machine }) => [adding() as never, machine, keyed('"key"')], {
      isMeantToWait: true,
    })
    expect(came).toBe('waits')
  })

  test('waits for nothing where the key is another or of somebody else', async () => {
    const run = async () => ({ resource: { name: 'mine' }, changes: [] })
    const asked = [
      async ({ machine }) => [adding({ run }), machine, keyed('other')],
      async ({ otherMachine }) => [adding({ run }), otherMachine, keyed()],
      async ({ app }) => [adding({ run }), await app(), keyed()],
      async ({ guest }) => [adding({ run }, { access: 'guest' }), guest, keyed()],
      async ({ machine }) => [adding({ run }), machine, request()],
    ] as Parameters<typeof meanwhile>[0][]
    for (const ask of asked) expect((await meanwhile(ask)).came).toEqual({ name: 'mine' })
  })

  test('waits for nothing where both are behind a link, which is charged and not a program', async () => {
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

  test('is refused at once without the scope, and not counted', async () => {
    const { came, taken } = await meanwhile(async ({ machine }) => [
      adding() as never,
      { ...machine, scopes: new Set(['account:read'] as const) },
      keyed(),
    ])
    expect(came).toBe('scopeMissing insufficient_scope')
    expect(taken).toEqual({ programRequests: 1 })
  })

  test('is refused at once where it is no key', async () => {
    const { came } = await meanwhile(async ({ machine }) => [adding() as never, machine, keyed('no key')])
    expect(came).toBe('invalid invalid_idempotency_key')
  })

  test('is refused at once with an allowance that is used up', async () => {
    let allowance = within
    const limits = countingLimits()
    const changing = { ...limits.limits, programRequests: () => allowance }
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

test('keys are kept under the secret key of the installation alone', async () => {
  const { gate, machine, accountId } = await openGate(db)
  await gate(adding(), machine, {}, keyed('plain-key'))
  const rows = await db.admin('select * from idempotency_key where account_id = $1', [accountId])
  expect(JSON.stringify(rows)).not.toContain('plain-key')
  const [row] = rows
  const place = `idempotency_key:${accountId}:${machine.clientId}:${row?.key}` as const
  expect(JSON.parse(site.secretKey.unseal(row?.answer_sealed, place).toString())).toEqual({
    resource: { name: 'nobody' },
  })
})
