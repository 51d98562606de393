import { expect, test } from 'vitest'
import { normalCdf } from './normal.ts'

/** Reference values to fifteen digits from an arbitrary-precision error function. */
test.each([
  [-6, 9.86587645037698e-10],
  [-2.3263, 0.010001276016798613],
  [-1.5, 0.06680720126885807],
  [-0.5, 0.3085375387259869],
  [0.1, 0.539827837277029],
  [0.5, 0.6914624612740131],
  [1, 0.8413447460685429],
  [1.96, 0.9750021048517795],
  [2.5, 0.9937903346742238],
  [5, 0.9999997133484281],
] as const)('Φ(%d) is %d', (z, share) => {
  expect(Math.abs(normalCdf(z) - share)).toBeLessThan(2e-15)
})

test('is 0 and 1 at the ends and a half in the middle', () => {
  expect([-Infinity, -9, 0, 9, Infinity].map(normalCdf)).toEqual([0, 0, 0.5, 1, 1])
})
