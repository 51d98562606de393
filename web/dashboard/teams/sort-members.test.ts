import { expect, test } from 'vitest'
import type { TeamMember } from '../client/types.ts'
import { nextSort, sortMembers } from './sort-members.ts'

const person = (name: string, style?: string, d = 50): TeamMember => ({
  id: name,
  name,
  initials: name,
  quality: null,
  focus: null,
  core: null,
  disc: style ? ({ style, d, i: 50, s: 50, c: 50 } as TeamMember['disc']) : null,
})
const people = [person('Ada', 'SC', 30), person('Bo'), person('Cy', 'DI', 70)]
const names = (sort: Parameters<typeof sortMembers>[1]) => sortMembers(people, sort).map(({ name }) => name)

test('people are sorted by name, style or letter, with missing results last', () => {
  expect(names(undefined)).toEqual(['Ada', 'Bo', 'Cy'])
  expect(names('-name')).toEqual(['Cy', 'Bo', 'Ada'])
  expect(names('style')).toEqual(['Cy', 'Ada', 'Bo'])
  expect(names('d')).toEqual(['Ada', 'Cy', 'Bo'])
  expect(names('-d')).toEqual(['Cy', 'Ada', 'Bo'])
})

test('a column sorts in its natural direction first, then in reverse', () => {
  expect(nextSort('d', undefined)).toBe('-d')
  expect(nextSort('d', '-d')).toBe('d')
  expect(nextSort('style', '-d')).toBe('style')
  expect(nextSort('name', 'style')).toBeUndefined()
  expect(nextSort('name', undefined)).toBe('-name')
})
