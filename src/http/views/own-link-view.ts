import type { PageView } from './page-view.ts'

/** Texts of `own` in `content/locales/<locale>/reportPage.json`. */
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

/** A person's own share link on their results page: whether one is active, and where the forms post to. */
export type OwnLinkView = {
  readonly words: OwnLinkWords
  readonly days: number
  /** When the active link expires; undefined if there is none. */
  readonly until?: string
  readonly makeUrl: string
  readonly endUrl: string
}

/** The page that shows the URL of a new link, once. */
export type OwnLinkMadeView = PageView & {
  readonly accountName: string
  readonly words: OwnLinkWords
  readonly address: string
  readonly until: string
  readonly timeZone?: string
  readonly backUrl: string
}
