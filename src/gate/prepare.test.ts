import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { adding, asyncPorts, now, openGate, outcome, request } from '../../test/support/gate.ts'
import { Failure } from '../contract/failure.ts'
import type { Context, PrepareContext } from '../contract/operation.ts'
import type { RequestMetadata } from '../contract/request.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})

const keyed = (idempotencyKey = 'key', facts: Partial<RequestMetadata> = {}) =>
  request({ idempotencyKey, ...facts })

describe('work before the transaction', () => {
  test('gets the checked input, and its result is passed to run', async () => {
    const { gate, machine, seen, accountId } = await openGate(db)
    const received: [unknown, PrepareContext][] = []
    const steps: string[] = []
    const prepare = async (input: unknown, preparation: PrepareContext) => {
      received.push([input, preparation])
      preparation.progress('asking')
      const names = await preparation.transact((sql) => sql.rows('select name from account'))
      await preparation.transact((sql) => sql.run(`update account set name = 'Prepared'`))
      await preparation.systemRead((sql) => sql.rows('select 1'))
      return { name: `prepared for ${JSON.stringify(names)}` }
    }
    const facts = request({ onProgress: (step) => steps.push(step) })
    const run = async ({ account }: Context, { name }: { name: string }) => ({
      resource: { name: `${name} in ${account.name}` },
      changes: [],
    })
    const expected = { name: 'prepared for [{"name":"Northwind"}] in Prepared' }
    expect(await outcome(gate(adding({ prepare, run }), machine, {}, facts))).toEqual(expected)
    const [input, preparation] = received[0] ?? []
    expect(input).toEqual({ name: 'nobody' })
    expect(preparation).toMatchObject({ caller: machine, account: { id: accountId }, ...asyncPorts })
    expect(preparation?.now()).toBe(now)
    expect(preparation?.newId()).toMatch(/^[0-9a-f]{24}$/)
    expect(preparation).not.toHaveProperty('sql')
    expect(steps).toEqual(['asking'])
    const shares = { heavy: false, unproven: false }
    expect(seen.transactions[0]).toEqual({ readOnly: false, ...shares })
    expect(seen.transactions.at(-1)).toEqual({ readOnly: false, ...shares })
    const writing = (preparation as PrepareContext).systemRead((sql) =>
      sql.run('delete from idempotency_key'),
    )
    await expect(writing).rejects.toThrow('read-only')
    expect(() => preparation?.progress('unheard')).not.toThrow()
  })

  test('is skipped if the operation finds its input in the first transaction, which is then the only one', async () => {
    const { gate, machine, seen, audited } = await openGate(db)
    const prepare = async () => ({ name: 'prepared' })
    const withoutPreparation = async (input: Record<string, unknown>, { sql }: Context) => {
      const [row] = await sql.rows<{ name: string }>('select name from account')
      return input.name === 'nobody' ? { name: `read from ${row?.name}` } : undefined
    }
    const operation = adding({ prepare, withoutPreparation })
    expect(await outcome(gate(operation, machine, {}, keyed()))).toEqual({ name: 'read from Northwind' })
    expect(seen.transactions).toHaveLength(1)
    expect(await outcome(gate(operation, machine, {}, keyed()))).toEqual({
      again: { name: 'read from Northwind' },
    })
    expect(seen.transactions).toHaveLength(2)
    expect(await outcome(gate(operation, machine, { name: 'a' }, request()))).toEqual({ name: 'prepared' })
    expect(seen.transactions).toHaveLength(4)
    expect(await audited()).toHaveLength(2)
  })

  test("doesn't wait for its progress callbacks", async () => {
    const { gate, machine } = await openGate(db)
    const prepare = async (_: unknown, { progress }: PrepareContext) => {
      progress('asking')
      return { name: 'unheard' }
    }
    expect(await outcome(gate(adding({ prepare }), machine, {}, request()))).toEqual({ name: 'unheard' })
  })

  test("doesn't run for refused callers, and runs once for a key", async () => {
    const { gate, machine, guest } = await openGate(db)
    let prepared = 0
    const prepare = async () => ({ name: `prepared ${++prepared}` })
    const operation = adding({ prepare })
    const reader = { ...machine, scopes: new Set(['account:read'] as const) }
    expect(await outcome(gate(operation, reader, {}, keyed()))).toBe('scopeMissing insufficient_scope')
    expect(await outcome(gate(operation, machine, { nome: 1 }, keyed()))).toBe('invalid unknown_parameter')
    expect(prepared).toBe(0)
    expect(await outcome(gate(operation, machine, {}, keyed()))).toEqual({ name: 'prepared 1' })
    expect(await outcome(gate(operation, machine, {}, keyed()))).toEqual({ again: { name: 'prepared 1' } })
    expect(prepared).toBe(1)
    const open = adding({ prepare }, { access: 'guest' })
    for (const name of ['prepared 2', 'prepared 3'])
      expect(await outcome(gate(open, guest, {}, keyed()))).toEqual({ name })
  })

  test.each(['23505', '23503'])('that loses a race is a conflict (SQLSTATE %s)', async (state) => {
    const { gate, machine } = await openGate(db)
    const prepare = async (_: unknown, { transact }: PrepareContext) => {
      const text = `do $$ begin raise exception 'refused' using errcode = '${state}'; end $$`
      await transact((sql) => sql.run(text))
      return { name: '' }
    }
    expect(await outcome(gate(adding({ prepare }), machine, {}, request()))).toBe('conflict conflict')
  })

  test("that fails doesn't run twice, and its error is returned", async () => {
    const { gate, machine, seen } = await openGate(db)
    const prepare = async () => {
      throw new Failure('name_differs')
    }
    await expect(gate(adding({ prepare }), machine, {}, request())).rejects.toMatchObject({
      code: 'name_differs',
    })
    expect(seen.transactions).toHaveLength(1)
  })
})
