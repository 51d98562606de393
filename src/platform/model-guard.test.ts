import { describe, expect, test } from 'vitest'
import type { AskModel, ModelAnswer, ModelQuestion } from '../contract/ports.ts'
import { guardModel } from './model-guard.ts'

const question: ModelQuestion = { system: '', user: '', answer: { name: 'a', schema: {} } }
const never = new AbortController().signal
const good: ModelAnswer = { text: 'x', model: 'm' }
const down: ModelAnswer = { failed: 'unreachable' }

/** A model that answers when the test says so. */
function openHeldModel() {
  const open: ((answer: ModelAnswer) => void)[] = []
  const ask: AskModel = () => new Promise((resolve) => open.push(resolve))
  return { ask, open }
}

describe('guardModel', () => {
  test('limits concurrent questions, queues some in order, and refuses the others', async () => {
    const { ask, open } = openHeldModel()
    const guarded = guardModel(ask, { atOnce: 2, queued: 1 })
    const [one, two, three, four] = [1, 2, 3, 4].map(() => guarded(question, never))
    expect(await four).toEqual({ failed: 'limited', retryAfterSeconds: 15, unasked: true })
    expect(open).toHaveLength(2)
    open[0]?.(good)
    expect(await one).toBe(good)
    await expect.poll(() => open.length).toBe(3)
    open[1]?.(good)
    open[2]?.(good)
    expect(await Promise.all([two, three])).toEqual([good, good])
  })

  test('each of several instances asks its part of the questions, and one at least', async () => {
    const { ask, open } = openHeldModel()
    let instances = 3
    const guarded = guardModel(ask, { atOnce: 4, queued: 5, instances: () => instances })
    const asked = [1, 2, 3, 4].map(() => guarded(question, never))
    await expect.poll(() => open.length).toBe(1)
    instances = 2
    open[0]?.(good)
    await expect.poll(() => open.length).toBe(3)
    instances = 9
    open[1]?.(good)
    await asked[1]
    expect(open).toHaveLength(3)
    open[2]?.(good)
    await expect.poll(() => open.length).toBe(4)
    open[3]?.(good)
    expect(await Promise.all(asked)).toEqual([good, good, good, good])
  })

  test('a caller who leaves the queue uses no slot', async () => {
    const { ask, open } = openHeldModel()
    const guarded = guardModel(ask, { atOnce: 1, queued: 2 })
    const leaving = new AbortController()
    const first = guarded(question, never)
    const second = guarded(question, leaving.signal)
    const third = guarded(question, never)
    leaving.abort()
    expect(await second).toEqual({ failed: 'timeout' })
    open[0]?.(good)
    await first
    await expect.poll(() => open.length).toBe(2)
    open[1]?.(good)
    expect(await third).toBe(good)
    expect(await guarded(question, AbortSignal.abort())).toEqual({ failed: 'timeout' })
  })

  test('does not ask a model after five consecutive failures, and tries again after half a minute', async () => {
    let time = 0
    let calls = 0
    let answer: ModelAnswer = down
    const ask: AskModel = () => {
      calls += 1
      return Promise.resolve(answer)
    }
    const guarded = guardModel(ask, { now: () => time })
    for (let count = 0; count < 5; count++) expect(await guarded(question, never)).toBe(down)
    time = 10_000
    expect(await guarded(question, never)).toEqual({
      failed: 'unreachable',
      retryAfterSeconds: 20,
      unasked: true,
    })
    expect(calls).toBe(5)
    time = 30_000
    expect(await guarded(question, never)).toBe(down)
    expect(await guarded(question, never)).toEqual({
      failed: 'unreachable',
      retryAfterSeconds: 30,
      unasked: true,
    })
    time = 60_000
    answer = good
    expect(await guarded(question, never)).toBe(good)
    answer = down
    expect(await guarded(question, never)).toBe(down)
    expect(await guarded(question, never)).toBe(down)
  })

  test('refusals and unreadable answers of a model do not count as an outage', async () => {
    let calls = 0
    const ask: AskModel = () => {
      calls += 1
      return Promise.resolve(calls % 2 ? { failed: 'refused' } : { failed: 'unreadable' })
    }
    const guarded = guardModel(ask)
    for (let count = 0; count < 12; count++) await guarded(question, never)
    expect(calls).toBe(12)
  })

  test('an unexpected error frees the slot', async () => {
    const guarded = guardModel(() => Promise.reject(new Error('ours')), { atOnce: 1, queued: 0 })
    for (const _ of [1, 2]) await expect(guarded(question, never)).rejects.toThrow('ours')
  })
})
