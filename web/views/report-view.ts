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
  /** Where this page is found in another language. */
  readonly path: string
  readonly expiresAt: string
}

/** `GET /r/{token}` of a link that never was, has ended or was ended. */
export type ReportOverView = PageView & { readonly page: ReportPageWords; readonly path: string }
