import { expect, test } from 'vitest'
import type { TeamMember } from '../client/types.ts'
import { numberTogetherNotes } from './together.ts'

const person = (id: string, score: number, core: string[] | null): TeamMember => ({
  id,
  name: id,
  initials: id,
  quality: 'ok',
  core,
  disc: { style: 'DI', d: 70, i: 60, s: 40, c: 30 },
  focus: {
    organization: {
      score,
      t: 50,
      sem: 3.6,
      level: 'high',
      facets: { prudence: { score: score / 2, t: 40, sem: 5.3, level: 'low' } },
    },
  },
})
const people = [person('ada', 80.4, ['freedom', 'care']), person('bo', 60, ['care', 'wisdom'])]
const noted = (...rests: string[][]) =>
  numberTogetherNotes({ people, together: rests.map((keys, at) => ({ text: `${at}`, rests: keys })) })

test('facts are numbered in the order of the text, and keep their number when repeated', () => {
  const [first, second] = noted(['prudence'], ['disc', 'prudence'])
  expect(first?.notes.map(({ number, label }) => [number, label])).toEqual([[1, 'Prudence']])
  expect(second?.notes.map(({ number, label }) => [number, label])).toEqual([
    [2, 'DISC'],
    [1, 'Prudence'],
  ])
})

test('a fact has a value for each person', () => {
  const words = (key: string) => noted([key])[0]?.notes[0]?.says.map((note) => note.words)
  expect(words('organization')).toEqual(['High, 80', 'High, 60'])
  expect(words('prudence')).toEqual(['Low, 40', 'Low, 30'])
  expect(words('care')).toEqual(['Second value', 'First value'])
  expect(words('disc')).toEqual(['DI', 'DI'])
  expect(words('core')).toEqual([])
})
