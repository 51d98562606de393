import { expect, test } from 'vitest'
import type { McpProfile } from '../profiles.ts'
import { countsOf } from './team.ts'

function person(style: string, outcome: 'ok' | 'caution' | 'invalid', level = 'high'): McpProfile {
  const trait = { score: 80, level, facets: {} }
  return {
    isCompleted: true,
    disc: { style, d: 60, i: 50, s: 50, c: 40 },
    focus: { stability: trait },
    core: { first: 'freedom', second: 'care' },
    quality: { outcome, reasons: [] },
  } as unknown as McpProfile
}

const nothing = { isCompleted: false, disc: null, focus: null, core: null, quality: null } as McpProfile

test('a team is counted by style, level and value, the most frequent first', () => {
  const team = [person('C', 'ok'), person('DI', 'caution', 'low'), person('DI', 'ok'), nothing]
  expect(countsOf(team)).toEqual({
    completed: 3,
    counted: 3,
    styles: { DI: 2, C: 1 },
    focusLevels: { stability: { veryLow: 0, low: 1, baseline: 0, high: 2, veryHigh: 0 } },
    leadingValues: { care: 3, freedom: 3 },
  })
  expect(Object.keys(countsOf(team).styles)).toEqual(['DI', 'C'])
})

test('unreliable answers are not counted', () => {
  expect(countsOf([person('D', 'invalid')])).toMatchObject({ completed: 1, counted: 0, styles: {} })
})
