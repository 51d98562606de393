import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instruments } from '../../scripts/instruments.ts'
import { type DiscChoice, discScores, scoreDisc } from './disc.ts'
import { styleOf } from './disc-style.ts'
import { type Letter, letters } from './results.ts'
import vectors from './vectors/disc.json' with { type: 'json' }

const { norm } = instruments.disc
const choice = fc
  .shuffledSubarray([...letters], { minLength: 2, maxLength: 2 })
  .map(([most, least]) => ({ most, least }) as DiscChoice)
const choices = fc.array(choice, { minLength: 24, maxLength: 24 })

describe('scoreDisc', () => {
  test.each(vectors)('gives the golden result for $name', ({ choices, expected, shares }) => {
    const { styles, confidence, ...scores } = scoreDisc(choices as DiscChoice[], norm, '1.0.0')
    expect(scores).toEqual(expected)
    expect(confidence).toBe(styles[scores.style])
    // The shares were computed apart from other random numbers, so they agree within sampling error.
    for (const [style, share] of Object.entries(shares)) {
      expect(Math.abs((styles[style] ?? 0) - (share ?? 0))).toBeLessThan(0.06)
    }
  })

  test('says that a style is tied only where the order of the letters chose', () => {
    const even = letters.flatMap((most, at) =>
      new Array<DiscChoice>(6).fill({ most, least: letters[(at + 1) % 4] as Letter }),
    )
    expect(scoreDisc(even, norm)).toMatchObject({ style: 'D', d: 50, i: 50, s: 50, c: 50, styleIsTied: true })
    const pair = [
      ...new Array<DiscChoice>(12).fill({ most: 'S', least: 'D' }),
      ...new Array<DiscChoice>(12).fill({ most: 'C', least: 'I' }),
    ]
    expect(scoreDisc(pair, norm)).toMatchObject({ style: 'SC', styleIsTied: true })
    expect(scoreDisc(pair.with(0, { most: 'C', least: 'D' }), norm)).toMatchObject({
      style: 'CS',
      styleIsTied: false,
    })
    const second = [
      ...new Array<DiscChoice>(12).fill({ most: 'S', least: 'D' }),
      ...new Array<DiscChoice>(6).fill({ most: 'I', least: 'D' }),
      ...new Array<DiscChoice>(6).fill({ most: 'C', least: 'D' }),
    ]
    expect(scoreDisc(second, norm)).toMatchObject({ style: 'SI', styleIsTied: true })
  })

  test('leaves a tie unmarked in edition 1.0.0, and all else the same', () => {
    fc.assert(
      fc.property(choices, (sheet) => {
        const { styleIsTied, ...same } = scoreDisc(sheet, norm)
        expect(typeof styleIsTied).toBe('boolean')
        expect(scoreDisc(sheet, norm, '1.0.0')).toEqual(same)
      }),
      { numRuns: 30 },
    )
  })

  test('adds up to 200 and stays within 0 and 100', () => {
    fc.assert(
      fc.property(choices, (sheet) => {
        const { d, i, s, c } = discScores(sheet, norm)
        // Each of the four is rounded to one decimal, which may leave two tenths.
        expect(Math.abs(d + i + s + c - 200)).toBeLessThan(0.2001)
        for (const score of [d, i, s, c]) {
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(100)
        }
      }),
    )
  })

  test('does not depend on the order of the blocks', () => {
    fc.assert(
      fc.property(choices, fc.integer({ min: 1, max: 23 }), (sheet, turn) => {
        const turned = [...sheet.slice(turn), ...sheet.slice(0, turn)].reverse()
        expect(scoreDisc(turned, norm)).toEqual(scoreDisc(sheet, norm))
      }),
      { numRuns: 20 },
    )
  })

  test('raises a letter that becomes most and lowers the one it replaces', () => {
    fc.assert(
      fc.property(choices, fc.integer({ min: 0, max: 23 }), (sheet, at) => {
        const { most, least } = sheet[at] as DiscChoice
        const instead = letters.find((letter) => letter !== most && letter !== least) as Letter
        const before = discScores(sheet, norm)
        const after = discScores(sheet.with(at, { most: instead, least }), norm)
        expect(after[lower(instead)]).toBeGreaterThan(before[lower(instead)])
        expect(after[lower(most)]).toBeLessThan(before[lower(most)])
        expect(after[lower(least)]).toBe(before[lower(least)])
      }),
    )
  })

  test('returns the shares of the draws, largest first, and the same shares every time', () => {
    const choices = vectors.at(-1)?.choices as DiscChoice[]
    const { styles } = scoreDisc(choices, norm)
    const shares = Object.values(styles)
    expect(shares).toEqual(shares.toSorted((a, b) => b - a))
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.01)
    expect(shares.reduce((sum, share) => sum + share)).toBeLessThanOrEqual(1 + 1e-9)
    expect(scoreDisc(choices, norm).styles).toEqual(styles)
  })

  test('refuses 23 choices', () => {
    expect(() => discScores(new Array(23).fill({ most: 'D', least: 'S' }), norm)).toThrow('found 23')
  })
})

describe('styleOf', () => {
  test.each([
    ['I', [2, 12, -4, -10], [8, 14, 4, 2]],
    ['ID', [3, 11, -4, -10], [8, 14, 4, 2]],
    ['D', [0, 0, 0, 0], [6, 6, 6, 6]],
    ['S', [0, 0, 0, 0], [5, 5, 9, 5]],
    ['CS', [-6, -6, 6, 6], [3, 3, 8, 10]],
    ['DI', [4, 4, 4, -12], [7, 7, 7, 3]],
    ['SC', [-9, -9, 9, 9], [3, 3, 9, 9]],
  ])('is %s for differences %j with most picks %j', (style, differences, most) => {
    expect(styleOf(differences, most, 6)).toBe(style)
  })
})

function lower(letter: Letter): 'd' | 'i' | 's' | 'c' {
  return letter.toLowerCase() as 'd' | 'i' | 's' | 'c'
}
