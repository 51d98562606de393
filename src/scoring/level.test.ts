import { describe, expect, test } from 'vitest'
import { levelConfidence, levelOf } from './level.ts'

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
