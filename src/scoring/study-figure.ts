import type { NormalEstimate } from './estimate.ts'
import { estimateCorrelation } from './estimators.ts'

/** No figure of fewer people. */
export const studyFloor = 50
/** What a person answered on one occasion: Focus in the order of the form, DISC as differences of D, I, S and C. */
export type Occasion = {
  readonly focus?: readonly number[] | undefined
  readonly letters?: readonly number[] | undefined
  /** Places of the values of Core, from 1. */
  readonly ranks?: Readonly<Record<string, number>> | undefined
}

export type StudyPerson = {
  readonly first: Occasion
  readonly again?: Occasion | undefined
  /** The time for the second occasion is over, or it took place. */
  readonly isDue: boolean
  /** Means of what people who know the person answered, of every trait, of at least three; see `peer-items.ts`. */
  readonly peers?: Readonly<Record<string, number>> | undefined
  /** What the account knows about the person, by name of the criterion, as a band of `criteria.ts`. */
  readonly criteria?: Readonly<Record<string, number>> | undefined
}

export type FigureKind =
  | 'trait'
  | 'facet'
  | 'letter'
  | 'prediction'
  | 'comparison'
  | 'criterion'
  | 'peer'
  | 'core'
  | 'missing'

/**
 * One figure: of what, and of which kind. Scales are in T of the norm, letters in differences of a sheet. `other` is the
 * facet that a letter is compared with, or the trait that a criterion is compared with. `median` is that of the rank
 * correlations of each person's two orders of Core.
 */
export type StudyFigure = {
  readonly kind: FigureKind
  readonly subject: string
  readonly figure: 'alpha' | 'omega' | 'retest' | 'mean' | 'sd' | 'r' | 'share' | 'median'
  readonly other?: string
}

export type EstimatedFigure = StudyFigure & { readonly estimate: NormalEstimate }

/** What can't be estimated has no estimate. */
export type PossibleFigure = StudyFigure & { readonly estimate: NormalEstimate | undefined }

/** The correlation of pairs, as an estimate. */
export function correlationOf(pairs: readonly (readonly [number, number])[]): NormalEstimate | undefined {
  return estimateCorrelation(
    pairs.map(([one]) => one),
    pairs.map(([, other]) => other),
  )
}
