import { axis } from '../../charts/axis.ts'
import { clamp } from '../../charts/markup.ts'
import { cellSize, directionCount, tSteps } from '../../charts/team-grid.ts'
import { fillSlots } from '../../content/fill-slots.ts'
import { type TeamTexts, teamTexts } from '../../content/team.ts'
import { itemsIn, scalesIn } from '../../content/texts.ts'
import { type Locale, languageTags } from '../../contract/locale.ts'
import type { TeamDensity } from './density-model.ts'
import type { DiscCounts, LargeTeamFigures, TraitCount } from './density-store.ts'
import type { SharedValue, Team, TraitSpread } from './model.ts'
import { summarizeCounts } from './team-summary.ts'
import { percentileOf, spreadOf } from './traits.ts'

/** The result for a team with too many people to list, from counts alone. Deterministic. */
export function buildLargeTeam(figures: LargeTeamFigures, locale: Locale): Team {
  const texts = teamTexts(locale)
  const number = new Intl.NumberFormat(languageTags[locale])
  const { disc, traits, core, profiles, results, doubtful, isSample } = figures
  const density = densityOf(disc, { isSample, coreCount: core.people })
  const letters = Object.fromEntries(disc.letters.map(({ letter, count }) => [letter, count]))
  return {
    locale,
    profileCount: profiles,
    resultCount: results,
    lede: summarizeCounts(
      { letters, placed: density.discCount, people: results },
      texts,
      locale,
      number.format,
    ),
    note:
      doubtful === 0
        ? null
        : fillSlots(texts.noteOfMany, { count: number.format(doubtful), total: number.format(results) }),
    people: [],
    density,
    traits: traitsOf(traits, scalesIn(locale), texts),
    values: valuesOf(core.values, itemsIn(locale).core.values),
    differences: [],
    together: [],
    questions: [],
  }
}

function densityOf(
  { cells, directions }: DiscCounts,
  rest: Pick<TeamDensity, 'isSample' | 'coreCount'>,
): TeamDensity {
  const counts = new Map(directions.map(({ direction, count }) => [direction, count]))
  const middle = (cell: number) => (cell + 0.5) * cellSize
  return {
    ...rest,
    discCount: cells.reduce((sum, { count }) => sum + count, 0),
    cells: cells
      .toSorted((one, other) => other.row - one.row || one.column - other.column)
      .map(({ column, row, count }) => ({ across: middle(column), up: middle(row), count })),
    directions: Array.from({ length: directionCount }, (_, at) => counts.get(at) ?? 0),
  }
}

function traitsOf(
  counted: readonly TraitCount[],
  names: Pick<ReturnType<typeof scalesIn>, 'traits'>,
  texts: TeamTexts,
): TraitSpread[] {
  return Object.entries(names.traits).flatMap(([trait, { name: label }]) => {
    const own = counted.filter((one) => one.trait === trait).sort((one, other) => one.t - other.t)
    const [first, last] = [own[0], own.at(-1)]
    if (!first || !last) return []
    const count = own.reduce((sum, one) => sum + one.count, 0)
    const spread = spreadOf({ count, range: last.t - first.t, ...variancesOf(own, count) })
    return [
      {
        trait,
        label,
        count,
        lowest: first.score,
        median: percentileOf(
          (scoreAt(own, Math.ceil(count / 2)) + scoreAt(own, Math.floor(count / 2) + 1)) / 2,
        ),
        highest: last.score,
        spread,
        words: spread ? texts.spread[spread] : '',
        levels: levelsOf(own),
        steps: stepsOf(own),
      },
    ]
  })
}

/** The T score at a place, from 1, of people in the order of their scores. */
function scoreAt(sorted: readonly TraitCount[], place: number): number {
  let before = 0
  for (const { t, count } of sorted) {
    before += count
    if (before >= place) return t
  }
  return axis.middle
}

/** The variance of T scores, and the mean square of their errors. */
function variancesOf(own: readonly TraitCount[], count: number) {
  const meanOf = (of: (one: TraitCount) => number) =>
    own.reduce((sum, one) => sum + of(one) * one.count, 0) / count
  const mean = meanOf(({ t }) => t)
  return {
    variance: (meanOf(({ t }) => (t - mean) ** 2) * count) / Math.max(1, count - 1),
    errorVariance: meanOf(({ sem }) => sem ** 2),
  }
}

function levelsOf(own: readonly TraitCount[]): NonNullable<TraitSpread['levels']> {
  const levels = { veryLow: 0, low: 0, baseline: 0, high: 0, veryHigh: 0 }
  for (const { level, count } of own) levels[level] += count
  return levels
}

function stepsOf(own: readonly TraitCount[]): number[] {
  const steps = Array<number>(tSteps.count).fill(0)
  for (const { t, count } of own) {
    const step = clamp(0, tSteps.count - 1, Math.floor((t - tSteps.from) / tSteps.size))
    steps[step] = (steps[step] ?? 0) + count
  }
  return steps
}

/** Most frequent first, ties in the order of the instrument. */
function valuesOf(
  counted: readonly { key: string; count: number }[],
  names: ReturnType<typeof itemsIn>['core']['values'],
): SharedValue[] {
  return Object.entries(names)
    .flatMap(([key, { label }]) => {
      const count = counted.find((one) => one.key === key)?.count ?? 0
      return count > 0 ? [{ key, label, count, profileIds: [] }] : []
    })
    .sort((one, other) => other.count - one.count)
}
