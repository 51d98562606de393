import { expect, test } from 'vitest'
import { readPeopleSearch } from './search.ts'

test('reads every filter that the address can name (57)', () => {
  const whole = {
    search: 'noor',
    tagIds: ['a1', 'b2'],
    discStyles: ['D', 'SC'],
    state: 'pending',
    isCompleted: false,
    assessmentIds: ['disc', 'core'],
    startedAfter: '2026-11-01',
    startedBefore: '2026-11-21',
    sort: 'nameDown',
    page: 3,
    limit: 100,
  }
  expect(readPeopleSearch(whole)).toEqual(whole)
})

test('reads what somebody wrote by hand: commas, digits and words for numbers', () => {
  expect(
    readPeopleSearch({ tagIds: 'a1,b2,a1', search: 42, page: '2', limit: '50', isCompleted: 'true' }),
  ).toEqual({ tagIds: ['a1', 'b2'], search: '42', page: 2, limit: 50, isCompleted: true })
})

test('leaves out what cannot be, and keeps the rest', () => {
  expect(
    readPeopleSearch({
      search: '',
      tagIds: ['<b>', ''],
      discStyles: ['DD', 'X', 'DIS', 'CI'],
      state: 'all',
      isCompleted: 'perhaps',
      assessmentIds: ['iq'],
      startedAfter: '2026-13-01',
      startedBefore: 'yesterday',
      sort: 'size',
      page: 0.5,
      limit: 1000,
      other: 'x',
    }),
  ).toEqual({ discStyles: ['CI'] })
})
