import type { OwnDataView } from './own-view.ts'
import type { AccountView, AssessmentId, PageView } from './page-view.ts'

/** One assessment of the sitting, in the order it is taken. */
export type TakingPart = {
  readonly id: AssessmentId
  readonly name: string
  /** Its position in the order, from 1. */
  readonly number: number
  readonly itemCount: number
  readonly estimatedMinutes: number
  readonly completed: boolean
  readonly activeSeconds: number
}

export type PairAnswer = { readonly most: string; readonly least: string }
export type CoreScreenAnswer = {
  /** The four value keys in display order. */
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

/** `GET /take`: all items, the answers so far, and the person's position. */
export type TakingView = AccountView & {
  readonly personName?: string
  /** What a pause says of what is saved: until when the link works, and the campaign's last day. */
  readonly savedNote: string
  /** Number or id of the attempt; a retake is another attempt. */
  readonly attempt: string
  /** Opaque key of the browser's store of unsent answers; doesn't identify the person. */
  readonly storageKey: string
  readonly parts: readonly TakingPart[]
  /** The wording of each assessment's questions on this page; answers are sent with it. */
  readonly wordings: Readonly<Record<AssessmentId, number>>
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
  /** The highest sequence number that the server has. */
  readonly seq: number
  /**
   * Requested position instead of the next unanswered item: used by Back and Continue without JavaScript, and after a
   * change of language. DISC: position 1..24. A pick is an unsent choice at that position.
   */
  readonly at?: {
    readonly part: AssessmentId
    readonly item: number
    readonly practice?: boolean
    readonly pick?: { readonly most?: string; readonly least?: string }
  }
}

/**
 * `GET /take/stopped`. Stopping ends the session. For some minutes the person may continue in it (`paused`); later the
 * page has no account. People without a personal link stay signed in on this browser (`here`), or have left (`left`).
 */
export type StoppedView = PageView & {
  readonly way?: 'here' | 'paused' | 'left'
  readonly accountName?: string
  readonly linkExpiresAt?: string
  /** The last day of the campaign, as in 2026-12-05. */
  readonly deadline?: string
}

/** `GET /take/thanks`: everything is completed, and the account shares the results itself. */
export type ThanksView = AccountView & OwnDataView
