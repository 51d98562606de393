import { beforeEach, describe, expect, test } from 'vitest'
import { type DebriefFixture, openDebriefFixture } from '../../../test/support/debrief-fixture.ts'
import type { Failure } from '../../contract/failure.ts'
import { connect } from '../../database/connect.ts'
import { debriefLimits, recordGeneration } from './limits.ts'

let fixture: DebriefFixture
beforeEach(async () => {
  fixture = await openDebriefFixture({
    isLimited: true,
    debriefModel: { name: 'small-one', dailyBudget: 3, deadlineSeconds: 45 },
  })
})

const noon = Date.parse('2026-11-21T12:00:00Z')

function record(
  writer: 'rules' | 'llm',
  at = noon,
  overrides: Partial<ReturnType<DebriefFixture['preparation']>> = {},
  options: { leavesRoom?: boolean } = {},
) {
  const preparation = fixture.preparation({ now: () => new Date(at), ...overrides })
  return preparation.transact((sql) => recordGeneration({ ...preparation, sql }, writer, options))
}

describe('recordGeneration', () => {
  test('allows ten of thirty concurrent calls over two pools, and refuses the others with a retry time', async () => {
    const other = connect({ connection: fixture.db.connection })
    const transact: ReturnType<DebriefFixture['preparation']>['transact'] = (work) =>
      other.inAccount(fixture.accountId, work)
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_, at) => record('rules', noon, at % 2 ? { transact } : {})),
    )
    await other.close()
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as Failure] : [],
    )
    expect(refused).toHaveLength(20)
    for (const refusal of refused) {
      expect(refusal).toMatchObject({ kind: 'limited', code: 'debrief_limit', retryAfterSeconds: 60 })
    }
    expect(await fixture.generations()).toHaveLength(debriefLimits.account)
  })

  test('counts only the last minute', async () => {
    for (let count = 0; count < 10; count++) await record('rules', noon + count * 1000)
    await expect(record('rules', noon + 59_000)).rejects.toMatchObject({ retryAfterSeconds: 1 })
    expect(await record('rules', noon + 60_000)).toBe('rules')
    await expect(record('rules', noon + 60_000)).rejects.toMatchObject({ retryAfterSeconds: 1 })
  })

  test('assigns the rules once the daily model budget (UTC) is used up, and resets the next day', async () => {
    const installation = { ...fixture.preparation().installation, isLimited: false }
    const writers = []
    for (let count = 0; count < 5; count++) writers.push(await record('llm', noon, { installation }))
    expect(writers).toEqual(['llm', 'llm', 'llm', 'rules', 'rules'])
    expect(await record('llm', Date.parse('2026-11-21T23:59:59.999Z'), { installation })).toBe('rules')
    expect(await record('llm', Date.parse('2026-11-22T00:00:00Z'), { installation })).toBe('llm')
  })

  test('does not count texts by rules against the budget, or per minute if limits are off', async () => {
    const installation = { ...fixture.preparation().installation, isLimited: false }
    for (let count = 0; count < 12; count++) await record('rules', noon, { installation })
    expect(await record('llm', noon, { installation })).toBe('llm')
  })

  test('enforces the daily budget for concurrent calls', async () => {
    const installation = { ...fixture.preparation().installation, isLimited: false }
    const writers = await Promise.all(Array.from({ length: 12 }, () => record('llm', noon, { installation })))
    expect(writers.filter((writer) => writer === 'llm')).toHaveLength(3)
  })

  test('leaves half of the minute and of the budget to people, if nobody asked', async () => {
    const byItself = (writer: 'rules' | 'llm') => record(writer, noon, {}, { leavesRoom: true })
    expect([await byItself('llm'), await byItself('llm'), await record('llm')]).toEqual([
      'llm',
      'rules',
      'llm',
    ])
    for (let count = 3; count < debriefLimits.onCompletion; count++) await byItself('rules')
    await expect(byItself('rules')).rejects.toMatchObject({ code: 'debrief_limit', retryAfterSeconds: 60 })
    for (let count = debriefLimits.onCompletion; count < debriefLimits.account; count++) await record('rules')
    await expect(record('rules')).rejects.toMatchObject({ code: 'debrief_limit' })
  })

  test('deletes entries older than two days', async () => {
    await record('llm', noon - 2 * 86_400_000 - 1)
    await record('llm', noon - 2 * 86_400_000 + 1)
    await record('rules', noon)
    expect(await fixture.generations()).toEqual([{ writer: 'llm' }, { writer: 'rules' }])
  })
})
