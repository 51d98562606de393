import { describe, expect, test } from 'vitest'
import { createAdaptiveLimit } from './adaptive-limit.ts'

const bounds = { start: 20, least: 8, most: 256 }

/** A limit with a clock that moves 10 ms with each request, and how to note many requests. */
function limitWithClock() {
  let time = 0
  const limit = createAdaptiveLimit(bounds, () => time)
  const note = (count: number, milliseconds: number, { kind = 'GET /account', inFlight = 0 } = {}) => {
    for (let at = 0; at < count; at++) {
      time += 10
      limit.noteInFlight(inFlight)
      limit.note(kind, milliseconds)
    }
  }
  return { limit, note }
}

describe('the limit', () => {
  test('stays where it is while few requests are in flight', () => {
    const { limit, note } = limitWithClock()
    note(1_000, 2, { inFlight: 3 })
    expect(limit.current()).toBe(20)
  })

  test('grows while it is used up and requests take no longer', () => {
    const { limit, note } = limitWithClock()
    note(2_000, 2, { inFlight: 256 })
    expect(limit.current()).toBe(256)
  })

  test('shrinks to the least while requests take several times as long as alone', () => {
    const { limit, note } = limitWithClock()
    note(20, 30)
    note(1_000, 400, { inFlight: 20 })
    expect(limit.current()).toBe(8)
  })

  test('takes the shortest time of the same kind, so that slow kinds do not shrink it', () => {
    const { limit, note } = limitWithClock()
    note(20, 2)
    note(1_000, 300, { kind: 'GET /profiles', inFlight: 4 })
    expect(limit.current()).toBe(20)
  })

  test('is back when a kind has become slower for good', () => {
    const { limit, note } = limitWithClock()
    note(20, 30)
    note(1_000, 90, { inFlight: 20 })
    expect(limit.current()).toBe(8)
    note(40_000, 90, { inFlight: 256 })
    expect(limit.current()).toBeGreaterThan(20)
  })
})
