import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import {
  adding,
  changed,
  installation,
  now,
  openGate,
  outcome,
  reading,
  request,
} from '../../test/support/gate.ts'
import type { Caller } from '../contract/caller.ts'
import type { Context, Result } from '../contract/operation.ts'
import { insertOutboxRow } from '../domain/outbox/store.ts'

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

describe('a result for a caller without profiles:read', () => {
  const withoutProfilesRead = ({ resource, created }: Result<unknown>, input: unknown) => ({
    name: `${(resource as { name: string }).name} of ${JSON.stringify(input)} ${created}`,
  })
  const writer = { scopes: new Set(['tags:manage', 'account:read'] as const) }

  test('is what withoutProfilesRead returns, from the whole result and the input', async () => {
    const { gate, machine } = await openGate(db)
    const run = async () => ({ resource: { name: 'Ada' }, created: false, changes: [] })
    const came = outcome(
      gate(adding({ run, withoutProfilesRead }), { ...machine, ...writer }, { name: 'a' }, request()),
    )
    expect(await came).toEqual({ name: 'Ada of {"name":"a"} false' })
  })

  test('is stored like that for a repeated key', async () => {
    const { gate, machine } = await openGate(db)
    const operation = adding({ withoutProfilesRead })
    const keyed = request({ idempotencyKey: 'key' })
    const caller = { ...machine, ...writer }
    const expected = { name: 'a of {"name":"a"} undefined' }
    expect(await outcome(gate(operation, caller, { name: 'a' }, keyed))).toEqual(expected)
    expect(await outcome(gate(operation, caller, { name: 'a' }, keyed))).toEqual({ again: expected })
  })

  test('is complete for a caller that has it, and without withoutProfilesRead', async () => {
    const { gate, machine } = await openGate(db)
    const whole = { name: 'a' }
    expect(await outcome(gate(adding({ withoutProfilesRead }), machine, whole, request()))).toEqual(whole)
    expect(await outcome(gate(adding(), { ...machine, ...writer }, whole, request()))).toEqual(whole)
    const read = reading({ withoutProfilesRead })
    expect(await outcome(gate(read, machine, whole, request()))).toEqual(whole)
    expect(await outcome(gate(read, { ...machine, ...writer }, whole, request()))).not.toEqual(whole)
  })
})

describe('an operation runs', () => {
  test('with its caller, account, clock and installation, on the checked input', async () => {
    const { gate, machine, accountId } = await openGate(db)
    const seen: [Context, unknown][] = []
    const run = async (context: Context, input: unknown) => {
      seen.push([context, input])
      const names = await context.sql.rows('select name from account')
      return { resource: names[0], changes: [] }
    }
    const input = () => ({ profileId: 'p' })
    expect(await outcome(gate(adding({ run }), machine, input, request()))).toEqual({ name: 'Northwind' })
    const [context, read] = seen[0] ?? []
    expect(read).toEqual({ name: 'nobody', profileId: 'p' })
    expect(context).toMatchObject({ caller: machine, account: { id: accountId }, installation })
    expect(context?.now()).toBe(now)
    expect(context?.newId()).toMatch(/^[0-9a-f]{24}$/)
  })

  test('and its changes are in the audit log, with name, request and actor', async () => {
    const { gate, machine, accountId, audited } = await openGate(db)
    await gate(adding(), machine, {}, request({ id: 'request-7' }))
    const entry = {
      account_id: accountId,
      action: 'add_thing',
      request_id: 'request-7',
      changes: changed.changes,
    }
    const [target, actor] = [
      { target_type: 'tag', target_id: 'tag' },
      { actor_kind: 'client', actor_id: machine.clientId },
    ]
    expect(await audited()).toMatchObject([{ ...entry, ...target, ...actor }])
  })

  test('and returns nothing of its changes', async () => {
    const { gate, machine } = await openGate(db)
    const run = async () => ({
      resource: { name: 'a' },
      siblings: { total: 1 },
      created: true,
      changes: [changed],
    })
    expect(await gate(adding({ run }), machine, {}, request())).toEqual({
      resource: { name: 'a' },
      siblings: { total: 1 },
      created: true,
    })
  })

  test('in a read-only transaction if it only reads', async () => {
    const { gate, machine, seen, audited } = await openGate(db)
    const run = async ({ sql }: Context) => ({ resource: await sql.run(`update account set name = 'x'`) })
    await expect(gate(reading({ run }), machine, {}, request())).rejects.toThrow('read-only')
    expect(await outcome(gate(reading(), machine, {}, request()))).toEqual({ name: 'nobody' })
    expect(seen.transactions.at(-1)).toEqual({ readOnly: true, heavy: false, unproven: false })
    expect(seen).toMatchObject({ woken: 0, used: [machine] })
    expect(await audited()).toEqual([])
  })

  test('in a share of the connections by what it reads, and for whom', async () => {
    const { gate, machine, guest, seen } = await openGate(db)
    const list = reading({ fields: { limit: z.number().optional() } })
    await gate(list, machine, {}, request())
    await gate(adding({}, { access: 'guest' }), guest, {}, request())
    expect(seen.transactions).toEqual([
      { readOnly: true, heavy: true, unproven: false },
      { readOnly: false, heavy: false, unproven: true },
    ])
  })

  test('and its use is recorded for clients and links only, after it succeeded', async () => {
    const { gate, machine, guest, app, seen } = await openGate(db)
    const delegate = await app()
    const visitor: Caller = { ...guest, kind: 'visitor' }
    await gate(adding({}, { access: 'guest' }), guest, {}, request())
    await gate(adding({}, { access: 'visitor' }), visitor, {}, request())
    await gate(adding(), delegate, {}, request())
    await gate(adding(), machine, {}, request())
    await expect(gate(adding({ run: never }), machine, {}, request())).rejects.toThrow('It ran.')
    expect(seen.used).toEqual([guest, delegate, machine])
  })
})

describe('the outbox', () => {
  const queueing = (after = async () => {}) => ({
    run: async ({ sql, account, newId, now }: Context, { name }: { name: string }) => {
      const row = { accountId: account.id, id: newId(), profileId: null, inviteId: null }
      await insertOutboxRow(sql, {
        ...row,
        messageId: `<${row.id}@here>`,
        content: Buffer.from('m'),
        lane: 1,
        channel: 'email',
        kind: 'security',
        now: now(),
      })
      await after()
      return { resource: { name }, changes: [] }
    },
  })

  test('is woken after an operation that queued a message has committed', async () => {
    let rows: unknown[] = []
    const wakeOutbox = async () => {
      rows = await db.admin('select 1 from outbox where account_id = $1', [accountId])
      ended.resolve()
    }
    const ended = Promise.withResolvers<void>()
    const { gate, machine, accountId } = await openGate(db, { wakeOutbox })
    await gate(adding(queueing()), machine, {}, request())
    await ended.promise
    expect(rows).toHaveLength(1)
  })

  test('is not woken by other operations, failed ones, and stored responses', async () => {
    const { gate, machine, seen } = await openGate(db)
    await gate(adding(), machine, {}, request())
    await gate(reading(), machine, {}, request())
    await expect(gate(adding(queueing(never)), machine, {}, request())).rejects.toThrow('It ran.')
    expect(seen.woken).toBe(0)
    const keyed = request({ idempotencyKey: 'key' })
    await gate(adding(queueing()), machine, {}, keyed)
    await gate(adding(queueing()), machine, {}, keyed)
    expect(seen.woken).toBe(1)
  })
})

describe('concurrent writers', () => {
  test.each(['23505', '23503'])(
    'are a conflict for the second one (SQLSTATE %s), with its cause',
    async (state) => {
      const { gate, machine } = await openGate(db)
      const run = gate(adding({ run: refuse(state) }), machine, {}, request())
      await expect(run).rejects.toMatchObject({
        kind: 'conflict',
        code: 'conflict',
        cause: { code: state },
        message: 'Someone else just changed this. Reload and try again.',
      })
    },
  )

  test.each(['23514', '22012'])('are not assumed for other errors (SQLSTATE %s)', async (state) => {
    const { gate, machine } = await openGate(db)
    const run = gate(adding({ run: refuse(state) }), machine, {}, request())
    await expect(run).rejects.toMatchObject({ code: state })
  })

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['what is no error', { code: '23505' }],
    ['an error without a code', new Error('plain')],
  ])('are not assumed if %s is thrown', async (_, thrown) => {
    const { gate, machine } = await openGate(db)
    const run = async () => {
      throw thrown
    }
    const caught = await gate(adding({ run }), machine, {}, request()).catch((error) => [error])
    expect(caught).toEqual([thrown])
  })
})

describe('a result is validated against its schema', () => {
  const of = async (resource: unknown, checkOutputs = true) => {
    const { gate, machine } = await openGate(db, { checkOutputs })
    return gate(adding({ run: async () => ({ resource, changes: [] }) }), machine, {}, request())
  }

  test.each<[string, unknown]>([
    ['a field too many', { name: 'a', more: 1 }],
    ['none at all', undefined],
    ['null', null],
    ['text of another shape', { readyJson: '{"title":"a"}' }],
    ['a number', 7],
    ['what only JSON would make right', { name: { toJSON: () => 'a' } }],
  ])('%s is reported, and fails', async (_, resource) => {
    await expect(of(resource)).rejects.toThrow(/^add_thing answered outside its schema: \[\s*\{/)
  })

  test('ready JSON is validated by its content', async () => {
    const ready = { readyJson: '{"name":"a"}' }
    expect(await of(ready)).toEqual({ resource: ready })
  })

  test('unless validation is off', async () => {
    expect(await of({ title: 'a' }, false)).toEqual({ resource: { title: 'a' } })
  })
})
