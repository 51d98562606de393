import type { AssessmentId, PageView } from './page-view.ts'

/** What a person agrees to by starting, sentence by sentence. The version identifies the wording. */
export type AgreementView = {
  readonly version: string
  readonly why: string
  readonly results: string
  readonly kept: string
  readonly agree: string
}

/**
 * `GET /t/{link}`. `over`: one page for expired, superseded, revoked and unknown links. `cut`: an address that can't be
 * a link, such as one that was cut off. `sentAgain`: a new link was asked for. `wrong`: asks whether it reached the wrong
 * person. `reported`: the account has been informed. `code`: asks for the code that was sent.
 */
export type LinkView = PageView & {
  readonly state:
    | 'start'
    | 'resume'
    | 'completed'
    | 'over'
    | 'cut'
    | 'sentAgain'
    | 'wrong'
    | 'reported'
    | 'code'
  /** Undefined (like the appearance) on the `over` page of an unknown link. */
  readonly accountName?: string
  readonly personName?: string
  /** When the link expires or expired. */
  readonly expiresAt?: string
  /** The last day of the campaign, as in 2026-12-05. */
  readonly deadline?: string
  readonly assessments: readonly {
    readonly id: AssessmentId
    readonly name: string
    readonly itemCount: number
    readonly estimatedMinutes: number
    readonly done: boolean
    /** Answers given so far. */
    readonly answered: number
  }[]
  /** Whether the person sees their own results at the end. */
  readonly seesReport: boolean
  /** The agreement behind the button of the `start` and `resume` pages. */
  readonly agreement?: AgreementView
  /** The agreement changed between showing the page and pressing its button. */
  readonly hasChanged?: boolean
  /** When the account opened a retake, for people who have taken it before. */
  readonly openedAgainAt?: string
  /** Where to stop text messages, for a link that came in one. */
  readonly stopTexts?: string
  /** Where the form posts to: `/t/{link}`. */
  readonly action: string
  /** On the `over` page: where a code or a new link goes, mostly covered; undefined if nothing may be said. */
  readonly sentTo?: string
  /** On the `over` page: how a new link comes; undefined if nothing may be said. */
  readonly newLinkBy?: 'email' | 'sms'
  /** On the `sentAgain` page of a link that has expired: whether a new one is on its way; undefined if it may not be said. */
  readonly isSent?: boolean
  /** On the `over` page: only a code helps, because nothing is left to answer. */
  readonly isFinished?: boolean
  /** On the `code` page. */
  readonly code?: { readonly attempt: string; readonly minutes: number; readonly isRefused: boolean }
}

export type ShareField = 'firstName' | 'lastName' | 'email'

/**
 * `GET /t/{link}` of a public link. `closed`: starting is not possible now; `busy`: too many people have started;
 * `over`: the link has ended or never existed; `sent`: a personal link has been sent.
 */
export type ShareView = PageView & {
  readonly state: 'open' | 'closed' | 'busy' | 'over' | 'sent'
  /** Undefined (like the logo) on the `over` page. */
  readonly accountName?: string
  readonly expiresAt?: string
  readonly assessments: LinkView['assessments']
  readonly seesReport: boolean
  readonly agreement?: AgreementView
  readonly hasChanged?: boolean
  /** URL of this page for other languages: `/t/{link}`. */
  readonly path: string
  /** Where the form posts to. */
  readonly action: string
  /** Id of this rendering of the form, so that submitting it twice starts once. */
  readonly once?: string
  /** Where someone who has begun in this browser can continue. */
  readonly goOnUrl?: string
  /** The input, and its problems. */
  readonly values?: Readonly<Partial<Record<ShareField, string>>>
  readonly problems?: Readonly<Partial<Record<ShareField, 'missing' | 'tooLong' | 'unreadable' | 'limited'>>>
  readonly sentTo?: string
}
