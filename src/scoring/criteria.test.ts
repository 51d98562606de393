import { describe, expect, test } from 'vitest'
import { bandsOf, largestDistance, largestUploaded } from './criteria.ts'
import { gaussian, seededRandom } from './random.ts'
import type { StudyPerson } from './study-figure.ts'
import { drawSample } from './study-release.ts'

describe('criteria', () => {
  test('are fifths by rank, and equal values have one band', () => {
    expect(bandsOf([5, 1, 4, 2, 3])).toEqual([4, 0, 3, 1, 2])
    expect(bandsOf([1, 1, 1, 1, 9, 9])).toEqual([1, 1, 1, 1, 4, 4])
    const random = seededRandom(1)
    const bands = bandsOf(Array.from({ length: 100 }, () => gaussian(random)))
    expect([0, 1, 2, 3, 4].map((band) => bands.filter((one) => one === band).length)).toEqual([
      20, 20, 20, 20, 20,
    ])
    // A single enormous value moves nothing further than the others of its fifth.
    expect(bandsOf([1e9, 1, 2, 3, 4])).toEqual(bandsOf([5, 1, 2, 3, 4]))
  })

  test('that only few people have another value of are too uneven', () => {
    const few = (count: number) =>
      largestDistance(bandsOf(Array.from({ length: 100 }, (_, at) => Number(at < count))))
    expect([few(1), few(10)].map((distance) => distance > largestUploaded)).toEqual([true, true])
    expect(few(20)).toBeLessThan(largestUploaded)
    expect(few(0)).toBe(Number.POSITIVE_INFINITY)
  })

  test('of a sample are left out by tens and at random, so that their number says nothing of one person', () => {
    const person = (at: number, rated: number): StudyPerson => ({
      first: { focus: [3] },
      isDue: false,
      ...(at < rated ? { criteria: { constructor: at % 5 } } : {}),
    })
    const used = (rated: number, seed: number) => {
      const people = Array.from({ length: 200 }, (_, at) => person(at, rated))
      const margins = { eligible: 1_000, margin: 0, criteria: [{ name: 'constructor', margin: 4 }] }
      const sample = drawSample(people, margins, seededRandom(seed))
      return sample.filter(({ criteria }) => criteria && Object.hasOwn(criteria, 'constructor')).length
    }
    const seeds = Array.from({ length: 60 }, (_, seed) => seed)
    expect(new Set(seeds.map((seed) => used(53, seed)))).toEqual(new Set([0]))
    for (const rated of [100, 101])
      expect(new Set(seeds.map((seed) => used(rated, seed)))).toEqual(new Set([90, 100]))
  })
})
