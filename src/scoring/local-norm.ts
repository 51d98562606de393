import { type Distribution, type FocusKeys, type FocusNorm, generalNorm } from './focus.ts'
import { normalCdf } from './normal.ts'
import type { FocusResult, FocusScale, Trait } from './results.ts'
import { round } from './round.ts'

/** The minimum number of people in an account for a local norm: fewer say little, and individuals could be guessed. */
export const localFloor = 200

/**
 * The weight of the general norm against n people, in people (empirical Bayes: Efron and Morris 1975, Journal of the
 * American Statistical Association 70, 311-319; the weight n/(n + k) is Bühlmann's credibility, ASTIN Bulletin 1967).
 * For the mean, k is the variance within accounts over that of the accounts' true means: 50 if accounts explain 2% of
 * the variance (true means with an SD of a seventh of a person's). For the variance it is the weight in degrees of
 * freedom of a scaled inverse chi-square prior (Gelman et al., Bayesian Data Analysis, 3rd ed., section 2.6): 200 if
 * true variances differ by about a tenth between accounts, since 2/0.1² = 200. Both are conservative assumptions, until
 * enough accounts can be compared.
 */
export const localWeights = { mean: 50, variance: 200 } as const
export type LocalWeights = { readonly mean: number; readonly variance: number }

/** What is stored of people's raw sums on one scale: their count, their sum, and the sum of their squares. */
export type RawSums = { readonly n: number; readonly sum: number; readonly squares: number }

/** A scale's figures in a local norm, in raw points: observed, and shrunk towards the general norm. */
export type LocalCell = {
  readonly found: Distribution
  readonly drawn: Distribution
}

/** By trait and facet, as the API names them. */
export type LocalCells = Readonly<Record<string, LocalCell>>

/** Percentiles (1..99, one decimal) within the account, by trait and facet. */
export type LocalScores = Readonly<
  Record<
    Trait,
    { readonly score: number; readonly facets: Readonly<Record<string, { readonly score: number }>> }
  >
>

/**
 * Mean and SD of the people, and both shrunk towards the general norm: the mean by n/(n + k), the variance (observed
 * over n - 1) by the same rule with its own weight and n - 1. Throws a RangeError for fewer than two.
 */
export function localCell(
  { n, sum, squares }: RawSums,
  general: Distribution,
  weights: LocalWeights,
): LocalCell {
  if (n < 2) throw new RangeError(`local norm: expected at least 2 people, found ${n}`)
  const mean = sum / n
  const variance = Math.max(0, squares - (sum * sum) / n) / (n - 1)
  const drawnVariance = ((n - 1) * variance + weights.variance * general.sd ** 2) / (n - 1 + weights.variance)
  return {
    found: roundDistribution(mean, variance),
    drawn: roundDistribution((n * mean + weights.mean * general.mean) / (n + weights.mean), drawnVariance),
  }
}

/** The cells of every trait and facet. Throws a RangeError if the sums of one are missing. */
export function localCells(
  sums: Readonly<Record<string, RawSums>>,
  keys: FocusKeys,
  norm: FocusNorm,
  weights: LocalWeights = localWeights,
): LocalCells {
  const cells: Record<string, LocalCell> = {}
  for (const { name, general } of scalesOf(keys, norm)) {
    const found = sums[name]
    if (!found) throw new RangeError(`local norm: no sums for ${name}`)
    cells[name] = localCell(found, general, weights)
  }
  return cells
}

/** Every trait, each followed by its facets, with the general norm's mean and SD. */
export function scalesOf(
  keys: FocusKeys,
  norm: FocusNorm,
): { readonly name: string; readonly kind: 'trait' | 'facet'; readonly general: Distribution }[] {
  return [...new Set(keys.facets.map(({ trait }) => trait))].flatMap((trait) => {
    const facets = keys.facets.filter((one) => one.trait === trait)
    const domain = facets[0]?.scale.charAt(0) ?? ''
    return [
      { name: trait as string, kind: 'trait' as const, general: generalNorm(norm, 'domains', domain) },
      ...facets.map(({ facet, scale }) => ({
        name: facet,
        kind: 'facet' as const,
        general: generalNorm(norm, 'facets', scale),
      })),
    ]
  })
}

/** A stored result within a local norm. Undefined if the norm lacks one of its scales. */
export function localScores(
  result: FocusResult,
  cells: LocalCells,
  keys: FocusKeys,
): LocalScores | undefined {
  const scores: Partial<Record<Trait, LocalScores[Trait]>> = {}
  for (const [name, { facets, ...trait }] of Object.entries(result) as [Trait, FocusResult[Trait]][]) {
    const sign = keys.facets.find((facet) => facet.trait === name)?.sign
    const score = scoreIn(cells[name], trait, sign)
    const inner = Object.entries(facets).map(([facet, scale]) => [facet, scoreIn(cells[facet], scale, sign)])
    if (score === undefined || inner.some(([, one]) => one === undefined)) return undefined
    scores[name] = {
      score,
      facets: Object.fromEntries(inner.map(([facet, one]) => [facet, { score: one }])),
    }
  }
  return scores as LocalScores
}

/** As with the general norm: 100·Φ(z), reversed for stability, bounded to 1..99. */
function scoreIn(
  cell: LocalCell | undefined,
  { raw }: Pick<FocusScale, 'raw'>,
  sign = 1,
): number | undefined {
  if (!cell || !(cell.drawn.sd > 0)) return undefined
  const z = (sign * (raw - cell.drawn.mean)) / cell.drawn.sd
  return Math.min(99, Math.max(1, round(100 * normalCdf(z), 1)))
}

/** Four decimals, as in the general norm: every score is computed from the stored values. */
function roundDistribution(mean: number, variance: number): Distribution {
  return { mean: round(mean, 4), sd: round(Math.sqrt(variance), 4) }
}
