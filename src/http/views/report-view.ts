import type { PageView } from './page-view.ts'
import type { ResultsView } from './results-view.ts'

/** Texts of `content/locales/<locale>/reportPage.json`. */
export type ReportPageWords = Readonly<
  Record<
    | 'addressed'
    | 'addressedNobody'
    | 'print'
    | 'printText'
    | 'until'
    | 'debrief'
    | 'byModel'
    | 'overTitle'
    | 'overText'
    | 'overAgain',
    string
  >
>

/** `GET /r/{token}` of one person. */
export type ReportView = ResultsView & {
  readonly page: ReportPageWords
  /** URL of this page for other languages. */
  readonly path: string
  readonly expiresAt: string
}

/** `GET /r/{token}` of an unknown, expired or revoked link. */
export type ReportOverView = PageView & { readonly page: ReportPageWords; readonly path: string }
