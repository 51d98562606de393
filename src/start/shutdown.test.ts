import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { createShutdown } from './shutdown.ts'

afterEach(() => {
  vi.useRealTimers()
})

function shutdownWithLog() {
  const warnings: object[] = []
  const stopped: string[] = []
  const shutdown = createShutdown({ warn: (fields: unknown) => void warnings.push(fields as object) })
  return { shutdown, warnings, stopped }
}

test('steps run in the reverse order of their first registration, also for parts that start later', async () => {
  const { shutdown, stopped } = shutdownWithLog()
  shutdown.add('database', 'database', async () => {
    await setTimeout(5)
    stopped.push('database')
  })
  shutdown.add('workers', 'outbox', async () => {
    await setTimeout(5)
    stopped.push('outbox')
  })
  shutdown.add('requests', 'http', () => stopped.push('http'))
  shutdown.add('workers', 'sweep', () => stopped.push('sweep'))
  const stop = shutdown.release()
  await shutdown[Symbol.asyncDispose]()
  expect(stopped).toEqual([])
  expect(await stop()).toEqual([])
  expect(stopped).toEqual(['http', 'sweep', 'outbox', 'database'])
})

test('a start that fails stops what has started, and keeps its error', async () => {
  const { shutdown, stopped } = shutdownWithLog()
  async function start() {
    await using starting = shutdown
    starting.add('database', 'database', () => stopped.push('database'))
    starting.add('workers', 'outbox', () => stopped.push('outbox'))
    throw new Error('planted')
  }
  await expect(start()).rejects.toThrow('planted')
  expect(stopped).toEqual(['outbox', 'database'])
})

test('a step that hangs is cut off after its share, one that fails is named, and the others still run', async () => {
  vi.useFakeTimers()
  const { shutdown, warnings, stopped } = shutdownWithLog()
  shutdown.add('database', 'database', () => stopped.push('database'))
  shutdown.add('workers', 'outbox', () => {
    throw new Error('planted')
  })
  shutdown.add('requests', 'http', () => new Promise(() => {}))
  const stop = shutdown.release()
  const failed = stop()
  await vi.advanceTimersByTimeAsync(4_900)
  expect(stopped).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(stopped).toEqual(['database'])
  expect(await failed).toEqual(['requests', 'workers'])
  expect(warnings).toMatchObject([
    { step: 'requests', err: { message: 'It took longer than 5 s' } },
    { step: 'workers', err: { message: 'planted' } },
  ])
})

test('stopping twice runs each step once', async () => {
  const { shutdown, stopped } = shutdownWithLog()
  shutdown.add('database', 'database', () => stopped.push('database'))
  const stop = shutdown.release()
  await Promise.all([stop(), stop()])
  expect(stopped).toEqual(['database'])
})
