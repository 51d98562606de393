import type { Distribution, FocusKeys, FocusNorm, FocusReliability } from '../../src/scoring/focus.ts'
import { round } from '../../src/scoring/round.ts'

/**
 * Norm and reliabilities of the form with two statements a facet, derived from those of the form with four. Nobody has
 * published figures of the pairs, so each statement is assumed to have an equal share of its facet: the same mean, the
 * same variance, the same covariance with the others. Real pairs differ; the assumptions are named in both files.
 */
export function deriveShortForm(keys: FocusKeys, norm: FocusNorm, reliability: FocusReliability) {
  const facetOf = (scale: string) =>
    norm.provisional.facets[scale] ?? (norm.balanced.facets[scale] as Distribution)
  const scales = keys.facets.map(({ scale }) => scale)
  const short = Object.fromEntries(
    scales.map((scale) => [scale, halved(facetOf(scale), reliability.facets[scale] as number)]),
  )
  const balanced = Object.fromEntries(
    scales.map((scale) => [
      scale,
      halved(norm.balanced.facets[scale] as Distribution, reliability.facets[scale] as number),
    ]),
  )
  const domains = [...new Set(scales.map((scale) => scale.charAt(0)))]
  const ownOf = (domain: string) => scales.filter((scale) => scale.startsWith(domain))
  const shortDomains = Object.fromEntries(
    domains.map((domain) => [domain, shortDomain(ownOf(domain), short, facetOf, norm, domain)]),
  )
  const facets = Object.fromEntries(
    scales.map((scale) => [scale, round(shorter(reliability.facets[scale] as number), 4)]),
  )
  return {
    norm: {
      balanced: {
        domains: Object.fromEntries(
          domains.map((domain) => [
            domain,
            shortDomain(
              ownOf(domain),
              balanced,
              (scale) => norm.balanced.facets[scale] as Distribution,
              norm,
              domain,
            ),
          ]),
        ),
        facets: balanced,
      },
      provisional: { domains: { O: shortDomains.O }, facets: { O6: short.O6 } },
    },
    reliability: {
      domains: Object.fromEntries(
        domains.map((domain) => [
          domain,
          round(stratified(ownOf(domain), short, facets, shortDomains[domain] as Distribution), 4),
        ]),
      ),
      facets,
    },
  }
}

/** Spearman and Brown for half the length: α/(2 - α). */
function shorter(alpha: number): number {
  return alpha / (2 - alpha)
}

/**
 * The sum of two of four statements. With alpha = 4/3 · (1 - 4v/s²) for equal variances v, v = s²(1 - 3α/4)/4 and the
 * covariance of two is αs²/16, so that 2v + 2c = s²(1/2 - α/4).
 */
function halved({ mean, sd }: Distribution, alpha: number): Distribution {
  return { mean: round(mean / 2, 4), sd: round(sd * Math.sqrt(0.5 - alpha / 4), 4) }
}

/**
 * The sum of six pairs. Covariances between facets are a quarter of those of the full form; those of openness to
 * openMindedness, whose statements are our own, have the mean correlation of its other published facets.
 */
function shortDomain(
  scales: readonly string[],
  short: Readonly<Record<string, Distribution>>,
  facetOf: (scale: string) => Distribution,
  norm: FocusNorm,
  domain: string,
): Distribution {
  const published = scales.map((scale) => (norm.balanced.facets[scale] as Distribution).sd)
  const whole = (norm.balanced.domains[domain] as Distribution).sd
  const r = (whole ** 2 - squares(published)) / products(published)
  const between = (r * products(scales.map((scale) => facetOf(scale).sd))) / 4
  const pairs = scales.map((scale) => short[scale] as Distribution)
  return {
    mean: round(
      pairs.reduce((sum, { mean }) => sum + mean, 0),
      4,
    ),
    sd: round(Math.sqrt(squares(pairs.map(({ sd }) => sd)) + between), 4),
  }
}

/** Stratified alpha (Cronbach, Schönemann and McKie 1965), as for the full form. */
function stratified(
  scales: readonly string[],
  short: Readonly<Record<string, Distribution>>,
  reliability: Readonly<Record<string, number>>,
  domain: Distribution,
): number {
  const error = scales.reduce(
    (sum, scale) => sum + (short[scale] as Distribution).sd ** 2 * (1 - (reliability[scale] as number)),
    0,
  )
  return 1 - error / domain.sd ** 2
}

function squares(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value ** 2, 0)
}

/** The sum of the products of all ordered pairs of different values. */
function products(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) ** 2 - squares(values)
}
