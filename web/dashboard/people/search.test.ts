import { expect, test } from 'vitest'
import { readPeopleSearch } from './search.ts'

const [one, other] = ['6920318e4b1a0c7d2e8f5a63', '6920318e4b1a0c7d2e8f5a64']

test('reads every filter from the address', () => {
  const whole = {
    search: 'noor',
    tagIds: [one, other],
    discStyles: ['D', 'SC'],
    state: 'pending',
    isCompleted: false,
    status: 'sent',
    qualityOutcomes: ['caution'],
    assessmentIds: ['disc', 'core'],
    startedAfter: '2026-11-01',
    startedBefore: '2026-11-21',
    sort: 'nameDown',
    page: 3,
    limit: 100,
  }
  expect(readPeopleSearch(whole)).toEqual(whole)
})

test('parses hand-written values: commas, digits and words for numbers', () => {
  expect(
    readPeopleSearch({
      tagIds: `${one},${other},${one}`,
      search: 42,
      page: '2',
      limit: '50',
      isCompleted: 'true',
    }),
  ).toEqual({ tagIds: [one, other], search: '42', page: 2, limit: 50, isCompleted: true })
})

test('drops invalid values and keeps the rest', () => {
  expect(
    readPeopleSearch({
      search: '',
      tagIds: ['<b>', 'a1', ''],
      discStyles: ['DD', 'X', 'DIS', 'CI'],
      state: 'all',
      isCompleted: 'perhaps',
      status: 'done',
      qualityOutcomes: ['ok'],
      assessmentIds: ['iq'],
      startedAfter: '2026-13-01',
      startedBefore: '2026-02-31',
      sort: 'size',
      page: 0.5,
      limit: 1000,
      other: 'x',
    }),
  ).toEqual({ discStyles: ['CI'] })
})
