import type { AssessmentId } from '../../src/http/views/page-view.ts'
import type { TakingAnswers } from '../../src/http/views/taking-view.ts'
import type { TakingPosition } from './taking-position.ts'

/** State, events and effects of the taking page. */

export type PickColumn = 'most' | 'least'
export type Pick = { readonly [column in PickColumn]?: string }

export type Flow = {
  readonly position: TakingPosition
  readonly answers: TakingAnswers
  readonly completed: readonly AssessmentId[]
  /** A choice on a forced-choice screen, complete or not. */
  readonly pick: Pick
  /** The last sequence number used. */
  readonly seq: number
  /** When a tap last answered, in ms of any monotonic clock. */
  readonly tappedAt: number
}

/** `shown` is what was visible at the tap, `at` the time of the tap in ms; undefined for keyboard input. */
export type FlowEvent =
  | { readonly type: 'rate'; readonly value: number; readonly shown: TakingPosition; readonly at?: number }
  | { readonly type: 'digit'; readonly digit: number }
  | { readonly type: 'pick'; readonly column: PickColumn; readonly choice: string }
  | { readonly type: 'next' | 'back' | 'practise' }
  | { readonly type: 'restore'; readonly entries: readonly Entry[] }

/** What must be sent to the server, in this order. `item` is the form's item number. */
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
