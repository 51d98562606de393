import { expect, test } from 'vitest'
import { goalSpread, isReached, measureRow } from './measure.ts'
import { linesOf } from './report.ts'
import { medianWithin, type Row, rateOf, type Sample, type Side, tailWithin } from './row.ts'

/** A side that measures these rates, one a round, and times that follow from them. */
function side(name: string, rates: readonly number[], failures?: Sample['failures']): Side {
  let round = -1
  return {
    name,
    async run() {
      const perSecond = rates[round++] ?? 1
      return { perSecond, p50: 1_000 / perSecond, p99: 3_000 / perSecond, failures }
    },
  }
}

const rounds = { count: 3, milliseconds: 1 }

test('a ratio is of the same round, and its median counts', async () => {
  const row: Row = {
    path: 'row',
    sides: [side('service', [100, 400, 90]), side('peer', [200, 500, 300])],
    goals: [rateOf(0.5, 'peer'), medianWithin(2, 'peer'), tailWithin(3, 'peer'), rateOf(100), rateOf(101)],
  }
  const samples = await measureRow(row, rounds)
  expect(goalSpread(row, samples, rateOf(0.5, 'peer'))).toEqual({ median: 0.5, lowest: 0.3, highest: 0.8 })
  expect(row.goals.map((goal) => isReached(row, samples, goal))).toEqual([true, true, false, true, false])
})

test('a row whose requests fail reaches nothing, and says what came instead', async () => {
  const row: Row = { path: 'row', sides: [side('service', [9, 9, 9], { 503: 2 })], goals: [rateOf(1)] }
  const samples = await measureRow(row, rounds)
  expect(isReached(row, samples, rateOf(1))).toBe(false)
  expect(linesOf(row, samples).join()).toContain('**no**: 6 × 503')
})

test('up to 1 in 100 requests may fail, and are shown', async () => {
  const few = (sent: number): Side => ({
    ...side('service', []),
    run: async () => ({ perSecond: 9, sent, failures: { 503: 1 } }),
  })
  const row: Row = { path: 'row', sides: [few(100)], goals: [rateOf(1)] }
  expect(linesOf(row, await measureRow(row, rounds)).join()).toContain('yes (3 × 503)')
  const failing: Row = { ...row, sides: [few(99)] }
  expect(linesOf(failing, await measureRow(failing, rounds)).join()).toContain('**no**: 3 × 503')
})

test('a peer that is not there is named as such, and one that refuses requests stops the row', async () => {
  const absent: Row = { path: 'row', sides: [side('service', [1, 1, 1])], goals: [rateOf(1, 'peer')] }
  const samples = await measureRow(absent, rounds)
  expect(isReached(absent, samples, rateOf(1, 'peer'))).toBeUndefined()
  expect(linesOf(absent, samples).join()).toContain('peer: not available')
  const refusing = { ...absent, sides: [...absent.sides, side('peer', [1, 1, 1], { 400: 1 })] }
  await expect(measureRow(refusing, rounds)).rejects.toThrow('peer refused requests')
})
