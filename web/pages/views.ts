/**
 * What each page is given: plain data, ready to show. The server makes these from its own records; nothing here
 * knows a database, a request or a secret. Dates are ISO 8601 in UTC, item numbers start at 1.
 */

import type { AppearanceView } from './appearance.ts'
import type { OwnDataView, OwnDebriefView } from './own-view.ts'
import type { QualityView } from './quality-view.ts'
import type { CallRules } from './reference-calls.ts'
import type { OwnLinkView } from './report-view.ts'

/** Every text of `content/locales/<locale>/site.json`. */
export type Messages = Readonly<Record<string, string>>

/** What every page of a person carries. `locale` is the service's code, `languageTag` its BCP 47 tag. */
export type PageView = {
  readonly locale: string
  readonly languageTag: string
  /** The languages this page can be shown in, each by its own name; a choice is offered from two on. */
  readonly locales: readonly {
    readonly code: string
    readonly name: string
    /** BCP 47 tag of the name, by which it is drawn and read out. */
    readonly languageTag?: string
  }[]
  readonly messages: Messages
  /** How the account looks for which the page speaks. */
  readonly appearance?: AppearanceView
}

export type AssessmentId = 'disc' | 'focus' | 'core'

/** A page that speaks for an account. */
export type AccountView = PageView & {
  readonly accountName: string
}

/** One assessment of the sitting, in the order it is taken. */
export type TakingPart = {
  readonly id: AssessmentId
  readonly name: string
  readonly itemCount: number
  readonly estimatedMinutes: number
  readonly completed: boolean
  readonly activeSeconds: number
}

export type PairAnswer = { readonly most: string; readonly least: string }
export type CoreScreenAnswer = {
  /** The four value keys in the order shown. */
  readonly block: readonly string[]
  readonly best: string
  readonly worst: string
}

/** Answers by item: Focus by statement, DISC by the block's number in the form, Core by screen 1..21. */
export type TakingAnswers = {
  readonly focus: Readonly<Record<number, number>>
  readonly disc: Readonly<Record<number, PairAnswer>>
  readonly core: Readonly<Record<number, CoreScreenAnswer>>
}

/** `content/items/core.json`: the form of Core, as `src/scoring/core.ts` takes it. */
export type CoreForm = {
  readonly id: string
  readonly values: readonly { readonly key: string }[]
  readonly blocks: readonly (readonly number[])[]
  readonly rankPatterns: readonly (readonly number[])[]
  readonly priorSd: number
}

/** `GET /take`: the whole item set, what is answered, and where the person is. */
export type TakingView = AccountView & {
  readonly personName?: string
  readonly linkExpiresAt?: string
  /** Number or id of the attempt; a retake is another one. */
  readonly attempt: string
  /** Opaque: names the browser's store of unsent answers without naming the person. */
  readonly storageKey: string
  readonly parts: readonly TakingPart[]
  readonly focus?: {
    readonly prompt: string
    readonly labels: readonly string[]
    readonly statements: readonly string[]
  }
  /** Blocks in this attempt's order; `n` is the block's number in the form. */
  readonly disc?: {
    readonly blocks: readonly {
      readonly n: number
      readonly statements: readonly { readonly letter: string; readonly text: string }[]
    }[]
  }
  readonly core?: {
    readonly cards: Readonly<Record<string, { readonly label: string; readonly bullet: string }>>
    readonly design: CoreForm
  }
  readonly answers: TakingAnswers
  /** The highest sequence number the server has. */
  readonly seq: number
  /**
   * Asks for one place instead of the next open item: by Back and Go on without JavaScript, and after a change of
   * language. DISC: place 1..24. A pick is what was chosen there and not sent yet.
   */
  readonly at?: {
    readonly part: AssessmentId
    readonly item: number
    readonly practice?: boolean
    readonly pick?: { readonly most?: string; readonly least?: string }
  }
}

/**
 * `GET /take/stopped`. Whoever stops is signed out, so the page may no longer know for whom it speaks. Those who
 * hold no link of their own stay signed `here`, in this browser, or have `left` it for good.
 */
export type StoppedView = PageView & {
  readonly way?: 'here' | 'left'
  readonly accountName?: string
  readonly linkExpiresAt?: string
}

/** `GET /take/thanks`: everything is done, and the account shares the results itself. */
export type ThanksView = AccountView & OwnDataView

/**
 * A person's own results. Words come from `report` in `src/domain/report`, figures from `src/charts` as markup that
 * is escaped already; a figure is left out where its assessment is not done.
 */
export type ResultsView = AccountView &
  OwnDataView & {
    readonly personName?: string
    /** When the last of the results was reached. */
    readonly completedAt: string
    /** IANA name of the zone in which the date is told; UTC where it is left out. */
    readonly timeZone?: string
    readonly headline: string
    readonly lede: readonly string[]
    readonly quality?: QualityView
    readonly activeMinutes?: number
    /** Names and versions of the forms, for the printed foot. */
    readonly form: string
    readonly caveats: { readonly disc: string; readonly core: string }
    readonly figures: {
      readonly tone?: string
      readonly disc?: string
      readonly core?: string
      readonly focus?: string
    }
    readonly words: ResultsWords
    readonly debrief?: OwnDebriefView
    /** The person's own link to these results; no offer is made without it. */
    readonly ownLink?: OwnLinkView
    /** For whoever has no link of their own: this browser stays signed in until they close it. */
    readonly closeUrl?: string
    /** Lets the strokes of the tone grow, once. */
    readonly firstVisit?: boolean
  }

/** Fixed texts of the results page: `page` in `content/locales/<locale>/report.json`. */
export type ResultsWords = {
  readonly title: string
  readonly of: string
  readonly ofNobody: string
  readonly yours: string
  readonly download: { readonly name: string; readonly text: string; readonly button: string }
  readonly printed: { readonly name: string; readonly text: string }
  readonly close: { readonly name: string; readonly text: string; readonly button: string }
  readonly notice: string
  readonly active: string
  readonly form: string
  readonly sheet: string
}

/** A kept message, as `/dev/mailbox.json` lists it. */
export type MailboxMessageView = {
  readonly id: string
  readonly channel: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly links: readonly string[]
  readonly createdAt: string
}

/**
 * `GET /dev/mailbox`; `?id=` opens one message, `?to=` shows those of one address. It is for those who run the
 * service and in English only.
 */
export type MailboxView = {
  readonly messages: readonly MailboxMessageView[]
  readonly selected?: MailboxMessageView | undefined
  readonly to?: string | undefined
}

/** `GET /docs`. */
export type ReferenceView = {
  readonly title: string
  readonly heading: string
  readonly withoutScript: string
  /** The addresses of the plain reference, and of the same as Markdown. */
  readonly plain: string
  readonly markdown: string
  /** The address of the page in the frame. */
  readonly frame: string
  /** The paths that links in the frame may open. */
  readonly pages: readonly string[]
  readonly rules: CallRules
}

/** `GET /docs/frame`. `description` is the address of the OpenAPI document. */
export type ReferenceFrameView = {
  readonly title: string
  readonly loading: string
  readonly description: string
}
