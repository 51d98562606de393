import { expect, test } from 'vitest'
import { settledRequest, usageRequest } from './request.ts'
import { readUsageSearch } from './search.ts'

test.each([
  [{}, {}],
  [
    { period: 'year', interval: 'month' },
    { period: 'year', interval: 'month' },
  ],
  [{ period: 'decade', interval: 'hour' }, {}],
  [
    { period: 'custom', from: '2026-10-01', to: '2026-10-31' },
    { period: 'custom', from: '2026-10-01', to: '2026-10-31' },
  ],
  [{ period: 'custom', from: '2026-10-31', to: '2026-10-01' }, {}],
  [{ period: 'custom', from: '2026-02-30', to: '2026-10-01' }, {}],
  [{ from: '2026-10-01', to: '2026-10-31' }, {}],
])('%j is read as %j', (params, search) => {
  expect(readUsageSearch(params)).toEqual(search)
})

test.each([
  [
    { from: '2026-02-01', to: '2026-03-02' },
    { from: '2026-02-01', to: '2026-02-27' },
  ],
  [{ from: '2026-02-01', to: '2026-02-27' }, 'same'],
  [{ from: '2026-02-28', to: '2026-03-02' }, undefined],
])('without the last three days, %j is %j', (days, expected) => {
  expect(settledRequest({ ...days, timeZone: 'UTC' }, '2026-03-02')).toEqual(
    typeof expected === 'object' ? { ...expected, timeZone: 'UTC' } : expected,
  )
})

test('the API is asked for days that end today, or for those that were chosen', () => {
  const ask = (search: object) => usageRequest(readUsageSearch({ ...search }), '2026-03-02', 'Europe/Berlin')
  expect(ask({})).toEqual({ from: '2026-02-01', to: '2026-03-02', timeZone: 'Europe/Berlin' })
  expect(ask({ period: 'week', interval: 'day' })).toEqual({
    from: '2026-02-24',
    to: '2026-03-02',
    interval: 'day',
    timeZone: 'Europe/Berlin',
  })
  expect(ask({ period: 'custom', from: '2026-01-01', to: '2026-01-31' })).toMatchObject({
    from: '2026-01-01',
    to: '2026-01-31',
  })
})
