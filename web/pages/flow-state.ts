import type { AssessmentId } from '../views/page-view.ts'
import type { TakingAnswers } from '../views/taking-view.ts'
import type { TakingPosition } from './taking-position.ts'

/** What the taking page remembers, what may happen to it, and what must leave it. */

export type PickColumn = 'most' | 'least'
export type Pick = { readonly [column in PickColumn]?: string }

export type Flow = {
  readonly position: TakingPosition
  readonly answers: TakingAnswers
  readonly completed: readonly AssessmentId[]
  /** What is chosen on a screen of four, whole or half. */
  readonly pick: Pick
  /** The last sequence number given out. */
  readonly seq: number
  /** When a tap last answered, in ms of any steady clock. */
  readonly tappedAt: number
}

/** `shown` is what was in sight when it was tapped, `at` the time of a tap in ms; a button pressed by key has none. */
export type FlowEvent =
  | { readonly type: 'rate'; readonly value: number; readonly shown: TakingPosition; readonly at?: number }
  | { readonly type: 'digit'; readonly digit: number }
  | { readonly type: 'pick'; readonly column: PickColumn; readonly choice: string }
  | { readonly type: 'next' | 'back' | 'practise' }
  | { readonly type: 'restore'; readonly entries: readonly Entry[] }

/** What must reach the server, in this order. `item` is the form's own number of the item. */
export type Entry =
  | {
      readonly type: 'answer'
      readonly assessment: AssessmentId
      readonly item: number
      readonly value: unknown
      readonly seq: number
    }
  | { readonly type: 'finish'; readonly assessment: AssessmentId }

export type FlowStep = { readonly flow: Flow; readonly entries: readonly Entry[] }
