import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Claim, type ClaimLoop, startClaimLoop } from './claim-loop.ts'

const log = { debug() {}, warn() {}, error() {} }

let due: number[]
let isMore: boolean
let limits: number[]
let ends: Map<number, () => void>
let loop: ClaimLoop

beforeEach(async () => {
  vi.useFakeTimers()
  due = []
  isMore = false
  limits = []
  ends = new Map()
  loop = startClaimLoop<number>({
    name: 'test',
    log,
    concurrency: 4,
    async claim(limit): Promise<Claim<number>> {
      limits.push(limit)
      return { claimed: due.splice(0, limit), isMore }
    },
    send: (one) => new Promise((resolve) => ends.set(one, resolve)),
  })
  await pass(50)
  limits.length = 0
})
afterEach(async () => {
  for (const end of ends.values()) end()
  await loop.stop()
  vi.useRealTimers()
})

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const end = async (...ones: number[]) => {
  for (const one of ones) ends.get(one)?.()
  await pass(0)
}

describe('a claim', () => {
  test('follows a commit within milliseconds, and leaves the ends of its requests to one later look', async () => {
    due = [1, 2, 3]
    loop.wake()
    await pass(5)
    expect([limits, [...ends.keys()]]).toEqual([[4], [1, 2, 3]])
    await end(1)
    await end(2, 3)
    await pass(90)
    expect(limits).toEqual([4])
    await pass(20)
    expect(limits).toEqual([4, 4])
  })

  test('serves the commits of five milliseconds', async () => {
    for (let commit = 0; commit < 12; commit += 1) {
      loop.wake()
      await pass(1)
    }
    expect(limits).toHaveLength(2)
  })

  test('follows the end of a request at once if the last one left something', async () => {
    ;[due, isMore] = [[1, 2], true]
    loop.wake()
    await pass(5)
    due = [3]
    await end(1)
    expect([limits, [...ends.keys()]]).toEqual([
      [4, 3],
      [1, 2, 3],
    ])
    expect(loop.isMore()).toBe(true)
  })

  test('waits while the process has no place, and follows the first end', async () => {
    due = [1, 2, 3, 4]
    loop.wake()
    await pass(10)
    due = [5]
    loop.wake()
    await pass(10)
    expect(limits).toEqual([4])
    await end(2)
    expect([limits, [...ends.keys()]]).toEqual([
      [4, 1],
      [1, 2, 3, 4, 5],
    ])
  })

  test('is made every second without any cause', async () => {
    await pass(3_000)
    expect(limits).toHaveLength(3)
  })
})

test('drain resolves once nothing is due and nothing in flight', async () => {
  due = [1, 2, 3, 4, 5]
  const drained = vi.fn()
  loop.drain().then(drained)
  await pass(0)
  await end(1, 2, 3, 4)
  expect([drained.mock.calls.length, [...ends.keys()].at(-1)]).toEqual([0, 5])
  await end(5)
  expect(drained).toHaveBeenCalledOnce()
})
