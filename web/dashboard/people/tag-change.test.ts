import { expect, test } from 'vitest'
import { changed, changesFor, countTags, doneWords, inverse, plannedWords } from './tag-change.ts'

const leads = { id: 'l', label: 'Leads', color: 'emerald' }
const field = { id: 'f', label: 'Field', color: 'orange' }
const people = [
  { id: 'a', tags: [leads] },
  { id: 'b', tags: [leads, field] },
  { id: 'c', tags: [] },
]
const wishes = new Map([
  ['l', true],
  ['f', false],
])

test('names who gets a tag and who loses it, and nobody else (66)', () => {
  expect(changesFor(wishes, [leads, field], people)).toEqual([
    { tag: leads, add: ['c'], remove: [] },
    { tag: field, add: [], remove: ['b'] },
  ])
  expect(changesFor(new Map([['l', true]]), [leads], people.slice(0, 2))).toEqual([])
  expect(countTags(people)).toEqual(
    new Map([
      ['l', 2],
      ['f', 1],
    ]),
  )
})

test('changes people and, taken back, leaves everybody as they were (64, 76)', () => {
  const changes = changesFor(wishes, [leads, field], people)
  const after = people.map((one) => changed(one, changes))
  expect(after.map(({ tags }) => tags.map(({ id }) => id))).toEqual([['l'], ['l'], ['l']])
  expect(after[0]).toBe(people[0])
  expect(after.map((one) => changed(one, inverse(changes)))).toEqual(people)
})

test('says what was done in words', () => {
  expect(doneWords({ tag: leads, add: ['a', 'b', 'c'], remove: [] })).toBe('Leads added to 3 people')
  expect(doneWords({ tag: field, add: [], remove: ['b'] })).toBe('Field removed from 1 person')
  expect(plannedWords({ tag: field, add: [], remove: ['b'] })).toBe('Remove Field from 1 person')
})
