import type { AccountView } from './page-view.ts'

/** `GET /take/erasure`, and `GET /t/{link}?erasure`: asking the account to delete what it holds on the person. */
export type ErasureView = AccountView & {
  /** When the person asked, while the request is open. */
  readonly requestedAt?: string
  /** Where the one form posts to. */
  readonly action: string
  /** This page itself, for another language. */
  readonly path: string
  /** Left out for whoever came in for this alone: there is nothing to go back to. */
  readonly backUrl?: string
  /** Where the person's data can be had, for whoever is signed in. */
  readonly downloadUrl?: string
}

/** What a person can do about their data when all is done. */
export type OwnDataView = {
  readonly downloadUrl?: string
  /** Where to ask for deletion, and when the person asked. */
  readonly erasure?: { readonly url: string; readonly requestedAt?: string }
  /** When the account opened the present attempt, for whoever has taken it before. */
  readonly openedAgainAt?: string
  /** Whether something is withheld because the person's address is not confirmed. */
  readonly isHeldBack?: boolean
}

/** The stored debrief as its person reads it, in the language that it was written in. */
export type OwnDebriefView = {
  readonly languageTag: string
  readonly kind: 'rules' | 'llm'
  readonly createdAt: string
  readonly sections: readonly {
    readonly title: string
    readonly paragraphs: readonly string[]
    readonly lists: readonly { readonly label?: string; readonly items: readonly string[] }[]
  }[]
}
