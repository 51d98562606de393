import { describe, expect, test } from 'vitest'
import {
  anonymousRows,
  largestShare,
  peopleByValues,
  type QuasiIdentifiers,
  smallestGroup,
  withheld,
} from './anonymous-rows.ts'
import { seededRandom } from './random.ts'

const columns = ['language', 'flexibility', 'stability']
const random = seededRandom(4)
const draw = (): QuasiIdentifiers => ({
  language: random() < 0.8 ? 'en' : 'de',
  flexibility: ['low', 'middle', 'high'][Math.floor(3 * random())] as string,
  stability: ['low', 'middle', 'high'][Math.floor(3 * random())] as string,
})
const population = Array.from({ length: 300 }, draw)

/** How many of a list have the values that a row gives. */
const like = (row: QuasiIdentifiers, list: readonly QuasiIdentifiers[]) =>
  list.filter((one) => columns.every((column) => row[column] === withheld || one[column] === row[column]))
    .length

describe('rows', () => {
  test.each([60, 120, 190])(
    'of %d of 300 people are shared by five, who are at most two thirds of those like them',
    (n) => {
      const rows = anonymousRows(population.slice(0, n), peopleByValues(population))
      expect(rows).toHaveLength(n)
      expect(rows.some((row) => columns.some((column) => row[column] !== withheld))).toBe(true)
      for (const row of rows) {
        const same = rows.filter((one) => JSON.stringify(one) === JSON.stringify(row)).length
        expect(same).toBeGreaterThanOrEqual(smallestGroup)
        // Of everything withheld, the people who are in no group shown have to be counted.
        if (columns.every((column) => row[column] === withheld)) continue
        expect(same / like(row, population)).toBeLessThanOrEqual(largestShare)
      }
    },
  )

  test('give nothing where everybody of a kind takes part, because that would tell who does', () => {
    const twins = Array.from({ length: 20 }, () => ({ language: 'fr', flexibility: 'low', stability: 'low' }))
    const everyone = peopleByValues([...population, ...twins])
    const rows = anonymousRows([...population.slice(0, 60), ...twins], everyone)
    expect(rows.filter(({ language }) => language === 'fr')).toEqual([])
    // Nor may what is left be all of those who are in no group shown.
    const alone = anonymousRows([...population, ...twins].slice(0, 60).concat(twins), everyone)
    expect(alone.slice(-20).every((row) => Object.values(row).every((value) => value === withheld))).toBe(
      true,
    )
  })

  test('keep their order and their columns, and are all withheld for few people', () => {
    const rows = anonymousRows(population.slice(0, 4), peopleByValues(population))
    expect(rows).toEqual(
      Array.from({ length: 4 }, () => ({ language: '*', flexibility: '*', stability: '*' })),
    )
  })
})

test('people are kept as many times as they have different values, however many they are', () => {
  const people = peopleByValues(Array.from({ length: 5_000 }, draw))
  expect(people.size).toBeLessThanOrEqual(2 * 3 * 3)
  expect(people.values().reduce((sum, { count }) => sum + count, 0)).toBe(5_000)
})
