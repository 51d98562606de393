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
    const at = Number(query.after ?? 0)
    const profiles = (pages[at] ?? []).map((id) => ({ id, customIds: [], firstName: id.toUpperCase() }))
    const answer = { profiles, pagination: { total } } as unknown as PeopleAnswer
    return { answer, next: at + 1 < pages.length ? String(at + 1) : undefined }
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
  expect(requests.map(({ search, limit, page, after }) => [search, limit, page, after])).toEqual([
    ['x', 100, undefined, undefined],
    ['x', 100, undefined, '1'],
    ['x', 100, undefined, '2'],
  ])
  expect([...new Uint8Array(await file.arrayBuffer())].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf])
})

test('keeps every line of a long list, in order', async () => {
  const pages = Array.from({ length: 60 }, (_, page) =>
    Array.from({ length: 100 }, (_, at) => `p${page}-${at}`),
  )
  const { file, count } = await exportPeople([{}], {
    ask: pagesOf(...pages).ask,
    signal,
    onProgress: () => {},
  })
  const ids = (await file.text())
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(',')[0])
  expect(count).toBe(6_000)
  expect(ids.slice(1)).toEqual(pages.flat())
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
