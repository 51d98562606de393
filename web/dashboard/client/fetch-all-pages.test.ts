import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { fetchAllPages } from './fetch-all-pages.ts'

const { signal } = new AbortController()
const busy = (retryAfterSeconds: number) => new ApiError('Too many.', { status: 429, retryAfterSeconds })

test('reads the pages in order, and retries a page after a 429', async () => {
  const cursors = [undefined, 'b', 'c']
  const requests: (string | undefined)[] = []
  const ask = async (after: string | undefined) => {
    requests.push(after)
    if (requests.length === 2) throw busy(0)
    return { answer: after, next: cursors[cursors.indexOf(after) + 1] }
  }
  const read: (string | undefined)[] = []
  for await (const answer of fetchAllPages(ask, signal)) read.push(answer)
  expect([read, requests]).toEqual([cursors, [undefined, 'b', 'b', 'c']])
})

test('gives up after repeated 429s, at another error, and when it is aborted while it waits', async () => {
  let tries = 0
  const always = async (): Promise<never> => {
    tries += 1
    throw busy(0)
  }
  await expect(fetchAllPages(always, signal).next()).rejects.toThrow('Too many.')
  expect(tries).toBe(6)
  const denied = async (): Promise<never> => Promise.reject(new ApiError('No.', { status: 403 }))
  await expect(fetchAllPages(denied, signal).next()).rejects.toThrow('No.')
  const leave = new AbortController()
  const late = fetchAllPages(async (): Promise<never> => {
    setTimeout(() => leave.abort(new Error('stopped')))
    throw busy(3_600)
  }, leave.signal)
  await expect(late.next()).rejects.toThrow('stopped')
})
