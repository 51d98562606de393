import { beforeEach, describe, expect, test } from 'vitest'
import { type DebriefFixture, openDebriefFixture } from '../../../test/support/debrief-fixture.ts'
import type { Failure } from '../../contract/failure.ts'
import { connect } from '../../database/connect.ts'
import { debriefLimits, recordGeneration } from './limits.ts'

let desk: DebriefFixture
beforeEach(async () => {
  desk = await openDebriefFixture({
    isLimited: true,
    debriefModel: { name: 'small-one', dailyBudget: 3, deadlineSeconds: 45 },
  })
})

const noon = Date.parse('2026-11-21T12:00:00Z')

function take(
  writer: 'rules' | 'llm',
  at = noon,
  changes: Partial<ReturnType<DebriefFixture['preparation']>> = {},
) {
  const preparation = desk.preparation({ now: () => new Date(at), ...changes })
  return preparation.transact((sql) => recordGeneration({ ...preparation, sql }, writer))
}

describe('takeGeneration', () => {
  test('lets ten of thirty at once through, over two pools, and tells the others when to come again', async () => {
    const other = connect({ connection: desk.db.connection })
    const transact: ReturnType<DebriefFixture['preparation']>['transact'] = (work) =>
      other.inAccount(desk.accountId, work)
    const taken = await Promise.allSettled(
      Array.from({ length: 30 }, (_, at) => take('rules', noon, at % 2 ? { transact } : {})),
    )
    await other.close()
    const refused = taken.flatMap((one) => (one.status === 'rejected' ? [one.reason as Failure] : []))
    expect(refused).toHaveLength(20)
    for (const refusal of refused) {
      expect(refusal).toMatchObject({ kind: 'limited', code: 'debrief_limit', retryAfterSeconds: 60 })
    }
    expect(await desk.generations()).toHaveLength(debriefLimits.account)
  })

  test('counts the last minute and no more', async () => {
    for (let count = 0; count < 10; count++) await take('rules', noon + count * 1000)
    await expect(take('rules', noon + 59_000)).rejects.toMatchObject({ retryAfterSeconds: 1 })
    expect(await take('rules', noon + 60_000)).toBe('rules')
    await expect(take('rules', noon + 60_000)).rejects.toMatchObject({ retryAfterSeconds: 1 })
  })

  test('gives the model its number a day (UTC), then the rules write; a new day begins anew', async () => {
    const site = { ...desk.preparation().site, isLimited: false }
    const writers = []
    for (let count = 0; count < 5; count++) writers.push(await take('llm', noon, { site }))
    expect(writers).toEqual(['llm', 'llm', 'llm', 'rules', 'rules'])
    expect(await take('llm', Date.parse('2026-11-21T23:59:59.999Z'), { site })).toBe('rules')
    expect(await take('llm', Date.parse('2026-11-22T00:00:00Z'), { site })).toBe('llm')
  })

  test('counts the texts of the rules against nobody’s budget, and minutes not at all where nothing is limited', async () => {
    const site = { ...desk.preparation().site, isLimited: false }
    for (let count = 0; count < 12; count++) await take('rules', noon, { site })
    expect(await take('llm', noon, { site })).toBe('llm')
  })

  test('lets the budget of a day hold for calls at once too', async () => {
    const site = { ...desk.preparation().site, isLimited: false }
    const writers = await Promise.all(Array.from({ length: 12 }, () => take('llm', noon, { site })))
    expect(writers.filter((writer) => writer === 'llm')).toHaveLength(3)
  })

  test('forgets what is older than two days', async () => {
    await take('llm', noon - 2 * 86_400_000 - 1)
    await take('llm', noon - 2 * 86_400_000 + 1)
    await take('rules', noon)
    expect(await desk.generations()).toEqual([{ writer: 'llm' }, { writer: 'rules' }])
  })
})
