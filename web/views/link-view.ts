import type { AssessmentId, PageView } from './page-view.ts'

/** What a person agrees to by starting, sentence by sentence; the version names these very words. */
export type AgreementView = {
  readonly version: string
  readonly why: string
  readonly results: string
  readonly kept: string
  readonly agree: string
}

/**
 * `GET /t/{link}`. `over` is one page for expired, superseded, revoked and unknown links; `wrong` asks whether it
 * reached somebody else, and `told` says that the account is told so.
 */
export type LinkView = PageView & {
  readonly state: 'start' | 'resume' | 'completed' | 'over' | 'sentAgain' | 'wrong' | 'told'
  /** Left out (like the appearance) on the `over` page of an unknown link. */
  readonly accountName?: string
  readonly personName?: string
  /** Until when the link works, or until when it worked. */
  readonly expiresAt?: string
  readonly assessments: readonly {
    readonly id: AssessmentId
    readonly name: string
    readonly itemCount: number
    readonly estimatedMinutes: number
    readonly done: boolean
  }[]
  /** Whether the person sees their own results at the end. */
  readonly seesReport: boolean
  /** What the button of the `start` and `resume` pages agrees to. */
  readonly agreement?: AgreementView
  /** The agreement has changed between the showing of the page and its button. */
  readonly hasChanged?: boolean
  /** When the account opened it once more, for whoever has taken it before. */
  readonly openedAgainAt?: string
  /** Where text messages are stopped, for a link that came in one. */
  readonly stopTexts?: string
  /** Where the one form posts to: `/t/{link}`. */
  readonly action: string
}

export type ShareField = 'firstName' | 'lastName' | 'email'

/**
 * `GET /t/{link}` of a link that anybody may start from. `closed` tells that nobody can start just now, `busy` that too many have, `over` that
 * the link has ended or never was, `sent` that a personal link is on its way.
 */
export type ShareView = PageView & {
  readonly state: 'open' | 'closed' | 'busy' | 'over' | 'sent'
  /** Left out (like the logo) on the `over` page. */
  readonly accountName?: string
  readonly expiresAt?: string
  readonly assessments: LinkView['assessments']
  readonly seesReport: boolean
  readonly agreement?: AgreementView
  readonly hasChanged?: boolean
  /** Where another language of this page is found: `/t/{link}`. */
  readonly path: string
  /** Where the one form posts to. */
  readonly action: string
  /** Names this showing of the form, so that sending it twice starts once. */
  readonly once?: string
  /** Where somebody goes on who has begun in this browser. */
  readonly goOnUrl?: string
  /** What was typed, and what is wrong with it. */
  readonly values?: Readonly<Partial<Record<ShareField, string>>>
  readonly problems?: Readonly<Partial<Record<ShareField, 'missing' | 'tooLong' | 'unreadable' | 'limited'>>>
  readonly sentTo?: string
}
