import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test, vi } from 'vitest'
import { createTokenRaces } from './token-race.ts'

function arriveAt({ numberRequest, forRequest }: ReturnType<typeof createTokenRaces>) {
  const answer = Object.assign(new EventEmitter(), { destroyed: false })
  const crossing = forRequest(numberRequest(), answer as unknown as ServerResponse)
  crossing.begin('secret')
  return { ...crossing, leave: () => answer.emit('close'), answer }
}

test('whoever arrives before the answer has left has crossed, whoever arrives after it has not', () => {
  const crossings = createTokenRaces()
  const first = arriveAt(crossings)
  first.won('secret')
  const beside = arriveAt(crossings)
  expect(beside.lost('secret')).toBe(true)
  const slow = arriveAt(crossings)
  first.leave()
  expect(slow.lost('secret')).toBe(true)
  expect(arriveAt(crossings).lost('secret')).toBe(false)
})

test('of late ones that come together, the last to be judged has crossed nobody', () => {
  const crossings = createTokenRaces()
  const first = arriveAt(crossings)
  first.won('secret')
  first.leave()
  const late = [arriveAt(crossings), arriveAt(crossings), arriveAt(crossings)]
  expect(late.map((one) => one.lost('secret'))).toEqual([true, true, false])
})

test('a sender who hung up before the answer has been answered', () => {
  const crossings = createTokenRaces()
  const first = arriveAt(crossings)
  first.answer.destroyed = true
  first.won('secret')
  expect(arriveAt(crossings).lost('secret')).toBe(false)
})

test('an answer that its sender does not take has left after five seconds', () => {
  vi.useFakeTimers()
  try {
    const crossings = createTokenRaces()
    const first = arriveAt(crossings)
    first.won('secret')
    vi.advanceTimersByTime(4_900)
    const beside = arriveAt(crossings)
    vi.advanceTimersByTime(200)
    expect(beside.lost('secret')).toBe(true)
    expect(arriveAt(crossings).lost('secret')).toBe(false)
    const late = arriveAt(crossings)
    first.leave()
    expect(late.lost('secret')).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})

test('another secret is another matter, and the oldest are forgotten', () => {
  const crossings = createTokenRaces(2)
  const first = arriveAt(crossings)
  first.won('secret')
  const other = arriveAt(crossings)
  expect(other.lost('other')).toBe(false)
  other.begin('third')
  other.begin('fourth')
  expect(arriveAt(crossings).lost('secret')).toBe(false)
})
