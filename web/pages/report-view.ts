import type { PageView, ResultsView } from './views.ts'

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

/** Texts of `own` in the same file. */
export type OwnLinkWords = Readonly<
  Record<
    | 'name'
    | 'off'
    | 'make'
    | 'live'
    | 'again'
    | 'end'
    | 'madeTitle'
    | 'madeText'
    | 'once'
    | 'address'
    | 'copy'
    | 'copied'
    | 'back',
    string
  >
>

/** A person's own link on their results page: whether one is live, and where the forms post to. */
export type OwnLinkView = {
  readonly words: OwnLinkWords
  readonly days: number
  /** Until when the live one works; left out while there is none. */
  readonly until?: string
  readonly makeUrl: string
  readonly endUrl: string
}

/** The page that tells the address of a link just made, once. */
export type OwnLinkMadeView = PageView & {
  readonly accountName: string
  readonly words: OwnLinkWords
  readonly address: string
  readonly until: string
  readonly timeZone?: string
  readonly backUrl: string
}
