import { correlation } from './correlation.ts'
import { bandIn, largestDistance, largestUsed } from './criteria.ts'
import { estimateMedianCorrelation } from './estimators.ts'
import { correlationOf, type PossibleFigure, type StudyPerson } from './study-figure.ts'

/** A trait, and its T for the answers to Focus. */
export type ScoredTrait = { readonly name: string; readonly t: (answers: readonly number[]) => number }

/**
 * Criteria with traits, as they were found: not corrected for the unreliability of either. None if so few people have
 * another value than the others that a single one of them would show.
 */
export function criterionFigures(
  traits: readonly ScoredTrait[],
  people: readonly StudyPerson[],
): PossibleFigure[] {
  const names = [...new Set(people.flatMap(({ criteria }) => Object.keys(criteria ?? {})))].sort()
  return names.flatMap((name) => {
    const known = people.flatMap(({ first, criteria }) => {
      const band = bandIn(criteria, name)
      return first.focus && band !== undefined ? [{ focus: first.focus, band }] : []
    })
    if (largestDistance(known.map(({ band }) => band)) > largestUsed) return []
    return traits.map((trait) => ({
      ...{ kind: 'criterion' as const, subject: name, figure: 'r' as const, other: trait.name },
      estimate: correlationOf(known.map(({ focus, band }) => [band, trait.t(focus)] as const)),
    }))
  })
}

/** Traits as people see themselves with traits as others see them. Not corrected for the unreliability of either. */
export function peerFigures(
  traits: readonly ScoredTrait[],
  people: readonly StudyPerson[],
): PossibleFigure[] {
  return traits.map(({ name, t }) => ({
    ...{ kind: 'peer' as const, subject: name, figure: 'r' as const },
    estimate: correlationOf(
      people.flatMap(({ first, peers }) => {
        const mean = peers?.[name]
        return first.focus && mean !== undefined ? [[t(first.focus), mean] as const] : []
      }),
    ),
  }))
}

/**
 * How far the order of the values of Core comes out again: within people (the median of their rank correlations, C. Spearman
 * 1904), and between people for each value.
 */
export function orderFigures(people: readonly StudyPerson[]): PossibleFigure[] {
  const pairs = people.flatMap(({ first, again }) =>
    first.ranks && again?.ranks ? [{ one: first.ranks, other: again.ranks }] : [],
  )
  const values = Object.keys(pairs[0]?.one ?? {}).sort()
  const within = pairs.flatMap(({ one, other }) => {
    const r = correlation(
      values.map((value) => one[value] as number),
      values.map((value) => other[value] as number),
    )
    return r === undefined ? [] : [r]
  })
  const of = (subject: string, figure: 'median' | 'retest', estimate: PossibleFigure['estimate']) => ({
    ...{ kind: 'core' as const, subject, figure, estimate },
  })
  return [
    of('order', 'median', estimateMedianCorrelation(within)),
    ...values.map((value) =>
      of(
        value,
        'retest',
        correlationOf(pairs.map(({ one, other }) => [one[value] as number, other[value] as number] as const)),
      ),
    ),
  ]
}
