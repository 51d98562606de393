import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
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
import type { Context } from '../contract/operation.ts'
import type { Database, ReadReplica } from '../contract/ports.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})

/** A replica that is as new as the primary, or whatever is said of it. */
function pretendedReplica(
  database: Database,
  { isUsable = true, isBehind = false }: { isUsable?: boolean; isBehind?: boolean } = {},
) {
  const asked: unknown[] = []
  const readReplica: ReadReplica = {
    isUsable: () => isUsable,
    position: async (sql) => BigInt((await sql.row<{ seven: number }>('select 7 as seven'))?.seven ?? 0),
    async inAccount(accountId, position, work, options) {
      asked.push({ accountId, position, ...options })
      if (isBehind) return undefined
      return { value: await database.inAccount(accountId, work, { readOnly: true }) }
    },
  }
  return { asked, database: { ...database, readReplica } }
}

const people = { scope: 'profiles:read' } as const

async function openReplicated(
  state?: Parameters<typeof pretendedReplica>[1],
  changes: Parameters<typeof openGate>[1] = {},
) {
  // The gate of the fixture counts transactions of the primary; those of the replica don't pass there.
  const replica = pretendedReplica(db.database, state)
  const primary: unknown[] = []
  const database: Database = {
    ...replica.database,
    inAccount(accountId, work, options) {
      primary.push(options)
      return db.database.inAccount(accountId, work, options)
    },
  }
  const opened = await openGate(db, { ...changes, database })
  return { ...opened, asked: replica.asked, primary }
}

describe('a read of people', () => {
  test('is authorized by the primary and answered by the replica', async () => {
    const { gate, machine, seen, asked, primary, accountId } = await openReplicated()
    expect(await outcome(gate(reading({}, people), machine, { name: 'Ada' }, request()))).toEqual({
      name: 'Ada',
    })
    expect(asked).toEqual([{ accountId, position: 7n, heavy: false }])
    expect(primary).toEqual([{ readOnly: true, unproven: false }])
    expect(seen.used).toEqual([machine])
  })

  test('has the same context wherever it is answered', async () => {
    for (const isUsable of [true, false]) {
      const { gate, machine, accountId } = await openReplicated({ isUsable })
      const run = async ({ sql, caller, account, sees, now: clock, newId, installation: place }: Context) => {
        const [own] = await sql.rows<{ id: string }>('select id from account')
        expect({ own, caller, sees, now: clock(), place }).toEqual({
          own: { id: accountId },
          caller: machine,
          sees: 'everyone',
          now,
          place: installation,
        })
        expect([account.id, newId().length]).toEqual([accountId, 24])
        return { resource: { name: 'Ada' } }
      }
      expect(await outcome(gate(reading({ run }, people), machine, {}, request()))).toEqual({ name: 'Ada' })
    }
  })

  test('of many people is heavy for the replica only', async () => {
    const { gate, machine, asked, primary } = await openReplicated()
    const list = reading(
      { fields: { limit: z.number().optional() } },
      { scope: ['profiles:read', 'tags:manage'] },
    )
    await gate(list, machine, {}, request())
    expect(asked).toMatchObject([{ heavy: true }])
    expect(primary).toEqual([{ readOnly: true, unproven: false }])
  })

  test('counts once against a limit, wherever it is answered', async () => {
    for (const isBehind of [true, false]) {
      const { limits, taken } = countingLimits(within)
      const { gate, machine } = await openReplicated({ isBehind }, { limits })
      await gate(reading({}, people), machine, {}, request())
      expect(Object.values(taken)).toEqual([1])
    }
  })

  test('is answered by the primary, once, if the replica is behind', async () => {
    let runs = 0
    const run = async () => {
      runs += 1
      return { resource: { name: 'Ada' } }
    }
    const { gate, machine, seen, asked } = await openReplicated({ isBehind: true })
    expect(await outcome(gate(reading({ run }, people), machine, {}, request()))).toEqual({ name: 'Ada' })
    expect([runs, asked.length, seen.used.length]).toEqual([1, 1, 1])
  })

  test.each([
    ['without the scope', 'scopeMissing insufficient_scope', { scopes: new Set() }],
    ['of a revoked client', 'unauthenticated token_invalid', { clientId: 'm2m_gone' }],
    ['in another region', 'wrongRegion other_region', { region: 'eu' }],
  ])('%s is refused before the replica is used', async (_, refusal, changes) => {
    const { gate, machine, asked } = await openReplicated()
    const run = gate(reading({}, people), { ...machine, ...changes } as typeof machine, {}, request())
    expect(await outcome(run)).toBe(refusal)
    expect(asked).toEqual([])
  })

  test('beyond a limit, or with a bad input, is refused before the replica is used', async () => {
    const { limits } = countingLimits(usedUp)
    const limited = await openReplicated({}, { limits })
    const beyond = limited.gate(reading({}, people), limited.machine, {}, request())
    await expect(beyond).rejects.toMatchObject({ kind: 'limited' })
    const { gate, machine, asked } = await openReplicated()
    const bad = gate(reading({}, people), machine, { name: 7 }, request())
    await expect(bad).rejects.toMatchObject({ kind: 'invalid' })
    expect([...asked, ...limited.asked]).toEqual([])
  })

  test('fails as it would on the primary', async () => {
    const { gate, machine, asked } = await openReplicated()
    const run = async () => {
      throw new Error('It failed.')
    }
    await expect(gate(reading({ run }, people), machine, {}, request())).rejects.toThrow('It failed.')
    expect(asked).toHaveLength(1)
  })
})

describe('the primary answers', () => {
  const prepare = async (input: object) => input
  test.each([
    ['what needs another scope', reading()],
    ['what needs another scope besides', reading({}, { scope: ['profiles:read', 'account:read'] })],
    ['what writes', adding({}, { scope: 'profiles:read' })],
    ['what prepares', reading({ prepare: prepare as never }, people)],
    ['what is marked', reading({}, { ...people, onlyFromPrimary: true })],
    ['what any token may call', reading({}, { access: 'anyToken' })],
  ])('%s', async (_, operation) => {
    const { gate, machine, asked } = await openReplicated()
    expect(await outcome(gate(operation, machine, {}, request()))).toEqual({ name: 'nobody' })
    expect(asked).toEqual([])
  })

  test('reads with an idempotency key, whose response is stored', async () => {
    const { gate, machine, asked } = await openReplicated()
    await gate(reading({}, people), machine, {}, request({ idempotencyKey: 'one' }))
    expect(asked).toEqual([])
  })

  test('while the replica is away, in one transaction', async () => {
    const { gate, machine, asked, primary } = await openReplicated({ isUsable: false })
    await gate(reading({}, people), machine, {}, request())
    expect(asked).toEqual([])
    expect(primary).toEqual([{ readOnly: true, heavy: false, unproven: false }])
  })

  test('links, whatever they read', async () => {
    const { gate, guest, asked } = await openReplicated()
    await gate(reading({}, { access: 'guest' }), guest, {}, request())
    expect(asked).toEqual([])
  })

  test('coaches, whose limit is read together with the people', async () => {
    const { gate, app, asked } = await openReplicated()
    const coach = await app()
    await db.admin(`update member set role = 'coach' where id = $1`, [coach.memberId])
    const caller = { ...coach, scopes: new Set(['profiles:read'] as const) }
    const sees: string[] = []
    const run = async (context: Context) => {
      sees.push(context.sees)
      return { resource: { name: 'Ada' } }
    }
    await gate(reading({ run }, { ...people, coaches: 'theirTeams' }), caller, {}, request())
    expect([asked, sees]).toEqual([[], ['teams']])
  })
})

test('an app of a member who is no coach reads from the replica', async () => {
  const { gate, app, asked } = await openReplicated()
  await gate(reading({}, people), await app(), {}, request())
  expect(asked).toHaveLength(1)
})
