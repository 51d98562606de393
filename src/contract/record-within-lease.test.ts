import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recordWithinLease } from './record-within-lease.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('tries again a second later until the outcome is recorded', async () => {
  let away = 3
  const recorded = recordWithinLease(async () => {
    away -= 1
    if (away >= 0) throw new Error('away')
    return 'recorded'
  })
  await vi.advanceTimersByTimeAsync(2_999)
  expect(away).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(await recorded).toBe('recorded')
})

test('rejects after ten rounds, within a lease', async () => {
  let rounds = 0
  const recorded = recordWithinLease(async () => {
    rounds += 1
    throw new Error('away')
  })
  const rejected = expect(recorded).rejects.toThrow('away')
  await vi.advanceTimersByTimeAsync(9_000)
  await rejected
  expect(rounds).toBe(10)
})
