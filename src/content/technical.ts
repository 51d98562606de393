import type { Family, Letter } from '../scoring/results.ts'
import { readContent } from './content-file.ts'

/** What `/technical` shows, as a page and as JSON. Correlations and utilities have three decimals, shares four. */
export type TechnicalFigures = {
  /** When people were counted. */
  readonly computedAt: string
  /** With fewer people with usable answers, a questionnaire's figures come from the simulation. */
  readonly floor: number
  readonly simulation: Simulation['made']
  readonly people: Readonly<Record<Family, PeopleFigures>>
  readonly focus: Based & FocusFigures
  readonly shortFocus: ShortFocusFigures
  readonly disc: Based & DiscFigures
  readonly core: Based & CoreFigures
  readonly localNorms: {
    readonly floor: number
    readonly meanWeight: number
    readonly varianceWeight: number
  }
}

/** The source of one questionnaire's figures, and the number of people behind them. */
export type Based = {
  readonly basis: 'people' | 'simulation'
  readonly n: number
  /** When figures of people were computed. They are only recomputed after `floor` more people. */
  readonly madeAt: string | null
}

export type PeopleFigures = {
  readonly form: string
  /** People with usable answers at the last count. */
  readonly n: number
  /** True if counting stopped early, because more people would not change any figure shown. */
  readonly capped: boolean
  /** Computed together with the figures of people. Null below the floor, like everything but plain counts. */
  readonly medianMinutes: number | null
  /** Shares of all who completed it. */
  readonly quality: { readonly ok: number; readonly caution: number; readonly invalid: number } | null
}

/** How many people took a questionnaire twice. Retest figures are null below the floor. */
type Retested = { readonly retestN: number }

export type FocusFigures = Retested & {
  readonly form: string
  readonly norm: string
  readonly scales: readonly FocusScaleFigures[]
  readonly items: readonly FocusItemFigures[]
}

export type FocusScaleFigures = {
  readonly scale: string
  readonly kind: 'trait' | 'facet'
  readonly alpha: number | null
  /** For facets only, because it assumes one factor. */
  readonly omega: number | null
  readonly splitHalf: number | null
  readonly semRaw: number | null
  readonly semT: number | null
  readonly mean: number
  readonly sd: number
  readonly norm: { readonly mean: number; readonly sd: number; readonly provisional: boolean }
  readonly retest: number | null
}

export type FocusItemFigures = {
  readonly item: number
  readonly facet: string
  readonly key: 1 | -1
  readonly mean: number
  readonly sd: number
  readonly itemRest: number | null
}

/** The short form of Focus: derived from the full one, whatever people have answered. */
export type ShortFocusFigures = {
  readonly basis: 'derived'
  readonly form: string
  readonly norm: string
  readonly scales: readonly {
    readonly scale: string
    readonly kind: 'trait' | 'facet'
    readonly reliability: number
    readonly semT: number
    readonly norm: { readonly mean: number; readonly sd: number }
  }[]
}

export type DiscFigures = Retested & {
  readonly form: string
  readonly letters: readonly {
    readonly letter: Letter
    readonly mean: number
    readonly sd: number
    readonly splitHalf: number | null
    readonly retest: number | null
  }[]
  readonly statements: readonly {
    readonly statement: string
    readonly block: number
    readonly letter: Letter
    readonly most: number
    readonly least: number
  }[]
}

export type CoreFigures = Retested & {
  readonly form: string
  readonly values: readonly {
    readonly value: string
    readonly mean: number
    readonly sd: number
    readonly first: number
    readonly topFive: number
    /** Shares of the thirteen ranks, from the first. */
    readonly ranks: readonly number[]
  }[]
  /** The mean over people of r between the thirteen utilities of both attempts. */
  readonly retest: number | null
}

/** The figures of the simulation that ships with the software, written by `scripts/technical.ts`. */
export type Simulation = {
  readonly made: { readonly people: number; readonly seed: number; readonly models: string }
  readonly focus: FocusFigures
  readonly disc: DiscFigures
  readonly core: CoreFigures
}

/** Shown while there are too few real people. */
export const simulation = readContent<Simulation>('simulation.json')
