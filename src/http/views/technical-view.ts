import type { PageView } from './page-view.ts'

/** `/technical`: measurement figures of the questionnaires, as tables of formatted numbers. */
export type TechnicalView = PageView & {
  /** URL of the same data as JSON. */
  readonly json: string
  readonly computedAt: string
  /** The number of people from which figures are based on real data. */
  readonly floor: number
  readonly people: readonly PeopleRow[]
  readonly scales: TechnicalTable
  readonly short: readonly TechnicalRow[]
  readonly items: TechnicalTable
  readonly letters: TechnicalTable
  readonly statements: TechnicalTable
  readonly values: TechnicalTable
  /** Undefined if it is not shown. */
  readonly coreRetest?: string
  readonly localNorms: { readonly floor: number; readonly mean: number; readonly variance: number }
}

export type PeopleRow = {
  readonly name: string
  readonly n: string
  readonly basis: 'people' | 'simulation'
  /** Undefined if there are too few people. */
  readonly minutes: string | undefined
  readonly quality: { readonly ok: string; readonly caution: string; readonly invalid: string } | undefined
}

/** Rows of cells in the order of the page's columns; the first cell is the row header. */
export type TechnicalTable = {
  readonly basis: 'people' | 'simulation'
  /** The number of real or simulated people, formatted. */
  readonly n: string
  readonly rows: readonly TechnicalRow[]
}

export type TechnicalRow = { readonly cells: readonly string[]; readonly isTrait?: boolean }
