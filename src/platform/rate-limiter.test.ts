import { describe, expect, test } from 'vitest'
import { createRateLimiter } from './rate-limiter.ts'

/** A limiter with a manual clock in milliseconds. */
function limiter(burst: number, perSecond: number) {
  const clock = { now: 0 }
  const take = createRateLimiter({ limit: 'test', burst, perSecond, now: () => clock.now })
  /** Seconds to wait, or 0 if the request is allowed. */
  const wait = (key = 'one'): number => {
    const { isWithin, nextInSeconds } = take(key)
    return isWithin ? 0 : nextInSeconds
  }
  return { clock, wait }
}

describe('createRateLimiter', () => {
  test('allows a burst of requests, and no more', () => {
    const { wait } = limiter(3, 1)
    expect([wait(), wait(), wait(), wait()]).toEqual([0, 0, 0, 1])
  })

  test('allows the sustained rate indefinitely', () => {
    const { clock, wait } = limiter(5, 10)
    let passed = 0
    for (clock.now = 0; clock.now < 10_000; clock.now += 20) passed += wait() === 0 ? 1 : 0
    expect(passed).toBeGreaterThanOrEqual(104)
    expect(passed).toBeLessThanOrEqual(106)
  })

  test('says when to retry, and then allows it', () => {
    const { clock, wait } = limiter(1, 0.1)
    expect(wait()).toBe(0)
    expect(wait()).toBe(10)
    clock.now = 9_999
    expect(wait()).toBeGreaterThan(0)
    clock.now = 20_000
    expect(wait()).toBe(0)
  })

  test('does not punish refused requests', () => {
    const { clock, wait } = limiter(1, 1)
    wait()
    for (clock.now = 0; clock.now < 999; clock.now += 1) wait()
    clock.now = 1_001
    expect(wait()).toBe(0)
  })

  test('never holds more than a full bucket', () => {
    const { clock, wait } = limiter(2, 1)
    wait()
    clock.now = 1_000_000
    expect([wait(), wait(), wait()]).toEqual([0, 0, 1])
  })

  test('counts each key separately', () => {
    const { wait } = limiter(1, 1)
    expect([wait('one'), wait('two'), wait('one')]).toEqual([0, 0, 1])
  })

  test('tracks 50000 keys, and drops the least recently used one', () => {
    const { wait } = limiter(1, 0.001)
    wait('first')
    wait('second')
    wait('first')
    for (let key = 0; key < 49_999; key += 1) wait(`key ${key}`)
    expect(wait('first')).toBeGreaterThan(0)
    expect(wait('second')).toBe(0)
  })
})
