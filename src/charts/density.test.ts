import { describe, expect, test } from 'vitest'
import { levelOf } from '../scoring/level.ts'
import { countQuarters, type Density, teamDensity } from './team-density.ts'
import { tSteps } from './team-grid.ts'
import { traitDensity } from './trait-density.ts'
import { valueCounts } from './value-counts.ts'

const unsafe = '<img src=x onerror="alert(1)"> & \'quotes\''
const table = {
  summary: 'As a table',
  letter: 'Letter',
  inner: 'In the inner circle',
  between: 'Between the circles',
  outer: 'Outside',
  count: 'People',
  share: 'Share',
  scale: 'Scale',
  lowest: 'Lowest',
  median: 'Median',
  highest: 'Highest',
  spread: 'Spread',
  value: 'Value',
}
const levels = { veryLow: 'very low', low: 'low', baseline: 'middle', high: 'high', veryHigh: 'very high' }
const dialWords = { languageTag: 'en', picture: 'A map.', title: 'Where people stand.', table }
const traitWords = { languageTag: 'en', title: 'Traits.', table, levels }

/** Every cell within the circle, with `times` as many people in the quarter of D as there are cells from the middle. */
function densityOf(times: number): Density {
  const middles = Array.from({ length: 18 }, (_, at) => (at - 9 + 0.5) * 5)
  const cells = middles
    .flatMap((across) => middles.map((up) => ({ across, up, count: times * (across < 0 && up > 0 ? 9 : 1) })))
    .filter(({ across, up }) => Math.hypot(across, up) < 45)
  const directions = Array.from({ length: 120 }, (_, at) => times * (at >= 30 && at < 60 ? 9 : 1))
  return { cells, directions }
}

const total = ({ cells }: Density) => cells.reduce((sum, { count }) => sum + count, 0)
const trait = (steps: number[], label = 'Stability') => ({
  label,
  lowest: 1,
  median: 50,
  highest: 99,
  words: 'Far apart.',
  levels: { veryLow: 1_000, low: 2_000, baseline: 4_000, high: 2_000, veryHigh: 1_000 },
  steps,
})
const evenSteps = Array<number>(tSteps.count).fill(500)

const figures: [string, (text: string) => string][] = [
  ['map', (text) => teamDensity(densityOf(1), { ...dialWords, title: text, picture: text })],
  ['strips', (text) => traitDensity([trait(evenSteps, text)], { ...traitWords, title: text })],
  [
    'values',
    (text) => valueCounts([{ label: text, count: 3 }], 9, { languageTag: 'en', title: text, table }),
  ],
]

describe.each(figures)('the %s of a large team', (_, draw) => {
  test('has a title sentence, an expandable table, no style and no color of its own', () => {
    const markup = draw('A sentence.')
    expect(markup).toContain('<figcaption class="chart-title">A sentence.</figcaption>')
    expect(markup).toMatch(/<details class="chart-table"><summary>As a table<\/summary><table>/)
    expect(markup).not.toMatch(/\sstyle=|#[0-9a-f]{3,6}\b|rgb\(|(fill|stroke)="|NaN|undefined|Infinity/i)
  })

  test('escapes its input', () => {
    expect(draw(unsafe)).not.toContain('<img')
  })
})

describe('teamDensity', () => {
  test('has as many elements for a million people as for a few hundred, and the same drawing for the same shares', () => {
    const [few, many] = [teamDensity(densityOf(1), dialWords), teamDensity(densityOf(2_000), dialWords)]
    const drawn = (markup: string) => markup.replace(/<details.*<\/details>/, '')
    expect(total(densityOf(2_000))).toBeGreaterThan(1_000_000)
    expect(drawn(many)).toBe(drawn(few))
    expect(drawn(many).match(/<[a-z]/g)?.length).toBeLessThan(50)
  })

  test('counts everyone once in the table, in the quarter and the circle of their cell', () => {
    const density = densityOf(100)
    const markup = teamDensity(density, dialWords)
    const rows = [...markup.matchAll(/<th scope="row">([DISC])<\/th>((?:<td>[^<]+<\/td>)+)/g)].map(
      ([, letter, cells = '']) => [letter, ...[...cells.matchAll(/>([^<]+)</g)].map(([, text = '']) => text)],
    )
    const number = (text: string | undefined) => Number(text?.replaceAll(',', ''))
    expect(rows.map(([letter]) => letter)).toEqual(['D', 'I', 'S', 'C'])
    for (const [, inner, between, outer, all] of rows)
      expect(number(inner) + number(between) + number(outer)).toBe(number(all))
    expect(rows.reduce((sum, [, , , , all]) => sum + number(all), 0)).toBe(total(density))
    expect(rows.map(([, , , , , share]) => share)).toEqual(['75%', '8%', '8%', '8%'])
    const { d, i, s, c } = countQuarters(density.cells)
    expect(rows.map(([, , , , all]) => number(all))).toEqual([d, i, s, c])
  })

  test('has squares in the quarter of their letter, as large as there are people, and none too small to see', () => {
    const cells = [
      { across: -2.5, up: 2.5, count: 400 },
      { across: -12.5, up: 2.5, count: 100 },
      { across: 2.5, up: -2.5, count: 1 },
    ]
    const markup = teamDensity({ cells, directions: Array(120).fill(0) }, dialWords)
    const edges = (letter: string) =>
      [...(markup.match(`disc-bar disc-${letter}" d="([^"]+)"`)?.[1] ?? '').matchAll(/h([\d.]+)v/g)].map(
        ([, edge]) => Number(edge),
      )
    const [large = 0, half = 0] = edges('d')
    expect(large / half).toBeCloseTo(2, 2)
    expect(edges('s')).toEqual([2.5])
    expect([edges('i'), edges('c')]).toEqual([[], []])
    // The middle of a cell is where a dot of the same score would be: 2.5 points are 10.56 px from the middle at 280.
    const [, x, y] = markup.match(/disc-bar disc-d" d="M([\d.]+) ([\d.]+)/) ?? []
    expect([Number(x) + large / 2, Number(y) + large / 2].map((at) => Math.round(at * 10) / 10)).toEqual([
      269.4, 269.4,
    ])
  })

  test('has longer rays where more people stand', () => {
    const path = teamDensity(densityOf(1), dialWords).match(/dial-rays disc-(.)" d="([^"]+)"/g) ?? []
    const longest = path.map((one) =>
      Math.max(
        ...[...one.matchAll(/M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)/g)].map(([, ...at]) => {
          const [x = 0, y = 0, toX = 0, toY = 0] = at.map(Number)
          return Math.hypot(toX - x, toY - y)
        }),
      ),
    )
    // Counter-clockwise from the right: I, D, C, S.
    expect(longest[1]).toBeCloseTo(73, 1)
    for (const other of [0, 2, 3]) expect(longest[other]).toBeLessThan(60)
  })
})

describe('traitDensity', () => {
  test('has a bar for each step with people, the tallest over all traits at the top, in the color of its level', () => {
    const narrow = evenSteps.map((_, at) => (at === 10 ? 10_000 : 0))
    const markup = traitDensity([trait(evenSteps), trait(narrow)], traitWords)
    const bars = markup
      .split('class="spread-row"')
      .slice(1)
      .map((row) => [...row.matchAll(/<rect class="level-([a-z-]+)" x="([\d.]+)%"[^>]*height="([\d.]+)%"/g)])
    expect(bars.map((one) => one.length)).toEqual([tSteps.count, 1])
    expect(bars[1]?.[0]?.[3]).toBe('92')
    expect(Number(bars[0]?.[0]?.[3])).toBeCloseTo(92 / tSteps.count, 1)
    for (const [at, [, level]] of (bars[0] ?? []).entries()) {
      const t = tSteps.from + (at + 0.5) * tSteps.size
      expect(level).toBe(levelOf(t).replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`))
    }
    // The median of people who are all in the step from 50 to 52.5 is in its middle.
    expect(markup).toContain('spread-median" x="52.5%"')
    expect(markup).toContain('<td>Far apart.</td><td>1,000</td><td>2,000</td><td>4,000</td>')
  })
})

test('values have the share of the people who completed Core', () => {
  const markup = valueCounts([{ label: 'Care', count: 2_500 }], 10_000, {
    languageTag: 'de',
    title: 'Werte.',
    table,
  })
  expect(markup).toContain('<td>2.500</td><td>25\u00a0%</td>')
  expect(markup).toContain('<rect class="value-mark" width="25%"')
})
