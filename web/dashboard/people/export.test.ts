import { expect, test } from 'vitest'
import { ApiError } from '../client/api-error.ts'
import { exportPeople } from './export.ts'
import type { PeopleAnswer, PeopleQuery } from './queries.ts'

/** Pages of two people each. Some people are on two pages. */
function pagesOf(...pages: string[][]) {
  const requests: PeopleQuery[] = []
  const total = new Set(pages.flat()).size
  const ask = async (query: PeopleQuery) => {
    requests.push(query)
    const page = query.page ?? 1
    const profiles = (pages[page - 1] ?? []).map((id) => ({ id, customIds: [], firstName: id.toUpperCase() }))
    return { profiles, pagination: { total, hasMore: page < pages.length } } as unknown as PeopleAnswer
  }
  return { ask, requests }
}

const signal = new AbortController().signal

test('writes all filtered pages into one file, each person once', async () => {
  const { ask, requests } = pagesOf(['a', 'b'], ['b', 'c'], ['d'])
  const seen: number[][] = []
  const { file, count } = await exportPeople([{ search: 'x', limit: 25, page: 3 }], {
    ask,
    signal,
    onProgress: (...now) => seen.push(now),
  })
  const lines = (await file.text()).trimEnd().split('\r\n')
  expect(lines.map((line) => line.split(',')[1])).toEqual(['firstName', 'A', 'B', 'C', 'D'])
  expect(count).toBe(4)
  expect(seen).toEqual([
    [2, 4],
    [3, 4],
    [4, 4],
  ])
  expect(requests.map(({ search, limit, page }) => [search, limit, page])).toEqual([
    ['x', 100, 1],
    ['x', 100, 2],
    ['x', 100, 3],
  ])
  expect([...new Uint8Array(await file.arrayBuffer())].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf])
})

test('waits as long as the service asks, and stops when aborted', async () => {
  const { ask } = pagesOf(['a'])
  let refusals = 2
  const busy = async (query: PeopleQuery) => {
    if (refusals-- > 0) throw new ApiError('Too many.', { status: 429, retryAfterSeconds: 0 })
    return ask(query)
  }
  const onProgress = () => {}
  expect((await exportPeople([{}], { ask: busy, signal, onProgress })).count).toBe(1)
  const leave = new AbortController()
  leave.abort(new Error('stopped'))
  await expect(exportPeople([{}], { ask, signal: leave.signal, onProgress })).rejects.toThrow('stopped')
  const broken = async () => {
    throw new ApiError('No.', { status: 403 })
  }
  await expect(exportPeople([{}], { ask: broken, signal, onProgress })).rejects.toThrow('No.')
})
