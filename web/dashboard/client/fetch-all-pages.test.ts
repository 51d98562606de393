import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { fetchAllPages } from './fetch-all-pages.ts'

const { signal } = new AbortController()
const busy = (retryAfterSeconds: number) => new ApiError('Too many.', { status: 429, retryAfterSeconds })

test('reads the pages in order, and retries a page after a 429', async () => {
  const requests: number[] = []
  const ask = async (page: number) => {
    requests.push(page)
    if (requests.length === 2) throw busy(0)
    return { page, pagination: { hasMore: page < 3 } }
  }
  const read: number[] = []
  for await (const { page } of fetchAllPages(ask, signal)) read.push(page)
  expect([read, requests]).toEqual([
    [1, 2, 3],
    [1, 2, 2, 3],
  ])
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
