import { focusFormOf } from '../../content/forms.ts'
import { focusInstrument } from '../../content/norms.ts'
import type { ShortFocusFigures } from '../../content/technical.ts'
import { scalesOf } from '../../scoring/local-norm.ts'
import { round } from '../../scoring/round.ts'

/** Reliability, standard error and norm of the short form's scales. They follow from the content alone. */
export function shortFocusFigures(): ShortFocusFigures {
  const { keys, norm, reliability } = focusInstrument(focusFormOf('focus-60').id)
  const scaleOf = new Map(keys.facets.map(({ facet, scale }) => [facet, scale]))
  const domainOf = new Map<string, string>(keys.facets.map(({ trait, scale }) => [trait, scale.charAt(0)]))
  return {
    basis: 'derived',
    form: keys.id,
    norm: norm.id,
    scales: scalesOf(keys, norm).map(({ name, kind, general }) => {
      const of =
        kind === 'trait'
          ? reliability.domains[domainOf.get(name) ?? '']
          : reliability.facets[scaleOf.get(name) ?? '']
      const known = of ?? Number.NaN
      return {
        scale: name,
        kind,
        reliability: known,
        semT: round(10 * Math.sqrt(1 - known), 2),
        norm: general,
      }
    }),
  }
}
