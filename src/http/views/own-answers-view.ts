import type { AccountView } from './page-view.ts'

/** What a person chose of several: their texts in the order in which they were shown. */
export type ChosenView = {
  readonly options: readonly string[]
  readonly most: string
  readonly least: string
}

/** `GET /take/results/answers`: the person's own answers, part by part; without those that were not taken. */
export type OwnAnswersView = AccountView & {
  readonly personName?: string
  readonly focus?: { readonly prompt: string; readonly answers: readonly RatedView[] }
  readonly disc?: readonly ChosenView[]
  readonly core?: readonly ChosenView[]
  readonly backUrl: string
}

export type RatedView = { readonly statement: string; readonly answer: string }
