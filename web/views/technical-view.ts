import type { PageView } from './page-view.ts'

/** `/technical`: how exactly the questionnaires measure, as tables whose numbers are written for the reader. */
export type TechnicalView = PageView & {
  /** The same as JSON. */
  readonly json: string
  readonly computedAt: string
  /** From so many people on the figures are those of people. */
  readonly floor: number
  readonly people: readonly PeopleRow[]
  readonly scales: TechnicalTable
  readonly items: TechnicalTable
  readonly letters: TechnicalTable
  readonly statements: TechnicalTable
  readonly values: TechnicalTable
  /** Left out where it is not shown. */
  readonly coreRetest?: string
  readonly localNorms: { readonly floor: number; readonly mean: number; readonly variance: number }
}

export type PeopleRow = {
  readonly name: string
  readonly n: string
  readonly basis: 'people' | 'simulation'
  /** Undefined while too few people are there. */
  readonly minutes: string | undefined
  readonly quality: { readonly ok: string; readonly caution: string; readonly invalid: string } | undefined
}

/** Rows of cells in the order of the page's columns; the first one heads its row. */
export type TechnicalTable = {
  readonly basis: 'people' | 'simulation'
  /** How many people, real or invented, written for the reader. */
  readonly n: string
  readonly rows: readonly TechnicalRow[]
}

export type TechnicalRow = { readonly cells: readonly string[]; readonly isTrait?: boolean }
