import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { countingLimits, openGate, usedUp } from '../../test/support/gate.ts'
import type { RecalledTaker, TakerCaller } from '../contract/caller.ts'
import { Failure } from '../contract/failure.ts'
import { operation } from '../contract/operation.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})

/** An operation whose quick way does names that begin with `quick`. */
const rename = operation({
  name: 'rename_self',
  summary: 'Tries the gate.',
  access: 'taker',
  reveals: 'own',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  input: z.strictObject({ name: z.string() }),
  output: z.strictObject({ way: z.string() }),
  quick: {
    suits: ({ name }) => name !== 'unfit',
    run: async (_, { input }) => (input.name.startsWith('quick') ? { way: 'quick' } : undefined),
  },
  run: async () => ({ resource: { way: 'ordinary' }, changes: [] }),
})

async function openQuick(settings: Parameters<typeof openGate>[1] = {}) {
  const opened = await openGate(db, settings)
  const recalled: TakerCaller = {
    kind: 'taker',
    accountId: opened.accountId,
    region: 'us',
    profileId: 'p'.repeat(24),
    inviteId: 'i',
    channel: 'email',
    purpose: 'taking',
    sessionStartedAt: '',
    visibility: { through: '', fields: 'all' },
  }
  const found: string[] = []
  const taker: RecalledTaker = {
    recalled,
    sessionHash: Buffer.alloc(32),
    find: async () => {
      found.push('found')
      return recalled
    },
  }
  return { ...opened, taker, found }
}

const request = { id: 'request' }

test('a recalled person goes the quick way, in one transaction that is sent at once', async () => {
  const { gate, taker, found, seen } = await openQuick()
  expect(await gate(rename, taker, { name: 'quick' }, request)).toEqual({ resource: { way: 'quick' } })
  expect([found, seen.transactions]).toEqual([[], [{ atOnce: true }]])
})

test.each(['ordinary', 'unfit'])('and the ordinary way with an input that is %s', async (name) => {
  const limits = countingLimits()
  const { gate, taker, found } = await openQuick({ limits: limits.limits })
  expect((await gate(rename, taker, { name }, request)).resource).toEqual({ way: 'ordinary' })
  expect(found).toHaveLength(1)
  expect(limits.taken).toEqual({ personRequests: 1 })
})

test('beyond the rate limit nothing is done: 429, counted once', async () => {
  const limits = countingLimits(usedUp)
  const { gate, taker } = await openQuick({ limits: limits.limits })
  await expect(gate(rename, taker, { name: 'quick' }, request)).rejects.toMatchObject({
    code: 'rate_limited',
  })
  expect(limits.taken).toEqual({ personRequests: 1 })
})

test('an ended session is refused before the rate limit and the input are looked at', async () => {
  const { gate, taker } = await openQuick({ limits: countingLimits(usedUp).limits })
  const find = async () => {
    throw new Failure('unauthenticated', { message: 'The session has ended.' })
  }
  const outcome = gate(rename, { ...taker, find }, { wrong: true }, request)
  await expect(outcome).rejects.toMatchObject({ code: 'unauthenticated' })
})
