import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEventSignals } from './event-signals.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => {
  vi.useRealTimers()
})

/** Signals over heads that the test moves, with what each look asked for. */
function openSignals() {
  const heads = new Map([
    ['a', 5],
    ['b', 7],
  ])
  const looks: string[][] = []
  const ending = new AbortController()
  const { signals, note } = createEventSignals(ending.signal, async (accountIds) => {
    looks.push([...accountIds].sort())
    return new Map([...heads].filter(([accountId]) => accountIds.includes(accountId)))
  })
  /** A reader that counts how often it is told to look, until its time is up. */
  function read(accountId: string, client: string, seconds = 20) {
    const reader = { looked: 0, isOver: false }
    const place = signals.enter(accountId, client, seconds)
    const run = async () => {
      while (await place?.next()) reader.looked += 1
      place?.leave()
      reader.isOver = true
    }
    void run()
    return reader
  }
  return { heads, looks, note, read, stop: () => ending.abort() }
}

test('64 readers who wait cost one look of the process every two seconds', async () => {
  const { looks, read } = openSignals()
  for (let reader = 0; reader < 32; reader += 1) read(reader % 2 === 0 ? 'a' : 'b', `client ${reader}`)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(looks).toEqual(Array.from({ length: 5 }, () => ['a', 'b']))
})

test('readers look again when another process has committed an event of their account', async () => {
  const { heads, read } = openSignals()
  const [ofA, ofB] = [read('a', 'one'), read('b', 'two')]
  // What was committed between their own look and the first one of the process.
  await vi.advanceTimersByTimeAsync(2_100)
  expect([ofA.looked, ofB.looked]).toEqual([1, 1])
  await vi.advanceTimersByTimeAsync(6_000)
  expect([ofA.looked, ofB.looked]).toEqual([1, 1])
  heads.set('b', 8)
  await vi.advanceTimersByTimeAsync(2_000)
  expect([ofA.looked, ofB.looked]).toEqual([1, 2])
})

test('readers look again at once when this process has committed an event of their account', async () => {
  const { note, read } = openSignals()
  const [ofA, ofB] = [read('a', 'one'), read('b', 'two')]
  note('a')
  await vi.advanceTimersByTimeAsync(1)
  expect([ofA.looked, ofB.looked]).toEqual([1, 0])
})

test('nothing looks when nobody waits', async () => {
  const { looks, read, stop } = openSignals()
  const readers = [read('a', 'one'), read('b', 'two')]
  await vi.advanceTimersByTimeAsync(2_100)
  stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(readers.map(({ isOver }) => isOver)).toEqual([true, true])
  expect(looks).toEqual([['a', 'b']])
})

test('a look that fails is followed by another one', async () => {
  const ending = new AbortController()
  let looks = 0
  const { signals } = createEventSignals(ending.signal, async () => {
    looks += 1
    if (looks < 3) throw new Error('The database is away')
    return new Map([['a', 1]])
  })
  const place = signals.enter('a', 'one', 20)
  const next = place?.next()
  await vi.advanceTimersByTimeAsync(6_100)
  expect(await next).toBe(true)
  ending.abort()
})
