import { expect, test } from 'vitest'
import { readAgendaSearch, readTeamSearch } from './search.ts'

test('an address names tags or people, as a list or with commas, each once', () => {
  expect(readTeamSearch({ tagIds: ['a1', 'b2', 'a1'] })).toEqual({ tagIds: ['a1', 'b2'] })
  expect(readTeamSearch({ profileIds: 'a1,b2,a1' })).toEqual({ profileIds: ['a1', 'b2'] })
})

test('with both, people are used', () => {
  expect(readTeamSearch({ tagIds: ['t'], profileIds: ['p'] })).toEqual({ profileIds: ['p'] })
})

test('invalid values are dropped, and at most 100 people are requested', () => {
  expect(readTeamSearch({ tagIds: 7, profileIds: ['../x', ''], order: 'best' })).toEqual({})
  const many = Array.from({ length: 130 }, (_, at) => `p${at}`)
  expect(readTeamSearch({ profileIds: many }).profileIds).toHaveLength(100)
  expect(readTeamSearch({ order: '-d' })).toEqual({ order: '-d' })
})

test('a page of a large team is a number from 2 on, and an agenda has none', () => {
  expect(readTeamSearch({ page: 3 })).toEqual({ page: 3 })
  for (const page of [1, 0, -2, 1.5, 'x']) expect(readTeamSearch({ page })).toEqual({})
  expect(readAgendaSearch({ tagIds: ['t'], page: 3 })).toEqual({ tagIds: ['t'] })
})
