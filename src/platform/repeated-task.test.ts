import { expect, test, vi } from 'vitest'
import { startRepeatedTask } from './repeated-task.ts'

const never = { everyMilliseconds: 2 ** 30 }
const log = { warn: () => {} }

test('the work runs immediately, and again on request, never concurrently', async () => {
  let [busy, maxBusy, times] = [0, 0, 0]
  const work = async () => {
    busy += 1
    maxBusy = Math.max(maxBusy, busy)
    await new Promise((resolve) => setImmediate(resolve))
    times += 1
    busy -= 1
  }
  const repeated = startRepeatedTask('test', work, { ...never, log })
  await Promise.all([repeated.runNow(), repeated.runNow()])
  expect([times, maxBusy]).toEqual([3, 1])
  await repeated.stop()
})

test('it repeats, and a failure is logged and does not stop it', async () => {
  const logged: string[] = []
  let times = 0
  const enough = Promise.withResolvers<void>()
  const work = async () => {
    times += 1
    if (times === 3) enough.resolve()
    throw new Error('out of order')
  }
  const warn = (_: object, message: string) => logged.push(message)
  const repeated = startRepeatedTask('test', work, { everyMilliseconds: 1, log: { warn } })
  await enough.promise
  await repeated.stop()
  expect(logged.slice(0, 3)).toEqual(Array(3).fill('test failed'))
})

test('stopping aborts the current run, waits for it, and starts no more', async () => {
  let times = 0
  const started = Promise.withResolvers<void>()
  const work = (signal: AbortSignal) => {
    times += 1
    started.resolve()
    return new Promise<void>((resolve) => signal.addEventListener('abort', () => setTimeout(resolve, 5)))
  }
  const repeated = startRepeatedTask('test', work, { ...never, log })
  await started.promise
  void repeated.runNow()
  await repeated.stop()
  await repeated.runNow()
  expect(times).toBe(1)
})

test.each([
  ['throws', async () => Promise.reject(new Error('away'))],
  ['returns false', async () => false],
])('after work that %s it retries soon, doubling the delay each time', async (_, fail) => {
  vi.useFakeTimers()
  const times: number[] = []
  const startedAt = Date.now()
  const work = async () => {
    times.push(Date.now() - startedAt)
    return times.length < 6 ? fail() : true
  }
  const repeated = startRepeatedTask('test', work, { everyMilliseconds: 1_000, retryMilliseconds: 100, log })
  try {
    await vi.advanceTimersByTimeAsync(2_900)
    await repeated.stop()
  } finally {
    vi.useRealTimers()
  }
  expect(times).toEqual([0, 100, 300, 700, 1_000, 2_000])
})
