import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test, vi } from 'vitest'
import { createTokenRaces } from './token-race.ts'

function arriveAt({ numberRequest, forRequest }: ReturnType<typeof createTokenRaces>) {
  const response = Object.assign(new EventEmitter(), { destroyed: false })
  const race = forRequest(numberRequest(), response as unknown as ServerResponse)
  race.begin('secret')
  return { ...race, leave: () => response.emit('close'), response }
}

test('a request is concurrent if it arrived before the response was sent', () => {
  const races = createTokenRaces()
  const first = arriveAt(races)
  first.won('secret')
  const concurrent = arriveAt(races)
  expect(concurrent.lost('secret')).toBe(true)
  const slow = arriveAt(races)
  first.leave()
  expect(slow.lost('secret')).toBe(true)
  expect(arriveAt(races).lost('secret')).toBe(false)
})

test('of late requests that come together, the last one to be judged is not concurrent', () => {
  const races = createTokenRaces()
  const first = arriveAt(races)
  first.won('secret')
  first.leave()
  const late = [arriveAt(races), arriveAt(races), arriveAt(races)]
  expect(late.map((one) => one.lost('secret'))).toEqual([true, true, false])
})

test('a response counts as sent if its client has disconnected', () => {
  const races = createTokenRaces()
  const first = arriveAt(races)
  first.response.destroyed = true
  first.won('secret')
  expect(arriveAt(races).lost('secret')).toBe(false)
})

test('a response that its client does not read counts as sent after five seconds', () => {
  vi.useFakeTimers()
  try {
    const races = createTokenRaces()
    const first = arriveAt(races)
    first.won('secret')
    vi.advanceTimersByTime(4_900)
    const concurrent = arriveAt(races)
    vi.advanceTimersByTime(200)
    expect(concurrent.lost('secret')).toBe(true)
    expect(arriveAt(races).lost('secret')).toBe(false)
    const late = arriveAt(races)
    first.leave()
    expect(late.lost('secret')).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})

test('secrets are tracked separately, and the oldest are dropped', () => {
  const races = createTokenRaces(2)
  const first = arriveAt(races)
  first.won('secret')
  const other = arriveAt(races)
  expect(other.lost('other')).toBe(false)
  other.begin('third')
  other.begin('fourth')
  expect(arriveAt(races).lost('secret')).toBe(false)
})
