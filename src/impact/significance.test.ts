import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Counts, fisherExact, rateDifference } from './significance.ts'

const counts = (selected: number, total: number): Counts => ({ selected, total })

describe('fisherExact', () => {
  test('is 34/70 for the tea tasting with three of four cups right of each kind', () => {
    expect(fisherExact(counts(3, 4), counts(1, 4))).toBeCloseTo(34 / 70, 14)
  })

  test('is 0.0034 for 12 of 40 against 48 of 80', () => {
    expect(fisherExact(counts(12, 40), counts(48, 80))).toBeCloseTo(0.0034092217678491, 14)
  })

  test('is exact: the same as with big integers', () => {
    fc.assert(
      fc.property(pair(60), ([one, other]) => {
        expect(fisherExact(one, other) / exactly(one, other)).toBeCloseTo(1, 11)
      }),
      { numRuns: 300 },
    )
  })

  test('is exact for hundreds too', () => {
    for (const [a, b] of [
      [counts(250, 600), counts(300, 700)],
      [counts(1, 900), counts(30, 400)],
      [counts(480, 500), counts(700, 800)],
    ] as const) {
      expect(fisherExact(a, b) / exactly(a, b)).toBeCloseTo(1, 10)
    }
  })

  test('does not depend on the order of the groups, nor on whether selected or others are counted', () => {
    fc.assert(
      fc.property(pair(400), ([one, other]) => {
        const chance = fisherExact(one, other)
        expect(fisherExact(other, one) / chance).toBeCloseTo(1, 9)
        expect(fisherExact(rest(one), rest(other)) / chance).toBeCloseTo(1, 9)
        expect(chance).toBeGreaterThan(0)
        expect(chance).toBeLessThanOrEqual(1)
      }),
      { numRuns: 300 },
    )
  })

  test('is 1 for equal rates, for no one and for everyone', () => {
    expect(fisherExact(counts(30, 100), counts(60, 200))).toBe(1)
    expect(fisherExact(counts(0, 7), counts(0, 9))).toBe(1)
    expect(fisherExact(counts(7, 7), counts(9, 9))).toBe(1)
    expect(fisherExact(counts(1, 1), counts(0, 1))).toBe(1)
  })

  test.each([
    [counts(240_000, 600_000), counts(250_000, 600_000), 5.531982905e-77],
    [counts(499_000, 1_000_000), counts(500_000, 1_000_000), 0.157714505],
    [counts(0, 1_000_000), counts(30, 1_000_000), 1.862240062e-9],
    [counts(9_960, 20_000), counts(480, 1_000), 0.27069475],
  ])('agrees with SciPy 1.17 for huge counts: %o and %o', (one, other, expected) => {
    expect(fisherExact(one, other) / expected).toBeCloseTo(1, 7)
  })

  test('is zero below the smallest representable number', () => {
    expect(fisherExact(counts(0, 1_000_000), counts(1_000_000, 1_000_000))).toBe(0)
  })
})

describe('differenceOf', () => {
  test('has z, deviations and expected counts as computed by hand: 12 of 40 against 48 of 80', () => {
    const found = rateDifference(counts(12, 40), counts(48, 80))
    // The common rate is 60 of 120; z = (0.3 − 0.6) / √(0.5 · 0.5 · (1/40 + 1/80)).
    expect(found.expected).toBe(20)
    expect(found.z).toBeCloseTo(-0.3 / Math.sqrt(0.25 * (1 / 40 + 1 / 80)), 12)
    expect(found.zChance).toBeCloseTo(0.00194577, 8)
    // Eight fewer than expected, over √(40 · 80 · 60 · 60 / (120² · 119)).
    expect(found.deviations).toBeCloseTo(-8 / Math.sqrt((40 * 80 * 60 * 60) / (120 ** 2 * 119)), 12)
    expect(found.isSmall).toBe(false)
  })

  test('reverses its signs when the groups are swapped', () => {
    const [one, other] = [counts(12, 40), counts(48, 80)]
    const [there, back] = [rateDifference(one, other), rateDifference(other, one)]
    expect(back.z).toBeCloseTo(-Number(there.z), 12)
    expect(back.deviations).toBeCloseTo(-Number(there.deviations), 12)
    expect(back.zChance).toBeCloseTo(Number(there.zChance), 12)
  })

  test('is exactly 0 for equal rates, and has no z if all or none were selected', () => {
    expect(rateDifference(counts(1, 3), counts(10, 30)).z).toBe(0)
    expect(rateDifference(counts(0, 3), counts(0, 30))).toMatchObject({
      z: null,
      zChance: null,
      deviations: null,
    })
    expect(rateDifference(counts(3, 3), counts(30, 30))).toMatchObject({ z: null, exactChance: 1 })
  })

  test('says that numbers are small if a cell has fewer than five expected', () => {
    expect(rateDifference(counts(5, 10), counts(5, 10)).isSmall).toBe(false)
    expect(rateDifference(counts(4, 10), counts(5, 10)).isSmall).toBe(true)
    expect(rateDifference(counts(96, 100), counts(95, 100)).isSmall).toBe(true)
  })
})

/** The same sum in whole numbers of any length: no rounding but that of the last division. */
function exactly(one: Counts, other: Counts): number {
  const chosen = one.selected + other.selected
  const ways = (k: number) => choose(one.total, k) * choose(other.total, chosen - k)
  const [from, to] = [Math.max(0, chosen - other.total), Math.min(one.total, chosen)]
  const observed = ways(one.selected)
  let atMost = 0n
  for (let k = from; k <= to; k++) {
    const here = ways(k)
    if (here <= observed) atMost += here
  }
  const scale = 10n ** 200n
  return Number((atMost * scale) / choose(one.total + other.total, chosen)) / 1e200
}

function choose(n: number, k: number): bigint {
  let product = 1n
  for (let at = 1n; at <= BigInt(k); at++) product = (product * (BigInt(n) - BigInt(k) + at)) / at
  return product
}

function pair(most: number) {
  const one = fc
    .integer({ min: 1, max: most })
    .chain((total) => fc.integer({ min: 0, max: total }).map((selected) => counts(selected, total)))
  return fc.tuple(one, one)
}

function rest({ selected, total }: Counts): Counts {
  return counts(total - selected, total)
}
