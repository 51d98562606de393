import { describe, expect, test } from 'vitest'
import { toneOrder } from '../../../src/charts/small-tone.ts'
import type { Attempt, Focus } from '../client/types.ts'
import { compareAttempts, scaleChangeText } from './attempt-change.ts'

const scale = (score: number) => ({
  score,
  level: score > 95 ? ('veryHigh' as const) : ('baseline' as const),
})

/** All scales at 50 except the given ones. */
function focusWith(scores: Record<string, number>): Focus {
  return Object.fromEntries(
    toneOrder.map(({ trait, facets }) => [
      trait,
      {
        ...scale(scores[trait] ?? 50),
        facets: Object.fromEntries(facets.map((facet) => [facet, scale(scores[facet] ?? 50)])),
      },
    ]),
  ) as unknown as Focus
}

const attempt = (parts: Partial<Attempt>): Attempt => ({
  attempt: 1,
  availableAssessments: [],
  completedAssessments: [],
  isCompleted: true,
  dateStarted: null,
  dateCompleted: null,
  timers: [],
  disc: null,
  core: null,
  focus: null,
  quality: null,
  scoring: null,
  isCurrent: false,
  carriedFrom: {},
  ...parts,
})

describe('the change between two attempts', () => {
  test('counts from 15 T for a facet and 10 T for a trait', () => {
    // A percentile of 84.1 is T 60, 93.3 is T 65.
    const later = focusWith({ leadership: 96, vigor: 92, communication: 84.2, stability: 80 })
    const { moved, compared } = compareAttempts(attempt({ focus: focusWith({}) }), attempt({ focus: later }))
    expect(compared).toBe(35)
    expect(moved.map(({ key }) => key)).toEqual(['leadership', 'communication'])
    expect(moved.map(scaleChangeText)[0]).toBe('Leadership: from baseline (50) to very high (96).')
  })

  test('needs more where the scores of an attempt have larger errors, as those of the short form', () => {
    const standardErrors = { leadership: 9, communication: 4.5 } as unknown as Record<string, number>
    const scoring = { standardErrors } as unknown as Attempt['scoring']
    const later = focusWith({ leadership: 95.5, vigor: 96, communication: 88 })
    const { moved } = compareAttempts(attempt({ focus: focusWith({}) }), attempt({ focus: later, scoring }))
    // Leadership would need 1.96 × √(5.3² + 9²) = 20.5 T, communication 1.96 × √(3.6² + 4.5²) = 11.3 T.
    expect(moved.map(({ key, margin }) => [key, margin])).toEqual([['vigor', 15]])
    expect(moved[0]?.moved).toBeCloseTo(17.5, 1)
  })

  test('covers DISC letters from 18 points, and the style', () => {
    const disc = (d: number, style: string) => ({ style, d, i: 50, s: 50, c: 100 - d })
    const changed = compareAttempts(
      attempt({ disc: { ...disc(60, 'D'), c: 45 } }),
      attempt({ disc: { ...disc(78, 'DI'), c: 62 } }),
    )
    expect(changed.moved.map(scaleChangeText)).toEqual(['D, Dominance: from 60 to 78.'])
    expect(changed.style).toEqual(['D', 'DI'])
  })

  test('names values that were added and removed, whatever their order', () => {
    const core = { first: 'freedom', second: 'care', third: 'wisdom', fourth: 'wealth', fifth: 'fairness' }
    const other = { first: 'care', second: 'freedom', third: 'wisdom', fourth: 'wealth', fifth: 'security' }
    expect(compareAttempts(attempt({ core }), attempt({ core: other })).values).toEqual({
      came: ['Security'],
      left: ['Fairness'],
    })
  })

  test('ignores assessments that were not retaken', () => {
    const same = { focus: focusWith({ leadership: 99 }), carriedFrom: { focus: 1 } }
    const { compared, carried } = compareAttempts(attempt({ focus: focusWith({}) }), attempt(same))
    expect([compared, carried]).toEqual([0, ['Focus']])
  })
})
