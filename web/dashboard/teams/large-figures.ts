import { countQuarters, teamDensity } from '../../../src/charts/team-density.ts'
import { traitDensity } from '../../../src/charts/trait-density.ts'
import { valueCounts } from '../../../src/charts/value-counts.ts'
import type { Team } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { formatNumber } from '../language/formats.ts'
import { formatTag } from '../language/language.ts'
import { levelWords } from '../words/result-names.ts'
import { words } from './words.ts'

const { columns } = words.charts
const { map, traits, values } = words.many.charts

/** The charts of a large team with their texts; each only if it has data. */
export function largeTeamFigures(
  team: Team,
  density: NonNullable<Team['density']>,
): { map?: string; traits?: string; values?: string } {
  const strips = team.traits.flatMap(({ levels, steps, ...trait }) =>
    levels && steps ? [{ ...trait, levels, steps }] : [],
  )
  return {
    ...(density.discCount > 0 ? { map: mapOf(density) } : {}),
    ...(strips.length > 0
      ? {
          traits: traitDensity(strips, {
            languageTag: formatTag,
            title: traits.title,
            table: { ...columns, summary: words.charts.traits.summary },
            levels: levelWords,
          }),
        }
      : {}),
    ...(team.values.length > 0
      ? {
          values: valueCounts(team.values, density.coreCount, {
            languageTag: formatTag,
            title: fill(values.title, { n: density.coreCount }),
            table: { ...columns, share: map.share, summary: words.charts.values.summary },
          }),
        }
      : {}),
  }
}

function mapOf(density: NonNullable<Team['density']>): string {
  const quarters = countQuarters(density.cells)
  const shares = Object.fromEntries(
    Object.entries(quarters).map(([letter, count]) => [letter, formatNumber(count)]),
  )
  return teamDensity(density, {
    languageTag: formatTag,
    picture: fill(map.picture, { n: density.discCount, ...shares }),
    title: fill(map.title, { most: Math.max(...density.cells.map(({ count }) => count)) }),
    table: { ...map, summary: words.charts.map.summary, count: columns.count },
  })
}
