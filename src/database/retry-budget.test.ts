import { expect, test } from 'vitest'
import { createRetryBudget } from './retry-budget.ts'

function open(random = () => 1) {
  const clock = { now: 0 }
  return { clock, budget: createRetryBudget({ now: () => clock.now, random, deadlineMilliseconds: 5_000 }) }
}

test('a transaction is tried three times more, with pauses that grow by chance', () => {
  const trying = open().budget.begin()
  expect([trying.next(), trying.next(), trying.next(), trying.next()]).toEqual([30, 90, 270, undefined])
  const calm = open(() => 0).budget.begin()
  expect([calm.next(), calm.next()]).toEqual([10, 10])
})

test('no try begins after the deadline', () => {
  const { clock, budget } = open()
  const trying = budget.begin()
  clock.now = 4_980
  expect(trying.next()).toBeUndefined()
})

test('when everything fails, one transaction in ten is repeated', () => {
  const { budget } = open()
  let repeated = 0
  for (let count = 0; count < 1_000; count += 1) if (budget.begin().next() !== undefined) repeated += 1
  expect(repeated).toBe(149)
})
