import { expect, test } from 'vitest'
import {
  applyChanges,
  applyToTag,
  changesFor,
  changeTo,
  countTags,
  invertChanges,
  tagCalls,
} from './tag-change.ts'
import { peopleTagTexts, personTagTexts, plannedText, tagMembersTexts } from './tag-change-texts.ts'

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
const changes = changesFor(wishes, [leads, field], people)
const whole = {
  ...leads,
  color: 'emerald' as const,
  profileCount: 2,
  createdAt: '2026-11-18T10:00:00.000Z',
  updatedAt: '2026-11-18T10:00:00.000Z',
}

test('contains who gets a tag and who loses it, and no one else', () => {
  expect(changes).toEqual([
    { tag: leads, add: ['c'], remove: [] },
    { tag: field, add: [], remove: ['b'] },
  ])
  expect(changesFor(new Map([['l', true]]), [leads], people.slice(0, 2))).toEqual([])
  expect([...countTags(people)]).toEqual([
    ['l', 2],
    ['f', 1],
  ])
})

test('changes people, and undo restores everyone', () => {
  const after = people.map((person) => applyChanges(person, changes))
  expect(after.map(({ tags }) => tags.map(({ id }) => id))).toEqual([['l'], ['l'], ['l']])
  expect(after[0]).toBe(people[0])
  expect(after.map((one) => applyChanges(one, invertChanges(changes)))).toEqual(people)
})

test('changes the people of a tag by additions and removals, not by the whole set', () => {
  const change = changeTo(
    whole,
    new Map([
      ['c', true],
      ['a', false],
    ]),
  )
  expect(change).toEqual({ tag: leads, add: ['c'], remove: ['a'] })
  expect(tagCalls([change])).toEqual([
    { tag: leads, add: ['c'], remove: [] },
    { tag: leads, add: [], remove: ['a'] },
  ])
  // Someone else added two people to the tag meanwhile.
  const now = { ...whole, profileCount: 4 }
  const more = { ...change, add: ['c', 'e'] }
  expect(applyToTag(now, [change]).profileCount).toBe(4)
  expect(applyToTag(now, [more]).profileCount).toBe(5)
  expect(applyToTag(applyToTag(now, [more]), invertChanges([more]))).toEqual(now)
  expect(applyToTag(now, [{ tag: field, add: ['c'], remove: [] }])).toBe(now)
})

test('describes a change before, after, and if it was refused', () => {
  expect(changes.map(plannedText)).toEqual(['Add Leads to 1 person', 'Remove Field from 1 person'])
  expect(personTagTexts.done(changes)).toBe('Added Leads, removed Field.')
  expect(peopleTagTexts.done(changes)).toBe('Leads added to 1 person. Field removed from 1 person.')
  expect(tagMembersTexts('Leads', 2).done(changes.slice(0, 1))).toBe('“Leads” now has 3 people.')
  expect(personTagTexts.refused(changes, true)).toBe('The tags are as they were.')
  expect(personTagTexts.refused(changes.slice(1), false)).toBe(
    'Field could not be changed and stays as before.',
  )
  expect(peopleTagTexts.refused(changes, true)).toBe('Leads, Field could not be changed and stay as before.')
})
