import { describe, expect, test } from 'vitest'
import { locales } from '../../contract/locale.ts'
import type { FocusResult } from '../../scoring/results.ts'
import type { LargeTeamFigures, TraitCount } from './density-store.ts'
import { buildLargeTeam } from './large-team.ts'
import { simulatedTeam } from './sample.ts'
import { buildTeam } from './team.ts'

const figures = (changed: Partial<LargeTeamFigures> = {}): LargeTeamFigures => ({
  profiles: 10_000,
  results: 9_000,
  doubtful: 1,
  isSample: false,
  disc: {
    cells: [
      { column: -1, row: 0, count: 7_000 },
      { column: 3, row: -9, count: 1_500 },
    ],
    directions: [{ direction: 119, count: 8_500 }],
    letters: [
      { letter: 'D', count: 7_000 },
      { letter: 'S', count: 1_400 },
      { letter: '', count: 100 },
    ],
  },
  traits: [],
  core: {
    people: 8_000,
    values: [
      { key: 'care', count: 10 },
      { key: 'wisdom', count: 4_000 },
    ],
  },
  ...changed,
})

/** What the database counts of these people. */
function traitCounts(team: ReturnType<typeof simulatedTeam>): TraitCount[] {
  return team.results.flatMap(({ assessment, result }) =>
    assessment === 'focus'
      ? Object.entries(result as FocusResult).map(([trait, { t, sem, score, level }]) => ({
          ...{ trait, t, sem, score, level },
          count: 1,
        }))
      : [],
  )
}

describe('a large team', () => {
  test('has cells by their middle, directions in order, and everyone counted once', () => {
    const { density, people, values } = buildLargeTeam(figures(), 'en')
    expect(density).toMatchObject({ isSample: false, discCount: 8_500, coreCount: 8_000 })
    expect(density?.cells).toEqual([
      { across: -2.5, up: 2.5, count: 7_000 },
      { across: 17.5, up: -42.5, count: 1_500 },
    ])
    expect(density?.directions).toHaveLength(120)
    expect(density?.directions.at(-1)).toBe(8_500)
    expect(people).toEqual([])
    expect(values.map(({ key, count, profileIds }) => [key, count, profileIds])).toEqual([
      ['wisdom', 4_000, []],
      ['care', 10, []],
    ])
  })

  test.each([40, 41])('has the figures of traits that a list of the same %d people has', (count) => {
    const team = simulatedTeam(count, 77)
    const listed = buildTeam({ ...team, locale: 'en' }).traits
    const counted = buildLargeTeam(figures({ traits: traitCounts(team) }), 'en').traits
    for (const [at, { levels, steps, ...rest }] of counted.entries()) {
      expect({ ...rest, median: 0 }).toEqual({ ...listed[at], median: 0 })
      // The percentile of the median T, which is rounded to two decimals.
      expect(Math.abs(rest.median - (listed[at]?.median ?? 0))).toBeLessThanOrEqual(0.1)
      const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
      expect([sum(steps ?? []), sum(Object.values(levels ?? {}))]).toEqual([count, count])
    }
  })

  test('counts scores at the ends of the axis and beyond in the outer steps', () => {
    const at = (t: number, count: number): TraitCount => ({
      ...{ trait: 'stability', t, sem: 3, score: 50, level: 'baseline', count },
    })
    const [stability] = buildLargeTeam(
      figures({ traits: [at(12, 1), at(25, 2), at(27.5, 4), at(74.99, 8), at(80, 16)] }),
      'en',
    ).traits
    expect([stability?.steps?.[0], stability?.steps?.[1], stability?.steps?.at(-1)]).toEqual([3, 4, 24])
  })

  test.each(locales)('has a summary and a note with numbers, and names no one (%s)', (locale) => {
    const { lede, note } = buildLargeTeam(figures(), locale)
    const write = new Intl.NumberFormat(locale === 'jp' ? 'ja' : locale.replace('_', '-')).format
    expect(lede).toContain(write(7_000))
    expect(lede).toContain(write(100))
    expect(note).toContain(write(9_000))
    expect(buildLargeTeam(figures({ doubtful: 0 }), locale).note).toBeNull()
  })

  test('says that no one has completed DISC', () => {
    const none = { cells: [], directions: [], letters: [] }
    const { lede, density } = buildLargeTeam(figures({ disc: none }), 'en')
    expect(lede).toBe('Nobody here has completed DISC yet.')
    expect(density).toMatchObject({ discCount: 0, cells: [] })
  })
})
