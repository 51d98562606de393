import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dial, point, rays } from './dial.ts'

const flat = { d: 50, i: 50, s: 50, c: 50 }
const anyLetters = fc.record({ d: percent(), i: percent(), s: percent(), c: percent() })

function percent() {
  return fc.double({ min: 0, max: 100, noNaN: true })
}

describe('the point of the dial', () => {
  test('is in the middle if no letter stands out', () => {
    expect(point(flat)).toEqual({ x: 160, y: 160 })
  })

  test('60 points are 78 px', () => {
    expect(point({ d: 80, i: 80, s: 20, c: 20 })).toEqual({ x: 160, y: 82 })
  })

  test.each([
    ['D', { d: 80, i: 50, s: 20, c: 50 }, -1, -1],
    ['I', { d: 50, i: 80, s: 50, c: 20 }, 1, -1],
    ['S', { d: 20, i: 50, s: 80, c: 50 }, 1, 1],
    ['C', { d: 50, i: 20, s: 50, c: 80 }, -1, 1],
  ])('is in the quarter of %s', (_, values, right, down) => {
    const { x, y } = point(values)
    expect([Math.sign(x - 160), Math.sign(y - 160)]).toEqual([right, down])
  })

  test('never leaves the outer ring', () => {
    fc.assert(
      fc.property(anyLetters, (values) => {
        const { x, y } = point(values)
        expect(Math.hypot(x - 160, y - 160)).toBeLessThanOrEqual(78.0001)
      }),
    )
  })
})

describe('the rim', () => {
  test('has 28 rays per quarter, none within 3° of an axis', () => {
    const all = rays(flat)
    for (const letter of ['d', 'i', 's', 'c'])
      expect(all.filter((ray) => ray.letter === letter)).toHaveLength(28)
    for (const { angle } of all) expect(Math.min(angle % 90, 90 - (angle % 90))).toBeGreaterThanOrEqual(3)
  })

  test('is longest next to the highest letter', () => {
    const [longest] = rays({ d: 80, i: 50, s: 20, c: 50 }).toSorted((ray, other) => other.length - ray.length)
    expect(longest?.letter).toBe('d')
    expect(Math.abs((longest?.angle ?? 0) - 135)).toBeLessThanOrEqual(1.5)
  })

  test('stays between 3 and 65.64 px, within the drawing', () => {
    fc.assert(
      fc.property(anyLetters, (values) => {
        for (const { length } of rays(values)) {
          expect(length).toBeGreaterThanOrEqual(3)
          expect(length).toBeLessThanOrEqual(3 + 1.08 * 58 + 1e-9)
        }
      }),
      { numRuns: 20 },
    )
  })
})

describe('the drawing', () => {
  test('is one image with one sentence', () => {
    const markup = dial(flat, 'The point lies in the middle.')
    expect(markup).toContain('role="img"')
    expect(markup).toContain('<title>The point lies in the middle.</title>')
  })

  test('writes each letter in its own corner', () => {
    const letters = [...dial(flat, '').matchAll(/x="([\d.]+)" y="([\d.]+)" text-anchor="middle">(\w)/g)]
    expect(letters.map(([, x, y, letter]) => [letter, Number(x) > 160, Number(y) > 160])).toEqual([
      ['I', true, false],
      ['D', false, false],
      ['C', false, true],
      ['S', true, true],
    ])
  })
})
