import { intervalOf, type NormalEstimate } from './estimate.ts'
import { estimateAlpha, estimateMean, estimateOmega, estimateShare, estimateSpread } from './estimators.ts'
import type { FocusKeys, FocusNorm } from './focus.ts'
import { scalesOf } from './local-norm.ts'
import { predictions, unrelatedTrait } from './predictions.ts'
import { letters } from './results.ts'
import { criterionFigures, orderFigures, peerFigures } from './study-comparisons.ts'
import {
  correlationOf,
  type EstimatedFigure,
  type PossibleFigure,
  type StudyFigure,
  type StudyPerson,
  studyFloor,
} from './study-figure.ts'

/** Facets, and what DISC should not go with, only from here on: more figures say more about single people. */
const detailFloor = 200

/**
 * All figures that these people allow, in a fixed order. A figure that would be of fewer than `studyFloor` people, or
 * that can't be computed because something doesn't vary, is left out.
 */
export function studyFigures(
  people: readonly StudyPerson[],
  keys: FocusKeys,
  norm: FocusNorm,
): EstimatedFigure[] {
  if (people.length < studyFloor) return []
  const scales = preparedScales(keys, norm)
  const traits = scales.filter(({ kind }) => kind === 'trait')
  const isDetailed = people.length >= detailFloor
  const figures = [
    ...scales.flatMap((scale) => (scale.kind === 'trait' || isDetailed ? scaleFigures(scale, people) : [])),
    ...letters.flatMap((_, at) => letterFigures(at, people)),
    ...relations(scales, people, isDetailed),
    ...comparisons(traits, people),
    ...missingShares(people),
  ]
  return estimated(figures)
}

/** Only the figures with what is outside of the questionnaires, for simulations. */
export function comparisonFigures(
  people: readonly StudyPerson[],
  keys: FocusKeys,
  norm: FocusNorm,
): EstimatedFigure[] {
  const traits = preparedScales(keys, norm).filter(({ kind }) => kind === 'trait')
  return estimated(comparisons(traits, people))
}

function comparisons(traits: readonly PreparedScale[], people: readonly StudyPerson[]): PossibleFigure[] {
  return [...criterionFigures(traits, people), ...peerFigures(traits, people), ...orderFigures(people)]
}

/** Leaves out what is of too few people, or can't be estimated. */
function estimated(figures: readonly PossibleFigure[]): EstimatedFigure[] {
  return figures.flatMap(({ estimate, ...figure }) =>
    estimate && estimate.n >= studyFloor ? [{ ...figure, estimate }] : [],
  )
}

/** What an interval says of a prediction: all on its side, all on the other side, or neither. */
export function verdictOf(figure: EstimatedFigure): 'supported' | 'contradicted' | 'open' {
  const predicted = predictions.find(
    ({ letter, facet }) => letter === figure.subject && facet === figure.other,
  )
  const { low, high } = intervalOf(figure.estimate)
  if (!predicted || (low <= 0 && high >= 0)) return 'open'
  return Math.sign(low) === predicted.sign ? 'supported' : 'contradicted'
}

type PreparedScale = {
  readonly kind: 'trait' | 'facet'
  readonly name: string
  readonly trait: string
  /** The keyed answers, one a statement. */
  readonly keyed: (answers: readonly number[]) => number[]
  readonly t: (answers: readonly number[]) => number
}

function preparedScales(keys: FocusKeys, norm: FocusNorm): PreparedScale[] {
  return scalesOf(keys, norm).map(({ name, kind, general }) => {
    const facets = keys.facets.filter(({ trait, facet }) => (kind === 'trait' ? trait : facet) === name)
    const items = facets
      .flatMap((facet) => facet.items)
      .map((n) => ({ at: n - 1, isReversed: keys.items[n - 1]?.ipip === -1 }))
    const { trait = '', sign = 1 } = facets[0] ?? {}
    const keyed = (answers: readonly number[]) =>
      items.map(({ at, isReversed }) => {
        const answer = answers[at] as number
        return isReversed ? 6 - answer : answer
      })
    const t = (answers: readonly number[]) => {
      const raw = keyed(answers).reduce((sum, answer) => sum + answer, 0)
      return 50 + (10 * sign * (raw - general.mean)) / general.sd
    }
    return { kind, name, trait, keyed, t }
  })
}

function scaleFigures(
  { kind, name, keyed, t }: PreparedScale,
  people: readonly StudyPerson[],
): PossibleFigure[] {
  const sheets = people.flatMap(({ first }) => (first.focus ? [first.focus] : []))
  const rows = sheets.map(keyed)
  const scores = sheets.map(t)
  const pairs = people.flatMap(({ first, again }) =>
    first.focus && again?.focus ? [[t(first.focus), t(again.focus)] as const] : [],
  )
  const of = (figure: StudyFigure['figure'], estimate: NormalEstimate | undefined) => ({
    ...{ kind, subject: name, figure, estimate },
  })
  return [
    of('alpha', estimateAlpha(rows)),
    // One factor behind all statements is the model of a facet, not of a trait; two statements have none.
    ...(kind === 'facet' && (rows[0]?.length ?? 0) > 2 ? [of('omega', estimateOmega(rows))] : []),
    of('retest', correlationOf(pairs)),
    of('mean', estimateMean(scores)),
    of('sd', estimateSpread(scores)),
  ]
}

function letterFigures(at: number, people: readonly StudyPerson[]): PossibleFigure[] {
  const letter = letters[at] as string
  const found = people.flatMap(({ first }) => (first.letters ? [first.letters[at] as number] : []))
  const pairs = people.flatMap(({ first, again }) =>
    first.letters && again?.letters
      ? [[first.letters[at] as number, again.letters[at] as number] as const]
      : [],
  )
  const of = (figure: StudyFigure['figure'], estimate: NormalEstimate | undefined) => ({
    ...{ kind: 'letter' as const, subject: letter, figure, estimate },
  })
  return [
    of('retest', correlationOf(pairs)),
    of('mean', found.length > 1 ? estimateMean(found) : undefined),
    of('sd', found.length > 1 ? estimateSpread(found) : undefined),
  ]
}

/** Letters with the facets that were predicted, and with those that should matter less. */
function relations(
  scales: readonly PreparedScale[],
  people: readonly StudyPerson[],
  isDetailed: boolean,
): PossibleFigure[] {
  const unrelated = scales.filter(({ kind, trait }) => kind === 'facet' && trait === unrelatedTrait)
  const wanted = [
    ...predictions.map(({ letter, facet }) => ({ kind: 'prediction' as const, letter, facet })),
    ...(isDetailed ? letters : []).flatMap((letter) =>
      unrelated.map(({ name }) => ({ kind: 'comparison' as const, letter, facet: name })),
    ),
  ]
  return wanted.map(({ kind, letter, facet }) => {
    const scale = scales.find(({ name }) => name === facet)
    const at = letters.indexOf(letter)
    const pairs = people.flatMap(({ first }) =>
      first.focus && first.letters && scale
        ? [[first.letters[at] as number, scale.t(first.focus)] as const]
        : [],
    )
    return { kind, subject: letter, figure: 'r', other: facet, estimate: correlationOf(pairs) }
  })
}

function missingShares(people: readonly StudyPerson[]): PossibleFigure[] {
  const due = people.filter(({ isDue }) => isDue)
  const share = (subject: string, of: readonly StudyPerson[], isMissing: (one: StudyPerson) => boolean) => ({
    ...{ kind: 'missing' as const, subject, figure: 'share' as const },
    estimate: estimateShare(of.filter(isMissing).length, of.length),
  })
  return [
    share('disc', people, ({ first }) => !first.letters),
    share('retest', due, ({ again }) => !again?.focus),
  ]
}
