import { describe, expect, test } from 'vitest'
import { startStopwatch } from './stopwatch.ts'

/** A stopwatch with a fake clock that ticks every second, like the page. */
function setUp() {
  let now = 0
  const stopwatch = startStopwatch(() => now, 'session')
  stopwatch.turnTo('focus')
  return {
    stopwatch,
    pass(seconds: number) {
      for (let second = 0; second < seconds; second++) {
        now += 1000
        stopwatch.tick()
      }
    },
    jump(seconds: number) {
      now += seconds * 1000
      stopwatch.tick()
    },
    counted() {
      const { activeSeconds, idleSeconds, inactiveSeconds } = stopwatch.readings()[0] ?? {}
      return [activeSeconds, idleSeconds, inactiveSeconds]
    },
  }
}

describe('stopwatch', () => {
  test('2 s, a key, 50 s: 32 active, 20 idle', () => {
    const { stopwatch, pass, counted } = setUp()
    pass(2)
    stopwatch.input()
    pass(50)
    expect(counted()).toEqual([32, 20, 0])
  })

  test('then 20 s hidden, a key and 5 s, and an hour asleep', () => {
    const { stopwatch, pass, jump, counted } = setUp()
    pass(2)
    stopwatch.input()
    pass(50)
    stopwatch.attend(false)
    pass(20)
    expect(counted()).toEqual([32, 20, 20])
    stopwatch.attend(true)
    stopwatch.input()
    pass(5)
    expect(counted()).toEqual([37, 20, 20])
    jump(3600)
    expect(counted()).toEqual([37, 20, 3620])
  })

  test('one long gap is the same as many ticks', () => {
    const { jump, counted } = setUp()
    jump(100)
    expect(counted()).toEqual([30, 70, 0])
  })

  test('every second is in exactly one bucket, however often it is read', () => {
    const { stopwatch, pass, jump } = setUp()
    pass(7)
    stopwatch.readings()
    jump(0.4)
    stopwatch.input()
    jump(61.6)
    stopwatch.attend(false)
    jump(500)
    const { activeSeconds = 0, idleSeconds = 0, inactiveSeconds = 0 } = stopwatch.readings()[0] ?? {}
    expect(activeSeconds + idleSeconds + inactiveSeconds).toBe(569)
  })

  test('counts each assessment separately, and nothing between two of them', () => {
    const { stopwatch, pass } = setUp()
    pass(3)
    stopwatch.turnTo(undefined)
    pass(10)
    stopwatch.turnTo('core')
    stopwatch.input()
    pass(4)
    expect(stopwatch.readings().map(({ assessment, activeSeconds }) => [assessment, activeSeconds])).toEqual([
      ['focus', 3],
      ['core', 4],
    ])
  })

  test('returns the time since the last input', () => {
    const { stopwatch, pass } = setUp()
    pass(9)
    stopwatch.input()
    pass(4)
    expect(stopwatch.quietMs()).toBe(4000)
  })
})
