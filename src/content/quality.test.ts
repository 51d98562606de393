import { describe, expect, test } from 'vitest'
import { noticedSigns } from './quality.ts'
import { reportTexts } from './report.ts'

const texts = reportTexts('en')
/** Every index that can make an outcome; the others are only ever notes. */
const reasons = [
  ...(['speed', 'longestRun', 'evenOdd', 'withinFacet', 'personTotal', 'variability'] as const),
  ...(['likelihood', 'position'] as const),
]

describe('signsOf', () => {
  test('has a description and possible causes for every index that can be a reason', () => {
    expect(Object.keys(texts.quality.reasons)).toEqual(reasons)
    const signs = noticedSigns(
      reasons.map((index) => ({ assessment: 'focus', index, limit: 3 })),
      texts,
    )
    for (const { what, means } of signs) {
      expect(what).toMatch(/^Focus: .+\.$/)
      expect(means).toMatch(/^[A-Z].+\.$/)
      expect(what + means).not.toMatch(/[{}]/)
    }
    expect(new Set(signs.map(({ what }) => what)).size).toBe(reasons.length)
  })

  test('names the assessment and the limit, a share as a percentage', () => {
    const [speed, position] = noticedSigns(
      [
        { assessment: 'core', index: 'speed', limit: 2 },
        { assessment: 'disc', index: 'position', limit: 0.6 },
      ],
      texts,
    )
    expect(speed?.what).toBe('Core: the answers took under 2 seconds a question on average.')
    expect(position?.what).toContain('DISC: more than 60 of 100 picks')
  })

  test('omits indices without a text', () => {
    expect(noticedSigns([{ assessment: 'disc', index: 'moonPhase', limit: 1 }], texts)).toEqual([])
  })
})
