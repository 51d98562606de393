import { describe, expect, test } from 'vitest'
import { type ImpactGroup, impactOf, inputLimits } from './impact.ts'

const group = (name: string, selected: number, total: number): ImpactGroup => ({ name, selected, total })
const findings = (groups: readonly ImpactGroup[], share?: number) =>
  impactOf(groups, share).groups.map(({ finding }) => finding)

describe('impactOf', () => {
  test('agrees with the agencies for rates of 60, 45, 48 and 51 per cent: impact at 75, none at 80 and 85', () => {
    // Adoption of Questions and Answers to clarify the Uniform Guidelines, 44 FR 11996 (1979), on the 2% of each group.
    const { groups, reference } = impactOf([
      group('whites', 60, 100),
      group('American Indians', 45, 100),
      group('Hispanics', 48, 100),
      group('Blacks', 51, 100),
    ])
    expect(reference).toBe(0)
    expect(groups.map(({ ratio }) => ratio)).toEqual([1, 0.75, 0.8, 0.85])
    expect(groups.map(({ finding }) => finding)).toEqual(['highest', 'under', 'reached', 'reached'])
  })

  test('finds half the rate for 12 of 40 against 48 of 80, and more than chance', () => {
    const [, other] = impactOf([group('one', 48, 80), group('other', 12, 40)]).groups
    expect(other).toMatchObject({ rate: 0.3, ratio: 0.5, finding: 'under' })
    expect(other?.difference?.exactChance).toBeLessThan(0.01)
    expect(other?.exchange).toMatchObject({ turned: false })
    expect(other?.exchange?.ratio).toBeCloseTo(13 / 40 / (47 / 80), 12)
  })

  test('calls 1 of 10 against 3 of 20 too few: one different person would reverse it', () => {
    const [, women] = impactOf([group('men', 3, 20), group('women', 1, 10)]).groups
    expect(women?.ratio).toBeCloseTo(2 / 3, 12)
    expect(women).toMatchObject({ finding: 'under', exchange: { ratio: 2, turned: true } })
    expect(women?.difference).toMatchObject({ exactChance: 1, isSmall: true })
  })

  test("doesn't call it reversed if one different person would only make the rates equal", () => {
    const [, other] = impactOf([group('one', 3, 10), group('other', 1, 10)]).groups
    expect(other?.exchange).toEqual({ ratio: 1, turned: false })
  })

  test('calls it reversed if the only selected person of the other group would be unselected', () => {
    const [, other] = impactOf([group('one', 1, 20), group('other', 0, 20)]).groups
    expect(other?.exchange).toEqual({ ratio: null, turned: true })
  })

  test('excludes a group below the minimum share as reference and as finding, and still shows it', () => {
    const people = [group('few', 19, 19), group('many', 300, 600), group('more', 200, 381)]
    const { groups, reference } = impactOf(people)
    expect(reference).toBe(2)
    expect(groups[0]).toMatchObject({ finding: 'unjudged', rate: 1, exchange: null })
    expect(groups[0]?.ratio).toBeGreaterThan(1)
    expect(groups[0]?.difference).not.toBeNull()
    expect(findings([group('just', 20, 20), group('many', 480, 980)])).toEqual(['highest', 'under'])
    expect(findings(people, 0)).toEqual(['highest', 'under', 'under'])
  })

  test('uses the larger of two groups with equal rates, then the first', () => {
    expect(impactOf([group('a', 5, 10), group('b', 50, 100)]).reference).toBe(1)
    expect(impactOf([group('a', 5, 10), group('b', 5, 10)]).reference).toBe(0)
    expect(findings([group('a', 5, 10), group('b', 50, 100)])).toEqual(['reached', 'highest'])
  })

  test('handles groups with no one selected, and with everyone selected', () => {
    const none = impactOf([group('a', 0, 10), group('b', 0, 20)])
    expect(none.reference).toBeNull()
    expect(none.groups[0]).toMatchObject({ rate: 0, ratio: null, finding: null, difference: null })
    expect(findings([group('a', 10, 10), group('b', 20, 20)])).toEqual(['reached', 'highest'])
  })

  test('gives an empty group no rate', () => {
    const { groups } = impactOf([group('a', 0, 0), group('b', 1, 2), group('c', 1, 3)], 0)
    expect(groups[0]).toMatchObject({ rate: null, share: 0, ratio: null, finding: 'unjudged' })
    expect(groups[1]?.finding).toBe('highest')
  })

  test('compares four fifths in integers, up to the largest', () => {
    const { people } = inputLimits
    expect(findings([group('a', people, people), group('b', 0.8 * people, people)])).toEqual([
      'highest',
      'reached',
    ])
    expect(findings([group('a', people, people), group('b', 0.8 * people - 1, people)])).toEqual([
      'highest',
      'under',
    ])
    for (let total = 5; total <= 500; total += 5) {
      const [four, five] = [group('b', (4 * total) / 5, total), group('a', total, total)]
      expect(findings([five, four])).toEqual(['highest', 'reached'])
    }
  })
})
