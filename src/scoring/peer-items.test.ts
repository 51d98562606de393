import { expect, test } from 'vitest'
import { peerItems, peerMeans } from './peer-items.ts'

const all = (value: number) => Object.fromEntries(peerItems.map(({ n }) => [n, value]))

test('the means of peers turn statements that mean less, leave out what could not be said, and need three', () => {
  expect(peerMeans([all(5), all(5)])).toBeUndefined()
  expect(peerMeans([all(5), all(5), all(5)])?.stability).toBe(3)
  const calm = { ...all(3), 5: 5, 10: 1 }
  const traits = Object.fromEntries(peerItems.map(({ trait }) => [trait, 3]))
  expect(peerMeans([calm, calm, { ...calm, 5: 2, 10: 0 }])).toEqual({ ...traits, stability: 4 })
  // The third can't say anything about one trait: the person has no mean of any, so that all are of the same people.
  expect(peerMeans([calm, calm, { ...calm, 5: 0, 10: 0 }])).toBeUndefined()
  for (const trait of new Set(peerItems.map((item) => item.trait)))
    expect(peerItems.filter((item) => item.trait === trait).map(({ sign }) => sign)).toEqual([1, -1])
})
