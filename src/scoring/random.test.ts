import { describe, expect, test } from 'vitest'
import { correlation, deviation, mean } from './correlation.ts'
import { fnv1a } from './hash.ts'
import { gaussian, seededRandom } from './random.ts'

describe('seededRandom', () => {
  test('repeats for one seed and differs for the next', () => {
    expect(draw(seededRandom(7), 5)).toEqual(draw(seededRandom(7), 5))
    expect(draw(seededRandom(7), 5)).not.toEqual(draw(seededRandom(8), 5))
  })

  test.each([0, 1, 2, 0xffffffff])('is uniform, within [0, 1) and uncorrelated from seed %d', (seed) => {
    const numbers = draw(seededRandom(seed), 20_000)
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...numbers)).toBeLessThan(1)
    expect(mean(numbers)).toBeCloseTo(0.5, 1.5)
    expect(deviation(numbers)).toBeCloseTo(Math.sqrt(1 / 12), 2)
    expect(Math.abs(correlation(numbers.slice(1), numbers.slice(0, -1)) ?? 1)).toBeLessThan(0.03)
  })

  test('gives unrelated numbers for neighboring seeds', () => {
    const first = Array.from({ length: 2000 }, (_, seed) => seededRandom(seed)())
    expect(Math.abs(correlation(first.slice(1), first.slice(0, -1)) ?? 1)).toBeLessThan(0.08)
    expect(deviation(first)).toBeCloseTo(Math.sqrt(1 / 12), 1.5)
  })
})

test('gaussian has mean 0 and SD 1', () => {
  const random = seededRandom(3)
  const numbers = Array.from({ length: 20_000 }, () => gaussian(random))
  expect(Math.abs(mean(numbers))).toBeLessThan(0.03)
  expect(deviation(numbers)).toBeCloseTo(1, 1.5)
})

describe('fnv1a', () => {
  test.each([
    ['', 0x811c9dc5],
    ['a', 0xe40c292c],
    ['foobar', 0xbf9cf968],
  ])('returns the published hash of %j', (text, hash) => {
    expect(fnv1a(text)).toBe(hash)
  })
})

function draw(random: () => number, count: number): number[] {
  return Array.from({ length: count }, random)
}
