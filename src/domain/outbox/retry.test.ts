import { expect, test } from 'vitest'
import { secondsUntilRetry } from './retry.ts'

test('waits 1 s, 5 s, 30 s, 2 min and 10 min, then an hour for 24 times, then gives up', () => {
  const waits: number[] = []
  for (let attempts = 1; ; attempts += 1) {
    const wait = secondsUntilRetry(attempts)
    if (wait === undefined) break
    waits.push(wait)
  }
  expect(waits).toEqual([1, 5, 30, 120, 600, ...Array(24).fill(3600)])
})
