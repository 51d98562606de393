import type { AccountView, PageView } from './page-view.ts'

/**
 * `GET /take/study`: offers the study and sends its link. `sent` and `ended` are the same for everyone, whether they take
 * part or not.
 */
export type StudyOfferView = AccountView & {
  readonly state: 'ask' | 'sent' | 'ended' | 'none'
  /** The address as entered, if it can't be one. */
  readonly unreadable?: string
  readonly backUrl: string
}

/** `GET /study/{link}`: the consent, then what the person can do. */
export type StudyView = AccountView & {
  /** URL of this page, which its forms post to. */
  readonly path: string
  readonly state: 'consent' | 'in' | 'answering'
  readonly consent: { readonly version: string; readonly sentences: readonly string[] }
  readonly agreedAt?: string
  /** Whether the study may use what the account knows about the person, and the words of that. */
  readonly criteria: { readonly words: string; readonly agreedAt: string | null }
  /** Links for people who know the person. `made` is shown once, right after it was created. */
  readonly peers: {
    readonly questions: number
    readonly most: number
    readonly links: readonly { readonly id: string; readonly expiresAt: string }[]
    readonly made?: { readonly url: string; readonly expiresAt: string }
  }
  readonly minutes: number
  readonly retest: {
    readonly state: 'none' | 'later' | 'open' | 'done'
    readonly dueAt?: string
    readonly closesAt?: string
  }
  readonly page?: StudyPageView
  /** Whether the answers of this page were sent before, but not all of them. */
  readonly isIncomplete?: boolean
}

/** One page of the second occasion. */
export type StudyPageView = {
  readonly at: number
  readonly of: number
  readonly content:
    | {
        readonly kind: 'focus'
        readonly prompt: string
        readonly labels: readonly string[]
        readonly items: readonly { readonly n: number; readonly text: string }[]
      }
    | {
        readonly kind: 'disc'
        readonly blocks: readonly {
          readonly n: number
          readonly statements: readonly { readonly letter: string; readonly text: string }[]
        }[]
      }
    | {
        readonly kind: 'core'
        readonly prompt: string
        readonly screens: readonly {
          readonly n: number
          readonly values: readonly { readonly key: string; readonly text: string }[]
        }[]
      }
}

/** A study link that shows nothing, or whose person has just stopped. */
export type StudyOverView = PageView & {
  readonly path: string
  readonly state: 'unknown' | 'ended'
}
