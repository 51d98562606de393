import type { AccountView } from './page-view.ts'

/** `GET /take/erasure`, and `GET /t/{link}?erasure`: asks the account to delete the person's data. */
export type ErasureView = AccountView & {
  /** When the person asked, while the request is open. */
  readonly requestedAt?: string
  /** Where the form posts to. */
  readonly action: string
  /** URL of this page, for other languages. */
  readonly path: string
  /** Undefined for people who came only for this: there is no page to return to. */
  readonly backUrl?: string
  /** Download of the person's data, for signed-in people. */
  readonly downloadUrl?: string
}

/** What a person can do about their data after completion. */
export type OwnDataView = {
  readonly downloadUrl?: string
  /** The page with the person's own answers. */
  readonly answersUrl?: string
  /** Where to request deletion, and when the person did. */
  readonly erasure?: { readonly url: string; readonly requestedAt?: string }
  /** The page of the account's study, if the person could take part. The same whether they do. */
  readonly studyUrl?: string
  /** When the account opened the present attempt, for people who have taken it before. */
  readonly openedAgainAt?: string
  /** Whether data is withheld because the person's address is not confirmed. */
  readonly isHeldBack?: boolean
  /** Where the one who ordered the assessment leads people on to. */
  readonly redirectUrl?: string
}

/** The stored debrief as shown to its person, in the language in which it was written. */
export type OwnDebriefView = {
  readonly languageTag: string
  readonly kind: 'rules' | 'llm'
  /** Undefined for an invented person. */
  readonly createdAt?: string
  readonly sections: readonly {
    readonly title: string
    readonly paragraphs: readonly string[]
    readonly lists: readonly { readonly label?: string; readonly items: readonly string[] }[]
  }[]
}
