import { performance } from 'node:perf_hooks'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inQuietMoment } from './quiet-moment.ts'

let utilization = 0
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  vi.spyOn(performance, 'eventLoopUtilization').mockImplementation(() => ({
    idle: 0,
    active: 0,
    utilization,
  }))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('work waits for a second in which there is little to do, and is done once', () => {
  const work = vi.fn(async () => {})
  utilization = 0.4
  inQuietMoment(work)
  vi.advanceTimersByTime(60_000)
  expect(work).not.toHaveBeenCalled()
  utilization = 0.05
  vi.advanceTimersByTime(1_000)
  expect(work).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(60_000)
  expect(work).toHaveBeenCalledOnce()
})

test('work is not done by a process that stops', () => {
  const work = vi.fn(async () => {})
  utilization = 0
  inQuietMoment(work).stop()
  vi.advanceTimersByTime(60_000)
  expect(work).not.toHaveBeenCalled()
})

test('an error of the work is nobody’s', async () => {
  utilization = 0
  inQuietMoment(async () => {
    throw new Error('planted')
  })
  await vi.advanceTimersByTimeAsync(1_000)
})
