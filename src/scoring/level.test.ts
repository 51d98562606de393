import { describe, expect, test } from 'vitest'
import { levelConfidence, levelOf, trueScore } from './level.ts'
import { gaussian, seededRandom } from './random.ts'

describe('levelOf', () => {
  test.each([
    [34.99, 'veryLow'],
    [35, 'low'],
    [44.99, 'low'],
    [45, 'baseline'],
    [55, 'baseline'],
    [55.01, 'high'],
    [65, 'high'],
    [65.01, 'veryHigh'],
  ])('puts T %d into %s', (t, level) => {
    expect(levelOf(t)).toBe(level)
  })
})

describe('levelConfidence', () => {
  test('is that of one SEM in each direction in the middle of a level', () => {
    expect(levelConfidence(50, 5)).toBeCloseTo(0.6826894921, 9)
  })

  test('is about a half at a cut and about one far beyond the last', () => {
    expect(levelConfidence(35, 2)).toBeCloseTo(0.5, 5)
    expect(levelConfidence(95, 5.3)).toBeGreaterThan(0.999)
  })
})

describe('trueScore', () => {
  test('expects less extreme true scores, as in the example of the manual', () => {
    // T 70 at a reliability of .72: normal with mean 64.4 and SD 4.49, so above 65 with .447, above 50 with .9993.
    const { confidence, sideConfidence } = trueScore(70, 0.72)
    expect(confidence).toBeCloseTo(0.4469, 3)
    expect(sideConfidence).toBeCloseTo(0.9993, 4)
    expect(confidence).toBeLessThan(levelConfidence(70, 5.3) - 0.3)
  })

  test('is symmetrical around 50', () => {
    for (const distance of [0, 3, 5.01, 12, 16, 30]) {
      const [high, low] = [trueScore(50 + distance, 0.7), trueScore(50 - distance, 0.7)]
      expect(high.confidence).toBeCloseTo(low.confidence, 12)
      expect(high.sideConfidence).toBeCloseTo(low.sideConfidence, 12)
    }
  })

  test('states the same for level and side in the middle, and is surer of a side than of a level elsewhere', () => {
    const { confidence, sideConfidence } = trueScore(53, 0.7)
    expect(sideConfidence).toBe(confidence)
    for (const t of [36, 44, 56, 64, 80]) {
      const found = trueScore(t, 0.7)
      expect(found.sideConfidence).toBeGreaterThan(found.confidence)
    }
  })

  test('is right as often as it says for people whose true and observed scores are normal', () => {
    const random = seededRandom(9)
    const [reliability, people] = [0.66, 40_000]
    const sums = { stated: 0, right: 0 }
    for (let person = 0; person < people; person++) {
      const truth = 50 + 10 * Math.sqrt(reliability) * gaussian(random)
      const t = truth + 10 * Math.sqrt(1 - reliability) * gaussian(random)
      if (t <= 65) continue
      sums.stated += trueScore(t, reliability).confidence
      sums.right += truth > 65 ? 1 : 0
    }
    expect(Math.abs(sums.stated - sums.right) / sums.stated).toBeLessThan(0.05)
  })
})
