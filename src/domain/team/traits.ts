import type { Scales } from '../../content/scales.ts'
import type { TeamTexts } from '../../content/team.ts'
import { normalCdf } from '../../scoring/normal.ts'
import type { TraitSpread } from './model.ts'
import { momentsOf, rangeByChance } from './spread.ts'
import type { TeamMember, TeamMemberScale } from './team-member.ts'

/** Lowest, median and highest of each trait, and the team's spread on it. */
export function traitSpreads(
  people: readonly TeamMember[],
  names: Pick<Scales, 'traits'>,
  texts: TeamTexts,
): TraitSpread[] {
  return Object.entries(names.traits).flatMap(([trait, { name: label }]) => {
    const scales = people.flatMap(({ focus }) => focus?.[trait] ?? []).sort((one, other) => one.t - other.t)
    const [first, last] = [scales[0], scales.at(-1)]
    if (!first || !last) return []
    const spread = spreadOf(momentsOfScales(scales))
    return [
      {
        trait,
        label,
        count: scales.length,
        lowest: first.score,
        median: medianScore(scales),
        highest: last.score,
        spread,
        words: spread ? texts.spread[spread] : '',
      },
    ]
  })
}

/** The percentile of the median T score, so that number and position agree. */
function medianScore(sorted: readonly TeamMemberScale[]): number {
  const half = sorted.length / 2
  const [below, above] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]]
  if (!below || !above) return 50
  if (below === above) return below.score
  return percentileOf((below.t + above.t) / 2)
}

/** The percentile of a T score, bounded and rounded like scores. */
export function percentileOf(t: number): number {
  const percentile = 100 * normalCdf((t - 50) / 10)
  return Math.min(99, Math.max(1, Math.round(percentile * 10) / 10))
}

/** T scores of a group: how far the lowest is from the highest, their variance, and the mean square of their errors. */
type Moments = { count: number; range: number; variance: number; errorVariance: number }

function momentsOfScales(sorted: readonly TeamMemberScale[]): Moments {
  const count = sorted.length
  return {
    count,
    range: (sorted.at(-1)?.t ?? 0) - (sorted[0]?.t ?? 0),
    variance: momentsOf(sorted.map(({ t }) => t)).variance,
    errorVariance: sorted.reduce((sum, one) => sum + one.sem ** 2, 0) / count,
  }
}

/**
 * Close: measurement error alone puts one team in twenty as far apart. Wide: the people differ as much as those of the
 * norm, whose T scores have a standard deviation of 10.
 */
export function spreadOf({ count, range, variance, errorVariance }: Moments): TraitSpread['spread'] {
  if (count < 2) return null
  // Forms of different length have different errors; the range by chance is about that of their root mean square.
  if (range <= rangeByChance(count, 0.05) * Math.sqrt(errorVariance)) return 'close'
  return variance >= 100 ? 'wide' : 'apart'
}
